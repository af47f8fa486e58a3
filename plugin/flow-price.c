/* Prices of channels that are put together.
   SPDX-License-Identifier: GPL-2.0-or-later

   The price of a flow is a convex function, linear between the ends of
   pieces.  In series such functions add; in parallel their pieces are lined
   up by price (the infimal convolution).  */

#include "plugin/flow-price.h"

/* Sums of prices stay below this.  */
#define MAX_PRICE (INT32_MAX / 4)

/* A walk over the pieces of a part, by rising flow.  */
struct walk
{
  const struct hwpgo_flow_piece *pieces;
  uint32_t n, i;
  bool reversed;
  int64_t low;   /* of the channel.  */
  int64_t start; /* of the current piece.  */
};

static struct walk
walk_begin (const struct hwpgo_flow_pieces *pieces,
            struct hwpgo_flow_part part)
{
  const struct hwpgo_flow_channel *c = part.channel;
  struct walk w = { .pieces = &pieces->all[c->pieces],
                    .n = c->n_pieces,
                    .reversed = part.reversed,
                    .low = c->low };
  int64_t high = c->n_pieces ? w.pieces[c->n_pieces - 1].end : c->low;
  w.start = part.reversed ? -high : c->low;
  return w;
}

static bool
walk_ended (const struct walk *w)
{
  return w->i == w->n;
}

static int32_t
walk_price (const struct walk *w)
{
  return w->reversed ? -w->pieces[w->n - 1 - w->i].price
                     : w->pieces[w->i].price;
}

static int64_t
walk_end (const struct walk *w)
{
  if (!w->reversed)
    return w->pieces[w->i].end;
  uint32_t at = w->n - 1 - w->i;
  return at > 0 ? -w->pieces[at - 1].end : -w->low;
}

static void
walk_next (struct walk *w)
{
  w->start = walk_end (w);
  w->i++;
}

/* Append to C's pieces, which are the last ones, one that ends at END.  There
   is room.  */
static void
append (struct hwpgo_flow_pieces *pieces, struct hwpgo_flow_channel *c,
        int64_t end, int64_t price)
{
  price = price > MAX_PRICE    ? MAX_PRICE
          : price < -MAX_PRICE ? -MAX_PRICE
                               : price;
  if (c->n_pieces > 0 && pieces->all[pieces->n - 1].price == price)
    {
      pieces->all[pieces->n - 1].end = end;
      return;
    }
  pieces->all[pieces->n++] = (struct hwpgo_flow_piece){ end, (int32_t) price };
  c->n_pieces++;
}

/* Begin C's pieces, and make room for those of A and B.  */
static bool
begin (struct hwpgo_flow_pieces *pieces, struct hwpgo_flow_part a,
       struct hwpgo_flow_part b, struct hwpgo_flow_channel *c)
{
  size_t need = pieces->n + a.channel->n_pieces + b.channel->n_pieces;
  if (need > UINT32_MAX || !HWPGO_GROW (pieces->all, pieces->capacity, need))
    return false;
  c->pieces = (uint32_t) pieces->n;
  c->n_pieces = 0;
  c->at = 0;
  return true;
}

bool
hwpgo_flow_in_series (struct hwpgo_flow_pieces *pieces,
                      struct hwpgo_flow_part a, struct hwpgo_flow_part b,
                      struct hwpgo_flow_channel *c)
{
  if (!begin (pieces, a, b, c))
    return false;
  struct walk x = walk_begin (pieces, a), y = walk_begin (pieces, b);
  int64_t at = x.start > y.start ? x.start : y.start;
  c->low = at;
  while (!walk_ended (&x) && !walk_ended (&y))
    {
      int64_t end_x = walk_end (&x), end_y = walk_end (&y);
      int64_t end = end_x < end_y ? end_x : end_y;
      if (end > at)
        {
          append (pieces, c, end, (int64_t) walk_price (&x) + walk_price (&y));
          at = end;
        }
      if (end_x == end)
        walk_next (&x);
      if (end_y == end)
        walk_next (&y);
    }
  return true;
}

bool
hwpgo_flow_in_parallel (struct hwpgo_flow_pieces *pieces,
                        struct hwpgo_flow_part a, struct hwpgo_flow_part b,
                        int64_t limit, struct hwpgo_flow_channel *c)
{
  if (!begin (pieces, a, b, c))
    return false;
  struct walk x = walk_begin (pieces, a), y = walk_begin (pieces, b);
  int64_t at = x.start + y.start;
  c->low = at > -limit ? at : -limit;
  while (at < limit && (!walk_ended (&x) || !walk_ended (&y)))
    {
      bool first = walk_ended (&y)
                   || (!walk_ended (&x) && walk_price (&x) <= walk_price (&y));
      struct walk *w = first ? &x : &y;
      int32_t price = walk_price (w);
      at += walk_end (w) - w->start;
      if (at > c->low)
        append (pieces, c, at < limit ? at : limit, price);
      walk_next (w);
    }
  return true;
}

/* PART of ALL of AMOUNT, rounded down.  */
static int64_t
portion (int64_t amount, int64_t part, int64_t all)
{
  return (int64_t) ((__int128) amount * part / all);
}

int64_t
hwpgo_flow_share (const struct hwpgo_flow_pieces *pieces,
                  struct hwpgo_flow_part a, struct hwpgo_flow_part b,
                  int64_t flow)
{
  struct walk x = walk_begin (pieces, a), y = walk_begin (pieces, b);
  int64_t share = x.start, rest = flow - x.start - y.start;
  while (rest > 0 && (!walk_ended (&x) || !walk_ended (&y)))
    {
      int64_t mine = walk_ended (&x) ? 0 : walk_end (&x) - x.start;
      int64_t other = walk_ended (&y) ? 0 : walk_end (&y) - y.start;
      if (mine && other && walk_price (&x) < walk_price (&y))
        other = 0;
      else if (mine && other && walk_price (&x) > walk_price (&y))
        mine = 0;
      if (rest < mine + other)
        return share + portion (rest, mine, mine + other);
      share += mine;
      rest -= mine + other;
      if (mine)
        walk_next (&x);
      if (other)
        walk_next (&y);
    }
  return share;
}

int64_t
hwpgo_flow_cheapest (const struct hwpgo_flow_pieces *pieces,
                     const struct hwpgo_flow_channel *c)
{
  const struct hwpgo_flow_piece *p = &pieces->all[c->pieces];
  int64_t at = c->low;
  for (uint32_t i = 0; i < c->n_pieces && p[i].price < 0; i++)
    at = p[i].end;
  return at;
}
