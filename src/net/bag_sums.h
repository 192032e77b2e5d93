/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inference that follows small changes of a bag's indices (NET_BAG): its values are kept, and an index that
 * changes costs one vector less and one more. Their last bits depend on the order of the changes. (Nasu 2018
 * does so for shogi, and calls it NNUE.) */
#ifndef VEDETTE_NET_BAG_SUMS_H
#define VEDETTE_NET_BAG_SUMS_H

#include "net/net.h"

/* The values of bag `layer` without any index: its bias. `sums` has the layer's `size` floats. */
void bag_sums_start(const struct net *net, int layer, float *sums);

/* An index goes from one entry to another; -1: none. */
void bag_sums_change(const struct net *net, int layer, float *sums, int from, int to);

/* Says that bag_sums_change is soon to be called for an entry, which is then at hand. Changes nothing. */
void bag_sums_expect(const struct net *net, int layer, int entry);

/* out += what a NET_SPARSE layer makes of max(0, in), the terms in the order of its inputs. */
void bag_sums_add_positive(const struct net *net, int layer, const float *in, float *out);

#endif
