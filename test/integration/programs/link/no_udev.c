// SPDX-License-Identifier: BSD-3-Clause
// Static hwloc asks for a few functions of libudev, which has no archive: without udev there is nothing to
// find.
#define NOTHING(name) \
  void *name(void) { return 0; }
NOTHING(udev_new)
NOTHING(udev_unref)
NOTHING(udev_device_new_from_subsystem_sysname)
NOTHING(udev_device_get_property_value)
NOTHING(udev_device_unref)
