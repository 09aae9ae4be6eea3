/* SPDX-License-Identifier: BSD-3-Clause */
/* All that HDF5 declares for programs, for its high level and for authors of drivers and connectors, whatever
   the version has; in C and in C++. */
#ifndef RECORDER_HDF5_API_H
#define RECORDER_HDF5_API_H

#include <hdf5.h>

#ifdef __has_include
#if __has_include(<hdf5_hl.h>)
#include <hdf5_hl.h>
#endif
#if __has_include(<H5ESdevelop.h>)
#include <H5ESdevelop.h>
#endif
#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif
#if __has_include(<H5Idevelop.h>)
#include <H5Idevelop.h>
#endif
#if __has_include(<H5Ldevelop.h>)
#include <H5Ldevelop.h>
#endif
#if __has_include(<H5TSdevelop.h>)
#include <H5TSdevelop.h>
#endif
#if __has_include(<H5Tdevelop.h>)
#include <H5Tdevelop.h>
#endif
#if __has_include(<H5Zdevelop.h>)
#include <H5Zdevelop.h>
#endif
#if __has_include(<H5VLconnector.h>)
#include <H5VLconnector.h>
#endif
#if __has_include(<H5VLconnector_passthru.h>)
#include <H5VLconnector_passthru.h>
#endif
#endif

/* Functions of earlier versions whose names later ones use for macros that choose among their successors.
   Here every name stands for the function itself. */
#undef H5Dread_chunk
#undef H5Fget_info
#undef H5Iregister_type
#undef H5Lget_info
#undef H5Lget_info_by_idx
#undef H5Literate
#undef H5Literate_by_name
#undef H5Lvisit
#undef H5Lvisit_by_name
#undef H5Oget_info
#undef H5Oget_info_by_idx
#undef H5Oget_info_by_name
#undef H5Ovisit
#undef H5Ovisit_by_name
#undef H5Pencode
#undef H5Rdereference
#undef H5Sencode
#undef H5Tdecode

#endif
