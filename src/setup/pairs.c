/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/pairs.h"

#include <string.h>

/* Assigns a pair and its exchanged form to a class; s corresponds to `first`. */
static void assign_class(struct pair_classes *classes, int s, int t, int class)
{
    classes->of[s][t] = classes->of[t][s] = (uint16_t)class;
    classes->turned[s][t] = false;
    classes->turned[t][s] = true;
}

void pair_classes_init(struct pair_classes *classes)
{
    int count = 0;
    memset(classes, 0, sizeof *classes);
    for (int s = 0; s < PIECES_A_SIDE; s++)
        for (int t = s + 1; t < PIECES_A_SIDE; t++) {
            int image_s = place_mirrored(s), image_t = place_mirrored(t);
            int low = image_s < image_t ? image_s : image_t;
            int high = image_s < image_t ? image_t : image_s;
            if (low < s || (low == s && high < t))
                continue; /* assigned already as a mirror image */
            classes->first[count] = (uint8_t)s;
            classes->second[count] = (uint8_t)t;
            classes->own_image[count] = image_s == t;
            if (!classes->own_image[count])
                assign_class(classes, image_s, image_t, count);
            assign_class(classes, s, t, count);
            count++;
        }
}
