// Exceptions, destructors and virtual calls, by counts that contradict each
// other.
// SPDX-License-Identifier: GPL-2.0-or-later
// { dg-do run }

struct counter
{
  int *n;
  explicit counter (int *n) : n (n) { ++*n; }
  ~counter () { --*n; }
};

struct base
{
  virtual ~base () {}
  virtual int value (int x) { return x + 1; }
};

struct other
{
  int pad = 3;
  virtual ~other () {}
  virtual int more (int x) { return x > pad ? x : -x; }
};

struct derived : base, other
{
  int value (int x) override { return x & 1 ? x * 3 : x / 2; }
  int more (int x) override { return value (x) + pad; }
};

template <typename T>
static T
checked (T x, int *live)
{
  counter outer (live);
  if (x % 5 == 0)
    throw x;
  counter inner (live);
  if (x % 7 == 0)
    throw "seven";
  return x * 2;
}

static int
guarded (int n, int *live)
{
  int s = 0;
  for (int i = 1; i < n; i++)
    try
      {
        s += checked (i, live);
      }
    catch (int x)
      {
        s += x % 10 == 0 ? 1 : 2;
      }
    catch (...)
      {
        s -= 3;
      }
  return s;
}

int
main ()
{
  int live = 0, s = 0;
  derived d;
  base b;
  for (int i = 0; i < 40; i++)
    {
      base *p = i % 3 ? static_cast<base *> (&d) : &b;
      other *q = &d;
      s += p->value (i) + q->more (i);
      auto pick = [&] (int x) { return x > s ? x : s % (x + 1); };
      s ^= pick (i);
    }
  s += guarded (60, &live);
  return live != 0 || s != 5114;
}

/* PROFILE:
_Z7checkedIiET_S0_Pi:594061966:56062
 0: 209
 3: 4291427
 4: 379147600
 4.1: 38
 6: 210499686
 7.1: 1
 8: 294
 9: 122711
_ZL7guardediPi:2197158508:12
 1: 1
 2: 21067784
 3: 137
 3.1: 855515150
 3.2: 129
 6: 359620774
 6.1: 1026
 8: 11
 10: 16800
 10.1: 192391287
 10.2: 302566
 10.3: 2538154
 12: 6414
 14: 1
 15: 765068657
 16: 629592
 17: 25
_ZN4baseD4Ev:557827082:79
 0.1: 557827082
_ZN7counterC4EPi:53952:3931
 0: 53952
_ZN7counterD4Ev:11:9
 0: 11
_ZN7derived4moreEi:10:1
 0: 10
_ZN7derived5valueEi:93642885:51461
 0: 0
 0.1: 564
 0.2: 93642321
 0.3: 0
_ZN7derivedD4Ev:16451841:197
 0: 1883
 0.1: 16449958
_ZZ4mainENKUliE_clEi:50:7343
 0.2: 50
main:694444291:3621673
 0: 1
 1: 742
 2: 928
 3: 3
 4: 1221
 5: 1234645
 5.1: 222510801
 5.2: 19515
 7: 34450
 7.1: 101730288
 7.2: 165
 9: 3122
 9.1: 517
 9.2: 1930386
 11: 6
 14: 3270180
 14.1: 362184330
 14.2: 0
 14.3: 1
 14.4: 1511246
 15: 11744
 11: _ZZ4mainENKUliE_clEi:535862
  0: 535862
END PROFILE */

/* PROFILE MISPREDICTS:
_Z7checkedIiET_S0_Pi:594061966:88
 0: 40
 3: 1713758
 4: 57668590
 4.1: 17
 6: 122313475
 7.1: 0
 8: 25
 9: 13479
_ZL7guardediPi:2197158508:661
 1: 0
 2: 7486931
 3: 39
 3.1: 41110998
 3.2: 4
 6: 202359282
 6.1: 511
 8: 4
 10: 3823
 10.1: 85950911
 10.2: 28007
 10.3: 23676
 12: 1198
 14: 0
 15: 417647315
 16: 146539
 17: 7
_ZN4baseD4Ev:557827082:299673
 0.1: 140810372
_ZN7counterC4EPi:53952:0
 0: 29024
_ZN7counterD4Ev:11:30415184
 0: 4
_ZN7derived4moreEi:10:41
 0: 2
_ZN7derived5valueEi:93642885:39103786
 0: 0
 0.1: 256
 0.2: 35774796
 0.3: 0
_ZN7derivedD4Ev:16451841:55742
 0: 627
 0.1: 7884848
_ZZ4mainENKUliE_clEi:50:262
 0.2: 18
main:694444291:7
 0: 0
 1: 358
 2: 211
 3: 0
 4: 419
 5: 101965
 5.1: 56105720
 5.2: 817
 7: 9072
 7.1: 59974559
 7.2: 83
 9: 1163
 9.1: 74
 9.2: 318308
 11: 0
 14: 174831
 14.1: 125862041
 14.2: 0
 14.3: 0
 14.4: 310930
 15: 6953
 11: _ZZ4mainENKUliE_clEi:535862
  0: 290698
END PROFILE */
