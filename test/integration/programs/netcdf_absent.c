// SPDX-License-Identifier: BSD-3-Clause
// Questions of which only a part is to be answered: what the others would be put into is not there.
#include <netcdf.h>
#include <stdio.h>

int main(void) {
  NC_Dispatch *dispatch = NULL;
  char magic[9] = "";
  printf("%d\n", nc_inq_user_format(NC_UDF0, &dispatch, NULL));
  printf("%d\n", nc_inq_user_format(NC_UDF0, &dispatch, magic));
  return 0;
}
