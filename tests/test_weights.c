/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weight files: what is read is what was written; a byte that is missing, changed or too many, numbers
 * that are not finite or too large, and parts that do not belong together are refused with one line. */
#include "base/digest.h"
#include "base/packed.h"
#include "cmocka_all.h"
#include "net/weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where parts of the content are: behind a head of 32 bytes 4 rows of 36, then 12 bytes of options. */
enum { ROWS = 4, AT_ROWS = 32, AT_OPTIONS = AT_ROWS + ROWS * 36, AT_WEIGHTS = AT_OPTIONS + 12 };

static const struct net_row rows[ROWS] = {
    {.kind = NET_INPUT, .height = 3, .width = 2, .channels = 2},
    {.kind = NET_CONV, .from = 0, .channels = 3},
    {.kind = NET_NORM, .from = 1},
    {.kind = NET_DENSE, .from = 2, .channels = 4},
};

static float more[1000];

static void make_weights(struct net_weights *weights)
{
    *weights = (struct net_weights){.net = net_new(rows, ROWS, NULL), .seed = UINT64_C(0x8000000000000001),
                                .options = strdup("rate: 0.01\n"), .more_count = 1};
    net_start(weights->net, 3);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        more[i] = (float)i;
    weights->more[0] = more;
}

static void drop_weights(struct net_weights *weights)
{
    weights->more_count = 0;
    weights_free(weights);
}

TEST(files_keep_what_they_hold)
{
    char path[] = "/tmp/vedette-weights-XXXXXX";
    struct net_weights weights, found;
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    make_weights(&weights);
    assert_int_equal(weights_write(path, &weights, NULL), STATUS_OK);
    assert_int_equal(weights_read(path, &found, NULL), STATUS_OK);
    size_t bytes = weights.net->weights * sizeof(float);
    assert_true(found.seed == weights.seed && found.more_count == 1);
    assert_string_equal(found.options, weights.options);
    assert_true(net_same_rows(found.net, weights.net));
    assert_memory_equal(found.net->weight, weights.net->weight, bytes);
    assert_memory_equal(found.more[0], more, bytes);
    weights_free(&found);
    /* What is no number is not written, and the file stays. */
    struct error error = {0};
    weights.net->weight[weights.net->layers[3].at + 5] = NAN;
    assert_int_equal(weights_write(path, &weights, &error), STATUS_BAD);
    assert_non_null(strstr(error.text,
                           "layer 3, dense: found NaN as weight 5 of array 0, expected a finite number"));
    assert_int_equal(weights_read(path, &found, NULL), STATUS_OK);
    weights_free(&found);
    unlink(path);
    assert_int_equal(weights_read(path, &found, NULL), STATUS_BAD);
    drop_weights(&weights);
}

static void assert_refused(const char *bytes, size_t size, const char *why)
{
    struct net_weights weights;
    struct error error = {0};
    enum status status = weights_parse("w", bytes, size, &weights, &error);
    if (status != STATUS_BAD || strncmp(error.text, "w: ", 3) != 0 || !strstr(error.text, why))
        fail_msg("\"%s\", expected \"%s\"", error.text, why);
    assert_null(weights.net);
}

TEST(damage_is_found)
{
    struct net_weights weights;
    struct text file = {0};
    make_weights(&weights);
    weights_pack(&weights, &file);
    for (size_t size = 0; size < file.size; size++)
        assert_refused(file.bytes, size, "found");
    for (size_t i = 0; i < file.size; i++) {
        file.bytes[i] ^= 16;
        assert_refused(file.bytes, file.size, "found");
        file.bytes[i] ^= 16;
    }
    text_append(&file, "x", 1);
    assert_refused(file.bytes, file.size, "bytes behind the head");
    text_free(&file);
    drop_weights(&weights);
}

/* The content with `size` bytes at `at` exchanged, its digests right but for the layers' where `source` is
 * not 0. */
