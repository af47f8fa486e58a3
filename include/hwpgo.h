/* What a program may tell hwpgo.
   SPDX-License-Identifier: GPL-2.0-or-later

   HWPGO_UNPREDICTABLE (CONDITION) is CONDITION, and says that no processor
   predicts it: that a branch on it had better become a conditional move.  For
   clang, and for GCC with the plugin; elsewhere it says nothing.  */

#ifndef HWPGO_H
#define HWPGO_H

#ifdef __has_builtin
#if __has_builtin(__builtin_unpredictable)
#define HWPGO_UNPREDICTABLE(condition)                                        \
  __builtin_unpredictable (!!(condition))
#endif
#endif

#ifndef HWPGO_UNPREDICTABLE
#define HWPGO_UNPREDICTABLE(condition) (!!(condition))
#endif

#endif
