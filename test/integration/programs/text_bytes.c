// SPDX-License-Identifier: BSD-3-Clause
// Texts that differ in numbers only, which the trace tells by their differences, and lines that are read:
// whole ones, the parts of a long one, one with a NUL, of which nobody can tell the length, and the last one.
// Prints what each call moved.
#include <stdio.h>
#include <string.h>

static char report[1 << 16];
static size_t used;

static int write_lines(void) {
  FILE *file = fopen("texts.txt", "w");
  if (file == NULL) return 1;
  for (int i = 0; i < 1000; i += 7) {
    char text[64];
    snprintf(text, sizeof text, "line %d of the table\n", i);
    if (fputs(text, file) < 0) return 1;
    used += (size_t)snprintf(report + used, sizeof report - used, "fputs %zu\n", strlen(text));
  }
  fwrite("with a \0 in it\nthe end", 1, 22, file);
  return fclose(file);
}

static int read_lines(void) {
  char line[19];
  FILE *file = fopen("texts.txt", "r");
  if (file == NULL) return 1;
  for (long at = 0; fgets(line, sizeof line, file) != NULL; at = ftell(file)) {
    const int is_odd = strcmp(line, "with a ") == 0;
    used += (size_t)snprintf(report + used, sizeof report - used, is_odd ? "fgets -\n" : "fgets %ld\n",
                             ftell(file) - at);
  }
  return fclose(file);
}

int main(void) {
  if (write_lines() != 0 || read_lines() != 0) return 1;
  fwrite(report, 1, used, stdout);
  return 0;
}