static void check_content(const struct text *content, size_t at, const void *bytes, size_t size,
                          uint64_t source, const char *why)
{
    struct text changed = {0}, file = {0};
    text_append(&changed, content->bytes, content->size);
    memcpy(changed.bytes + at, bytes, size);
    packed_write("net/1", source ? source : digest(changed.bytes + AT_ROWS, ROWS * 36), changed.bytes,
                 changed.size, &file);
    assert_refused(file.bytes, file.size, why);
    text_free(&changed);
    text_free(&file);
}

TEST(content_is_checked)
{
    struct net_weights weights;
    struct text file = {0}, content = {0};
    const float infinite = INFINITY, nan = NAN, huge = 1e30f, high = -1000.5f;
    const uint64_t many = UINT64_C(1) << 40, one_more = 80;
    const int32_t kind = 99, channels = 5;
    const uint32_t none = 0, large = 1000000;
    make_weights(&weights);
    weights_pack(&weights, &file);
    text_append(&content, file.bytes + PACKED_HEAD, file.size - PACKED_HEAD);
    check_content(&content, AT_WEIGHTS + 8, &nan, 4, 0, "layer 1, conv: found NaN as weight 2 of array 0");
    check_content(&content, content.size - 4, &infinite, 4, 0, "layer 3, dense: found an infinite number");
    check_content(&content, AT_WEIGHTS + 8, &huge, 4, 0,
                  "layer 1, conv: found 1e+30 as weight 2, expected -1000 .. 1000");
    check_content(&content, AT_WEIGHTS + 8, &high, 4, 0, "found -1000.5 as weight 2");
    char why[60];
    snprintf(why, sizeof why, "layer 0: found kind %d, expected 0 .. %d", NET_KINDS, NET_KINDS - 1);
    check_content(&content, AT_ROWS, &kind, 4, 0, why);
    check_content(&content, AT_ROWS + 3 * 36 + 20, &channels, 4, 0, "weights, its layers have");
    check_content(&content, AT_ROWS + 3 * 36 + 20, &channels, 4, 1, "found another digest of the layers");
    check_content(&content, AT_OPTIONS, "\1", 1, 0, "found byte 1 of the options");
    check_content(&content, 8, &many, 8, 0, "expected 1 .. 1000, 1 .. 9 of up to 67108864");
    check_content(&content, 8, &one_more, 8, 0, "bytes of content");
    check_content(&content, 16, &none, 4, 0, "found 0 layers");
    check_content(&content, 20, &none, 4, 0, " 0 arrays");
    check_content(&content, 24, &large, 4, 0, "1000000 bytes of options");
    text_free(&content);
    text_free(&file);
    packed_write("net/1", 1, "short", 5, &file);
    assert_refused(file.bytes, file.size, "found 5 bytes of content, expected at least 32");
    text_clear(&file);
    packed_write("net/2", 1, "short", 5, &file);
    assert_refused(file.bytes, file.size, "found a packed file of kind 'net/2', expected 'net/1'");
    text_free(&file);
    drop_weights(&weights);
}

TEST(other_layers_are_refused)
{
    struct net_weights weights;
    struct error error = {0};
    struct net_row other[ROWS];
    make_weights(&weights);
    assert_int_equal(weights_expect("w", &weights, rows, ROWS, &error), STATUS_OK);
    assert_int_equal(weights_expect("w", &weights, rows, ROWS - 1, &error), STATUS_BAD);
    assert_string_equal(error.text, "w: found a network of 4 layers, expected 3");
    memcpy(other, rows, sizeof rows);
    other[1].channels = 4;
    assert_int_equal(weights_expect("w", &weights, other, ROWS, &error), STATUS_BAD);
    assert_string_equal(error.text, "w: layer 1: found conv 3x2x3, kernel 3, stride 1, from 0, "
                                    "expected conv 3x2x4, kernel 3, stride 1, from 0");
    drop_weights(&weights);
}

TESTS_MAIN(NULL, NULL)
