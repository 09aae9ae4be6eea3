// SPDX-License-Identifier: BSD-3-Clause
// The objects that HDF5 makes itself and keeps in variables, in all versions from 1.8 to 2.2.
#pragma once

// The identifier of H5T_X is in H5T_X_g.
#define RECORDER_H5_TYPES(X)                                                                                \
  X(H5T_IEEE_F32BE)                                                                                         \
  X(H5T_IEEE_F32LE) X(H5T_IEEE_F64BE) X(H5T_IEEE_F64LE) X(H5T_STD_I8BE) X(H5T_STD_I8LE) X(H5T_STD_I16BE) X( \
      H5T_STD_I16LE) X(H5T_STD_I32BE) X(H5T_STD_I32LE) X(H5T_STD_I64BE) X(H5T_STD_I64LE) X(H5T_STD_U8BE)    \
      X(H5T_STD_U8LE) X(H5T_STD_U16BE) X(H5T_STD_U16LE) X(H5T_STD_U32BE) X(H5T_STD_U32LE) X(                \
          H5T_STD_U64BE) X(H5T_STD_U64LE) X(H5T_STD_B8BE) X(H5T_STD_B8LE) X(H5T_STD_B16BE) X(H5T_STD_B16LE) \
          X(H5T_STD_B32BE) X(H5T_STD_B32LE) X(H5T_STD_B64BE) X(H5T_STD_B64LE) X(H5T_STD_REF_OBJ) X(         \
              H5T_STD_REF_DSETREG) X(H5T_UNIX_D32BE) X(H5T_UNIX_D32LE) X(H5T_UNIX_D64BE) X(H5T_UNIX_D64LE)  \
              X(H5T_C_S1) X(H5T_FORTRAN_S1) X(H5T_VAX_F32) X(H5T_VAX_F64) X(H5T_NATIVE_SCHAR) X(            \
                  H5T_NATIVE_UCHAR) X(H5T_NATIVE_SHORT) X(H5T_NATIVE_USHORT) X(H5T_NATIVE_INT)              \
                  X(H5T_NATIVE_UINT) X(H5T_NATIVE_LONG) X(H5T_NATIVE_ULONG) X(H5T_NATIVE_LLONG) X(          \
                      H5T_NATIVE_ULLONG) X(H5T_NATIVE_FLOAT) X(H5T_NATIVE_DOUBLE) X(H5T_NATIVE_LDOUBLE)     \
                      X(H5T_NATIVE_B8) X(H5T_NATIVE_B16) X(H5T_NATIVE_B32) X(H5T_NATIVE_B64) X(             \
                          H5T_NATIVE_OPAQUE) X(H5T_NATIVE_HADDR) X(H5T_NATIVE_HSIZE) X(H5T_NATIVE_HSSIZE)   \
                          X(H5T_NATIVE_HERR) X(H5T_NATIVE_HBOOL) X(H5T_NATIVE_INT8) X(H5T_NATIVE_UINT8) X(  \
                              H5T_NATIVE_INT_LEAST8) X(H5T_NATIVE_UINT_LEAST8) X(H5T_NATIVE_INT_FAST8)      \
                              X(H5T_NATIVE_UINT_FAST8) X(H5T_NATIVE_INT16) X(H5T_NATIVE_UINT16) X(          \
                                  H5T_NATIVE_INT_LEAST16) X(H5T_NATIVE_UINT_LEAST16)                        \
                                  X(H5T_NATIVE_INT_FAST16) X(H5T_NATIVE_UINT_FAST16) X(H5T_NATIVE_INT32) X( \
                                      H5T_NATIVE_UINT32) X(H5T_NATIVE_INT_LEAST32)                          \
                                      X(H5T_NATIVE_UINT_LEAST32) X(H5T_NATIVE_INT_FAST32) X(                \
                                          H5T_NATIVE_UINT_FAST32) X(H5T_NATIVE_INT64) X(H5T_NATIVE_UINT64)  \
                                          X(H5T_NATIVE_INT_LEAST64) X(H5T_NATIVE_UINT_LEAST64) X(           \
                                              H5T_NATIVE_INT_FAST64) X(H5T_NATIVE_UINT_FAST64)              \
                                              X(H5T_IEEE_F16BE) X(H5T_IEEE_F16LE) X(H5T_STD_REF) X(         \
                                                  H5T_NATIVE_FLOAT16) X(H5T_FLOAT_BFLOAT16BE)               \
                                                  X(H5T_FLOAT_BFLOAT16LE) X(H5T_FLOAT_F8E4M3) X(            \
                                                      H5T_FLOAT_F8E5M2) X(H5T_FLOAT_F6E2M3)                 \
                                                      X(H5T_FLOAT_F6E3M2) X(H5T_FLOAT_F4E2M1) X(            \
                                                          H5T_COMPLEX_IEEE_F16BE) X(H5T_COMPLEX_IEEE_F16LE) \
                                                          X(H5T_COMPLEX_IEEE_F32BE)                         \
                                                              X(H5T_COMPLEX_IEEE_F32LE)                     \
                                                                  X(H5T_COMPLEX_IEEE_F64BE)                 \
                                                                      X(H5T_COMPLEX_IEEE_F64LE)             \
                                                                          X(H5T_NATIVE_FLOAT_COMPLEX) X(    \
                                                                              H5T_NATIVE_DOUBLE_COMPLEX)    \
                                                                              X(H5T_NATIVE_LDOUBLE_COMPLEX)

