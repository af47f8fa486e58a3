/* A select by two comparisons, made before its function is inlined, decides the test
   of a loop there, which mispredicts in its place: it is a branch again.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fchecking" } */

#include <stdint.h>

enum { DEEPEST = 64, NUMBER = 'n' };

/* KIND is NUMBER, or the character itself, zero at the end.  */
struct token
{
  char kind;
  uint64_t value;
};

struct stacks
{
  uint64_t values[DEEPEST];
  char operators[DEEPEST];
  int value_count, operator_count;
};

static const char *
next_token (const char *s, const uint64_t *variables, struct token *token)
{
  while (*s == ' ')
    s++;
  token->value = 0;
  if (*s >= '0' && *s <= '9')
    {
      token->kind = NUMBER;
      while (*s >= '0' && *s <= '9')
        token->value = token->value * 10 + (uint64_t) (*s++ - '0');
    }
  else if (*s >= 'a' && *s <= 'z')
    {
      token->kind = NUMBER;
      token->value = variables[*s++ - 'a'];
    }
  else
    token->kind = *s++;
  return s;
}

static int
precedence (char operator)
{
  if (operator == '*' || operator == '/')
    return 2;
  return operator == '(' ? 0 : 1;
}

/* Apply the operator on top to the two values on top.  */
static void
reduce (struct stacks *s)
{
  uint64_t b = s->values[--s->value_count];
  uint64_t a = s->values[s->value_count - 1];

  switch (s->operators[--s->operator_count])
    {
    case '+': a += b; break;
    case '-': a -= b; break;
    case '*': a *= b; break;
    default: a = b ? a / b : 0;
    }
  s->values[s->value_count - 1] = a;
}

/* The end of TEXT closes a parenthesis which was opened before it.  */
uint64_t
evaluate (const char *text, const uint64_t *variables)
{
  struct stacks s;
  struct token token;

  s.value_count = 0;
  s.operator_count = 1;
  s.operators[0] = '(';
  do
    {
      text = next_token (text, variables, &token);
      if (token.kind == NUMBER)
        s.values[s.value_count++] = token.value;
      else if (token.kind == ')' || token.kind == '\0')
        {
          while (s.operators[s.operator_count - 1] != '(')
            reduce (&s);
          s.operator_count--;
        }
      else
        {
          while (token.kind != '('
                 && (precedence (s.operators[s.operator_count - 1])
                     >= precedence (token.kind)))
            reduce (&s);
          s.operators[s.operator_count++] = token.kind;
        }
    }
  while (token.kind != '\0');
  return s.values[0];
}

/* PROFILE:
evaluate:111252641:35400
 5: 246972
 6.32256: 246972
 7: 246972
 10.32256: 246972
 11: 5142006
 11.32256: 1355973
 12.2048: 1355973
 12.2560: 1337767
 13: 5142006
 15.255: 5142006
 15.512: 1473473
 15.1024: 1502753
 16: 1506580 reduce:1507839
 17: 1470839
 22: 3666162
 22.1: 3379323
 22.32256: 940855
 24: 934965 reduce:938293
 25.512: 2449911
 25.1024: 1227064
 28: 1470839
 28.32256: 6370716
 29: 247448
 10.14: next_token:58330357
  2.513: 246972
  2.1025: 9197318
  2.32256: 246972
  3: 1357300
  4.32256: 7845212
  5: 7845212
  7.32256: 1338921
  8.513: 1338921
  8.1025: 5931699
  8.32256: 1338921
  9: 5931699
  11: 6499632
  13.32256: 1355973
  14: 1355973
  14.255: 6499632
 22.22: precedence:3379323
  2: 3379323
 23.25: precedence:2438414
  2.255: 2438414
reduce:15202153:2446132
 2: 2448245
 3: 2448245
 5: 2448245
 7: 607614
 8: 610867
 9: 620118
 10: 601820
 10.1: 535315
 12: 2440842
 13: 2440842
END PROFILE */
/* PROFILE MISPREDICTS:
evaluate:4478139:0
 5: 0
 7: 0
 11: 0
 13: 562407
 15.255: 0
 15.512: 60054
 15.1024: 66834
 16: 0
 17: 0
 22: 1366
 22.1: 453720
 24: 0
 28: 1496
 29: 0
 10.14: next_token:3098872
  2.1025: 1298797
  3: 0
  5: 699934
  8.1025: 1098151
  9: 0
  11: 1990
  14: 0
  14.255: 0
 22.22: precedence:233390
  2: 233390
 23.25: precedence:0
  2.255: 0
reduce:534996:0
 2: 0
 3: 0
 5: 474139
 7: 0
 8: 0
 9: 0
 10: 60857
 10.1: 0
 12: 0
 13: 0
END PROFILE */

/* { dg-final { scan-opt-info "flag-again.c:50:\[0-9\]*: note: 1 selects made a branch again" } } */
