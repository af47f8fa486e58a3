/* Where turns of a loop are of two kinds, which a predictor guesses and sometimes misses,
   and each goes back by a branch of its own, neither falls through to the next turn.
   Where it always or never knows, one does.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-ipa-icf" } */

struct node
{
  struct node *left, *right;
  unsigned key;
};

void
guessed (struct node *root, unsigned key, struct node **less,
      struct node **others)
{
  while (root)
    {
      if (root->key < key)
        {
          *less = root;
          less = &root->right;
          root = root->right;
        }
      else
        {
          *others = root;
          others = &root->left;
          root = root->left;
        }
    }
  *less = *others = 0;
}

void
known (struct node *root, int key, struct node **less, struct node **others)
{
  while (root)
    {
      if ((int) root->key < key)
        {
          *less = root;
          less = &root->right;
          root = root->right;
        }
      else
        {
          *others = root;
          others = &root->left;
          root = root->left;
        }
    }
  *less = *others = 0;
}

void
unknown (struct node *root, unsigned char key, struct node **less,
         struct node **others)
{
  while (root)
    {
      if ((unsigned char) root->key < key)
        {
          *less = root;
          less = &root->right;
          root = root->right;
        }
      else
        {
          *others = root;
          others = &root->left;
          root = root->left;
        }
    }
  *less = *others = 0;
}

/* PROFILE:
guessed:50000000:100000
 1: 100000
 3: 1100000
 5: 1000000
 7: 500000
 8: 500000
 9: 500000
 13: 500000
 14: 500000
 15: 500000
 18: 100000
known:50000000:100000
 0: 100000
 2: 1100000
 4: 1000000
 6: 500000
 7: 500000
 8: 500000
 12: 500000
 13: 500000
 14: 500000
 17: 100000
unknown:50000000:100000
 1: 100000
 3: 1100000
 5: 1000000
 7: 500000
 8: 500000
 9: 500000
 13: 500000
 14: 500000
 15: 500000
 18: 100000
END PROFILE */
/* PROFILE MISPREDICTS:
guessed:250000:0
 5: 250000
known:1000:0
 4: 1000
unknown:480000:0
 5: 480000
END PROFILE */

/* { dg-final { scan-assembler-not {je[ \t]+\.L\d+\n\.L\d+:\n[ \t]+cmpl[^\n]*\n[ \t]+j(?:n?be?|ae?)\M} } } */
/* { dg-final { scan-assembler {je[ \t]+\.L\d+\n\.L\d+:\n[ \t]+cmpl[^\n]*\n[ \t]+j(?:l|ge)\M} } } */
/* { dg-final { scan-assembler {je[ \t]+\.L\d+\n\.L\d+:\n[ \t]+cmpb[^\n]*\n[ \t]+j(?:n?be?|ae?)\M} } } */
