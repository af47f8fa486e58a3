/* Numbers from text, text for JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BASE_TEXT_H
#define HWPGO_BASE_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* TEXT, the whole of it, as a decimal number (or hexadecimal after "0x")
   between MIN and MAX.  No sign, no blank, no locale.  */
bool hwpgo_parse_u64 (const char *text, uint64_t min, uint64_t max,
                      uint64_t *value);

/* TEXT, the whole of it, as a decimal fraction ("0.25", "1", ".5", no
   exponent) between MIN and MAX.  '.' whatever the locale.  */
bool hwpgo_parse_fraction (const char *text, double min, double max,
                           double *value);

/* Write TEXT for people: control characters, which a terminal may obey, become
   '?'.  */
void hwpgo_print_plain (FILE *out, const char *text);

/* Write TEXT as a JSON string with its quotes.  Bytes that are not UTF-8
   become U+FFFD.  */
void hwpgo_json_string (FILE *out, const char *text);

/* Write "KEY": and VALUE, after a comma unless FIRST.  */
void hwpgo_json_member_u64 (FILE *out, bool first, const char *key,
                            uint64_t value);
void hwpgo_json_member_string (FILE *out, bool first, const char *key,
                               const char *value);
/* With DIGITS digits after the point.  */
void hwpgo_json_member_fraction (FILE *out, bool first, const char *key,
                                 double value, int digits);

#ifdef __cplusplus
}
#endif

#endif
