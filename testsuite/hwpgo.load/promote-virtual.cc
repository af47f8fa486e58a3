// Virtual calls, by way of a thunk too, targets that throw, results in memory,
// pointers to members.
// SPDX-License-Identifier: GPL-2.0-or-later
// { dg-do run }
// { dg-options "-O2 -fchecking" }

/* PROFILE:
_Z3runPP5Shapei:63000:1000
 6: 9000
 8: 9000 _ZN6Square4areaEi:8000 _ZN8Triangle4areaEi:1000
 9: 9000 _ZN6Square3bigEi:9000
 13: 3000
_Z6secondPP5Otheri:63000:1000
 4: 9000
 5: 9000 _ZThn8_N8Triangle4sizeEi:8500
 6: 1000
_Z7pointerPM6SquareFiiEi:28000:1000
 5: 9000
 6: 9000
 6.3: 9000 _ZN6Square5plainEi:8500
 7: 1000
_ZN6Square4areaEi:8000:8000
 1: 8000
_ZN8Triangle4areaEi:1000:1000
 1: 1000
_ZN6Square3bigEi:9000:9000
 1: 9000
_ZN8Triangle4sizeEi:8500:8500
 1: 8500
_ZN6Square5plainEi:8500:8500
 1: 8500
END PROFILE */

struct Big { long part[5]; };

struct Shape
{
  virtual int area (int) = 0;
  virtual Big big (int) = 0;
  virtual ~Shape () {}
};

struct Other
{
  virtual int size (int) { return 1; }
};

struct Square : Shape
{
  int area (int x) override
  { if (x == 77) throw x; return x * x; }
  Big big (int x) override
  { Big b = {}; b.part[1] = x; return b; }
  int plain (int x)
  { return x + 1; }
};

struct Triangle : Shape, Other
{
  int offset = 5;
  int area (int x) override
  { return x / 2; }
  Big big (int x) override
  { Big b = {}; b.part[1] = x + 1; return b; }
  int size (int x) override
  { return offset + x; }
};

__attribute__ ((noipa)) int run (Shape **shapes, int n)
{
  int sum = 0;
  try
    {
      for (int i = 0;
           i < n; i++)
        {
          sum += shapes[i & 1]->area (i);
          sum += shapes[i & 1]->big (i).part[1];
        }
    }
  catch (int x)
    {
      sum += 1000000;
    }
  return sum;
}

__attribute__ ((noipa)) int second (Other **others, int n)
{
  int sum = 0;
  for (int i = 0;
       i < n; i++)
    sum += others[i & 1]->size (i);
  return sum;
}

__attribute__ ((noipa)) int pointer (int (Square::**members) (int), int n)
{
  int sum = 0;
  Square s;
  for (int i = 0;
       i < n; i++)
    sum += (s.*members[0]) (i);
  return sum;
}

int
main ()
{
  Square s, t;
  Triangle u;
  Other o;
  Shape *one[] = { &s, &u }, *two[] = { &s, &t };
  Other *others[] = { &u, &o };
  int (Square::*member) (int) = &Square::plain;
  // 0 + 0, 0 + 2, 4 + 2, 1 + 4
  if (run (one, 4) != 13)
    return 1;
  // The sum of i * i + i up to 76, and the exception.
  if (run (two, 100) != 149226 + 2926 + 1000000)
    return 2;
  if (second (others, 4) != 5 + 1 + 7 + 1)
    return 3;
  return pointer (&member, 4) != 10;
}

// { dg-final { scan-opt-info "promoted to _ZN6Square4areaEi, 88 %" } }
// { dg-final { scan-opt-info "promoted to _ZN6Square3bigEi, 100 %" } }
// { dg-final { scan-opt-info "promoted to _ZN6Square5plainEi, 94 %" } }
// { dg-final { scan-opt-info "promoted to _ZThn8_N8Triangle4sizeEi, 94 %" } }
// { dg-final { scan-opt-info "Inlined virtual int Square::area" } }
// { dg-final { scan-opt-info "Inlined virtual Big Square::big" } }
// { dg-final { scan-opt-info "Inlined int Square::plain" } }
