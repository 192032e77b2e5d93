/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Incremental inference of a bag (NET_BAG): when an index changes, one vector is subtracted from the sums and
 * another is added. The last bits of the sums depend on the order of the changes. (Known as NNUE, from shogi:
 * Nasu 2018.) */
#ifndef VEDETTE_NET_BAG_SUMS_H
#define VEDETTE_NET_BAG_SUMS_H

#include "net/net.h"

/* Sets `sums`, the layer's `size` floats, to the values of bag `layer` without any index: its bias. */
void bag_sums_start(const struct net *net, int layer, float *sums);

/* Updates the sums after an index changed from entry `from` to entry `to`; -1: no entry. */
void bag_sums_change(const struct net *net, int layer, float *sums, int from, int to);

/* Prefetches the vector of an entry before a call of bag_sums_change. Changes nothing. */
void bag_sums_prefetch(const struct net *net, int layer, int entry);

/* Adds to `out` the values of NET_SPARSE layer `layer` for the input max(0, in). Adds the terms in the order
 * of the layer's inputs. */
void bag_sums_add_positive(const struct net *net, int layer, const float *in, float *out);

#endif