// H5P_X is in H5P_CLS_X_ID_g.
#define RECORDER_H5_LIST_CLASSES(X)                                                                          \
  X(ROOT)                                                                                                    \
  X(OBJECT_CREATE) X(FILE_CREATE) X(FILE_ACCESS) X(DATASET_CREATE) X(DATASET_ACCESS) X(DATASET_XFER)         \
      X(FILE_MOUNT) X(GROUP_CREATE) X(GROUP_ACCESS) X(DATATYPE_CREATE) X(DATATYPE_ACCESS) X(STRING_CREATE)   \
          X(ATTRIBUTE_CREATE) X(ATTRIBUTE_ACCESS) X(OBJECT_COPY) X(LINK_CREATE) X(LINK_ACCESS) X(MAP_CREATE) \
              X(MAP_ACCESS) X(VOL_INITIALIZE) X(REFERENCE_ACCESS)

// H5P_X_DEFAULT is in H5P_LST_X_ID_g.
#define RECORDER_H5_DEFAULT_LISTS(X)                                                                 \
  X(FILE_CREATE)                                                                                     \
  X(FILE_ACCESS) X(DATASET_CREATE) X(DATASET_ACCESS) X(DATASET_XFER) X(FILE_MOUNT) X(GROUP_CREATE)   \
      X(GROUP_ACCESS) X(DATATYPE_CREATE) X(DATATYPE_ACCESS) X(ATTRIBUTE_CREATE) X(ATTRIBUTE_ACCESS)  \
          X(OBJECT_COPY) X(LINK_CREATE) X(LINK_ACCESS) X(MAP_CREATE) X(MAP_ACCESS) X(VOL_INITIALIZE) \
              X(REFERENCE_ACCESS)

