/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second, slow form of networks: one sample at a time, in doubles, each layer by its definition. */
#ifndef VEDETTE_TESTS_NET_SLOW_H
#define VEDETTE_TESTS_NET_SLOW_H

#include "net/net.h"

/* The values of each layer of `net` for one sample, with `weight` in place of its own weights. values[i]
 * has room for layer i; those of inputs are there already. */
void net_slow_forward(const struct net *net, const double *weight, double **values);

#endif