// H5E_X is in H5E_X_g.
#define RECORDER_H5_ERRORS(X)                                                                                                         \
  X(H5E_ALIGNMENT)                                                                                                                    \
  X(H5E_ALREADYEXISTS) X(H5E_ALREADYINIT) X(H5E_ARGS) X(H5E_ATOM) X(H5E_ATTR) X(H5E_BADATOM) X(                                       \
      H5E_BADFILE) X(H5E_BADGROUP) X(H5E_BADID) X(H5E_BADITER) X(H5E_BADMESG) X(H5E_BADRANGE)                                         \
      X(H5E_BADSELECT) X(H5E_BADSIZE) X(H5E_BADTYPE) X(H5E_BADVALUE) X(H5E_BTREE) X(H5E_CACHE) X(                                     \
          H5E_CALLBACK) X(H5E_CANAPPLY) X(H5E_CANTALLOC) X(H5E_CANTAPPEND) X(H5E_CANTATTACH) X(H5E_CANTCANCEL)                        \
          X(H5E_CANTCLEAN) X(H5E_CANTCLIP) X(H5E_CANTCLOSEFILE) X(H5E_CANTCLOSEOBJ) X(H5E_CANTCOMPARE) X(                             \
              H5E_CANTCOMPUTE) X(H5E_CANTCONVERT) X(H5E_CANTCOPY) X(H5E_CANTCORK) X(H5E_CANTCOUNT)                                    \
              X(H5E_CANTCREATE) X(H5E_CANTDEC) X(H5E_CANTDECODE) X(H5E_CANTDELETE) X(H5E_CANTDELETEFILE) X(                           \
                  H5E_CANTDEPEND) X(H5E_CANTDIRTY) X(H5E_CANTENCODE) X(H5E_CANTEXPUNGE) X(H5E_CANTEXTEND)                             \
                  X(H5E_CANTFILTER) X(H5E_CANTFIND) X(H5E_CANTFLUSH) X(H5E_CANTFREE) X(H5E_CANTGATHER) X(H5E_CANTGC) X(               \
                      H5E_CANTGET) X(H5E_CANTGETSIZE) X(H5E_CANTINC) X(H5E_CANTINIT) X(H5E_CANTINS)                                   \
                      X(H5E_CANTINSERT) X(H5E_CANTLIST) X(H5E_CANTLOAD) X(H5E_CANTLOCK) X(H5E_CANTLOCKFILE) X(                        \
                          H5E_CANTMARKCLEAN) X(H5E_CANTMARKDIRTY) X(H5E_CANTMARKSERIALIZED) X(H5E_CANTMARKUNSERIALIZED)               \
                          X(H5E_CANTMERGE) X(H5E_CANTMODIFY) X(H5E_CANTMOVE) X(H5E_CANTNEXT) X(H5E_CANTNOTIFY) X(H5E_CANTOPENFILE) X( \
                              H5E_CANTOPENOBJ) X(H5E_CANTOPERATE) X(H5E_CANTPACK) X(H5E_CANTPIN) X(H5E_CANTPROTECT)                   \
                              X(H5E_CANTPUT) X(H5E_CANTRECV) X(H5E_CANTREDISTRIBUTE) X(H5E_CANTREGISTER) X(                           \
                                  H5E_CANTRELEASE) X(H5E_CANTREMOVE) X(H5E_CANTRENAME) X(H5E_CANTRESET)                               \
                                  X(H5E_CANTRESIZE) X(H5E_CANTRESTORE) X(H5E_CANTREVIVE) X(H5E_CANTSELECT) X(H5E_CANTSERIALIZE) X(    \
                                      H5E_CANTSET) X(H5E_CANTSHRINK) X(H5E_CANTSORT) X(H5E_CANTSPLIT) X(H5E_CANTSWAP)                 \
                                      X(H5E_CANTTAG) X(H5E_CANTUNCORK) X(H5E_CANTUNDEPEND) X(H5E_CANTUNLOCK) X(                       \
                                          H5E_CANTUNLOCKFILE) X(H5E_CANTUNPIN) X(H5E_CANTUNPROTECT)                                   \
                                          X(H5E_CANTUNSERIALIZE) X(H5E_CANTUPDATE) X(H5E_CANTWAIT) X(                                 \
                                              H5E_CLOSEERROR) X(H5E_COMPLEN) X(H5E_CONTEXT) X(H5E_DATASET)                            \
                                              X(H5E_DATASPACE) X(H5E_DATATYPE) X(H5E_DUPCLASS) X(                                     \
                                                  H5E_EARRAY) X(H5E_EFL) X(H5E_ERROR) X(H5E_ERR_CLS) X(H5E_EVENTSET) X(H5E_EXISTS)    \
                                                  X(H5E_FARRAY) X(H5E_FCNTL) X(H5E_FILE) X(H5E_FILEEXISTS) X(H5E_FILEOPEN) X(         \
                                                      H5E_FSPACE) X(H5E_FUNC) X(H5E_HEAP) X(H5E_ID)                                   \
                                                      X(H5E_INCONSISTENTSTATE) X(H5E_INTERNAL) X(H5E_IO) X(                           \
                                                          H5E_LIB) X(H5E_LINK) X(H5E_LINKCOUNT) X(H5E_LOGFAIL)                        \
                                                          X(H5E_LOGGING) X(H5E_MAP) X(H5E_MOUNT) X(H5E_MPI) X(                        \
                                                              H5E_MPIERRSTR) X(H5E_NLINKS) X(H5E_NOENCODER) X(H5E_NOFILTER)           \
                                                              X(H5E_NOIDS) X(H5E_NONE_MAJOR) X(H5E_NONE_MINOR) X(H5E_NOSPACE) X(      \
                                                                  H5E_NOTCACHED) X(H5E_NOTFOUND) X(H5E_NOTHDF5)                       \
                                                                  X(H5E_NOTREGISTERED) X(H5E_NO_INDEPENDENT) X(                       \
                                                                      H5E_OBJOPEN) X(H5E_OHDR) X(H5E_OPENERROR) X(H5E_OVERFLOW)       \
                                                                      X(H5E_PAGEBUF) X(H5E_PATH) X(                                   \
                                                                          H5E_PLINE) X(H5E_PLIST) X(H5E_PLUGIN) X(H5E_PROTECT)        \
                                                                          X(H5E_READERROR) X(H5E_REFERENCE) X(                        \
                                                                              H5E_RESOURCE) X(H5E_RS)                                 \
                                                                              X(H5E_RTREE) X(H5E_SEEKERROR) X(                        \
                                                                                  H5E_SETDISALLOWED) X(H5E_SETLOCAL)                  \
                                                                                  X(H5E_SLIST) X(H5E_SOHM) X(                         \
                                                                                      H5E_STORAGE) X(H5E_SYM)                         \
                                                                                      X(H5E_SYSERRSTR) X(H5E_SYSTEM) X(               \
                                                                                          H5E_THREADSAFE) X(H5E_TRAVERSE)             \
                                                                                          X(H5E_TRUNCATED) X(                         \
                                                                                              H5E_TST) X(H5E_UNINITIALIZED)           \
                                                                                              X(H5E_UNMOUNT) X(                       \
                                                                                                  H5E_UNSUPPORTED)                    \
                                                                                                  X(H5E_VERSION) X(                   \
                                                                                                      H5E_VFL)                        \
                                                                                                      X(H5E_VOL)                      \
                                                                                                          X(H5E_WRITEERROR)
