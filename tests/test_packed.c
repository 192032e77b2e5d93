/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packed files: what is read from one is what was written, and a byte that is damaged, missing or too many is
 * found, wherever it is; the library takes none but the right one. */
#include "agent/agent.h"
#include "base/digest.h"
#include "base/disk.h"
#include "base/embedded.h"
#include "base/memory.h"
#include "base/packed.h"
#include "belief/model.h"
#include "cmocka_all.h"
#include "shipped.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/vedette-packed-XXXXXX";
static char place[PATH_MAX]; /* where the library looks for the packed model */

/* Values of XXH64 with seed 0 by the reference implementation. */
TEST(digests_are_xxh64)
{
    static const struct {
        const char *text;
        uint64_t digest;
    } known[] = {
        {"", UINT64_C(0xef46db3751d8e999)},
        {"a", UINT64_C(0xd24ec4f1a98c6e5b)},
        {"abc", UINT64_C(0x44bc2cf5ad770999)},
        {"Nobody inspects the spammish repetition", UINT64_C(0xfbcea83c8a378bf1)},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(digest(known[i].text, strlen(known[i].text)) == known[i].digest);
}

/* --- the container --- */

static const char content[] = "some content, of more than one stripe of the digest: 0123456789";

static void write_small(struct text *out)
{
    packed_write("small/1", 77, content, sizeof content, out);
}

static void assert_small_refused(const char *bytes, size_t size, const char *why)
{
    struct packed packed;
    struct error error = {0};
    if (packed_open("p", "small/1", bytes, size, &packed, &error) != STATUS_BAD ||
        strncmp(error.text, "p: found ", 9) != 0 || !strstr(error.text, why))
        fail_msg("\"%s\", expected \"%s\"", error.text, why);
}

TEST(containers_keep_what_they_hold)
{
    struct text text = {0}, none = {0};
    struct packed packed;
    write_small(&text);
    assert_int_equal(text.size, PACKED_HEAD + sizeof content);
    assert_true(packed_begins(text.bytes, text.size) && !packed_begins(text.bytes, 7));
    assert_false(packed_begins("format: vedette-belief/2", 24));
    assert_int_equal(packed_open("p", "small/1", text.bytes, text.size, &packed, NULL), STATUS_OK);
    assert_true(packed.size == sizeof content && packed.source == 77);
    assert_memory_equal(packed.content, content, sizeof content);
    packed_write("none", 0, NULL, 0, &none);
    assert_int_equal(packed_open("p", "none", none.bytes, none.size, &packed, NULL), STATUS_OK);
    assert_int_equal(packed.size, 0);
    assert_int_equal(packed_open("p", "other", text.bytes, text.size, &packed, NULL), STATUS_BAD);
    text_free(&none);
    text_free(&text);
}

/* Every byte changed in every bit and to every nasty value, each size that is too small, and one too many. */
TEST(damage_is_found)
{
    struct text text = {0};
    write_small(&text);
    for (size_t at = 0; at < text.size; at++) {
        char whole = text.bytes[at];
        for (int change = 1; change < 256; change++) {
            text.bytes[at] = (char)(whole ^ change);
            assert_small_refused(text.bytes, text.size, "");
        }
        text.bytes[at] = whole;
    }
    for (size_t size = 0; size < text.size; size++) {
        char *cut = memory_new(size + 1, 1); /* so that a sanitizer sees a look behind its end */
        char *exact = realloc(cut, size ? size : 1);
        memcpy(exact, text.bytes, size);
        assert_small_refused(exact, size, size < PACKED_HEAD ? "no packed file" : "bytes behind the head");
        free(exact);
    }
    text_append(&text, "x", 1);
    assert_small_refused(text.bytes, text.size, "bytes behind the head");
    text_free(&text);
}

static void swap_bytes(char *bytes, size_t size)
{
    for (size_t i = 0; i < size / 2; i++) {
        char kept = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = kept;
    }
}

/* Puts a right digest behind a head that was changed. */
static void sign_head(struct text *text)
{
    uint64_t sum = digest(text->bytes, PACKED_HEAD - sizeof sum);
    memcpy(text->bytes + PACKED_HEAD - sizeof sum, &sum, sizeof sum);
}

/* What another machine or version wrote soundly. */
TEST(strangers_are_found)
{
    struct text text = {0};
    const uint32_t later = PACKED_VERSION + 1;
    const uint64_t huge = UINT64_MAX - 3;
    write_small(&text);
    memcpy(text.bytes + 12, &later, sizeof later);
    sign_head(&text);
    assert_small_refused(text.bytes, text.size, "of version 2, expected version 1");
    text_clear(&text);
    write_small(&text);
    memcpy(text.bytes + 16, "small/2", 7);
    sign_head(&text);
    assert_small_refused(text.bytes, text.size, "of kind 'small/2', expected 'small/1'");
    text_clear(&text);
    write_small(&text);
    memcpy(text.bytes + 40, &huge, sizeof huge);
    sign_head(&text);
    assert_small_refused(text.bytes, text.size, "bytes behind the head");
    text_clear(&text);
    write_small(&text);
    swap_bytes(text.bytes + 8, 4);
    swap_bytes(text.bytes + 12, 4);
    for (size_t at = 32; at < PACKED_HEAD - 8; at += 8)
        swap_bytes(text.bytes + at, 8);
    sign_head(&text);
    swap_bytes(text.bytes + PACKED_HEAD - 8, 8);
    assert_small_refused(text.bytes, text.size, "another machine's order of bytes");
    text_free(&text);
}

/* --- the model --- */

static const struct embedded *readable(void)
{
    return embedded_find("data/belief/people-and-programs.yaml");
}

/* The shipped model packed, as if made from a file with this digest. */
static void pack_shipped(uint64_t source, struct text *out)
{
    struct belief_model *model = shipped_belief_model();
    belief_model_pack(model, source, out);
    belief_model_free(model);
}

/* The same weights, and all else byte for byte. */
static void assert_same_models(const struct belief_model *model, struct belief_model *other)
{
    struct net *network = other->network;
    assert_memory_equal(network->weight, model->network->weight, network->weights * sizeof(float));
    other->network = model->network;
    assert_memory_equal(other, model, sizeof *model);
    other->network = network;
}

TEST(models_come_back_to_the_last_bit)
{
    struct text text = {0}, again = {0};
    uint64_t source = 0;
    struct belief_model *model = shipped_belief_model(), *unpacked, *parsed;
    belief_model_pack(model, 42, &text);
    assert_true(text.size < 3000000 && readable()->size < 3000000);
    unpacked = belief_model_unpack("m", text.bytes, text.size, &source, NULL);
    parsed = belief_model_parse("m", text.bytes, text.size, NULL);
    assert_non_null(unpacked);
    assert_non_null(parsed);
    assert_true(source == 42);
    assert_same_models(model, unpacked);
    assert_same_models(model, parsed);
    belief_model_pack(unpacked, 42, &again);
    assert_true(again.size == text.size && memcmp(again.bytes, text.bytes, text.size) == 0);
    /* Numbers that no letter stands for, of all states of a place, and no fingerprint. */
    model->variant = variant_index(variant_find("free"));
    for (size_t i = 0; i < model->network->weights; i++)
        model->network->weight[i] = (float)sin((double)i) / 3;
    model->without.count = 0;
    memset(model->without.fingerprint, 0, sizeof model->without.fingerprint);
    text_clear(&text);
    belief_model_free(unpacked);
    belief_model_pack(model, 42, &text);
    unpacked = belief_model_unpack("m", text.bytes, text.size, NULL, NULL);
    assert_non_null(unpacked);
    assert_same_models(model, unpacked);
    belief_model_free(parsed);
    belief_model_free(unpacked);
    belief_model_free(model);
    text_free(&again);
    text_free(&text);
}

/* Rows whose largest letter is any, scales from the least to large ones, and rows of zeros only: as a
 * readable file has them, they take a byte a weight and no more. */
TEST(rows_of_letters_stay_short)
{
    struct text readable_form = {0}, packed = {0}, shipped = {0};
    struct belief_model *model = shipped_belief_model(), *parsed, *unpacked;
    pack_shipped(1, &shipped);
    for (int row = 0; row < NETWORK_HIDDEN; row++)
        for (int k = 0; k < NETWORK_OUTPUTS; k++)
            network_out(model->network, row)[k] =
                row % 7 ? (float)(exp(row * 0.028 - 8) * sin((double)(k * row))) : 0;
    belief_model_write(model, &readable_form);
    parsed = belief_model_parse("m", readable_form.bytes, readable_form.size, NULL);
    assert_non_null(parsed);
    belief_model_pack(parsed, 1, &packed);
    assert_int_equal(packed.size, shipped.size);
    unpacked = belief_model_unpack("m", packed.bytes, packed.size, NULL, NULL);
    assert_non_null(unpacked);
    assert_same_models(parsed, unpacked);
    belief_model_free(unpacked);
    belief_model_free(parsed);
    belief_model_free(model);
    text_free(&shipped);
    text_free(&packed);
    text_free(&readable_form);
}

TEST(damaged_models_are_none)
{
    struct text text = {0};
    pack_shipped(1, &text);
    size_t step = text.size / 199;
    for (size_t at = 0; at < text.size; at += at < PACKED_HEAD ? 1 : step) {
        struct error error = {0};
        text.bytes[at] ^= 0x10;
        assert_null(belief_model_parse("m", text.bytes, text.size, &error));
        assert_true(error.text[0] != '\0');
        text.bytes[at] ^= 0x10;
        assert_null(belief_model_unpack("m", text.bytes, at, NULL, &error));
    }
    text_free(&text);
}

/* Packs what stands in a model, sound or not, and reads it back. */
static void assert_no_model(struct belief_model *model, const char *what)
{
    struct text text = {0};
    struct error error = {0};
    belief_model_pack(model, 1, &text);
    if (belief_model_unpack("m", text.bytes, text.size, NULL, &error) ||
        strcmp(error.text, "m: found numbers that are no model's") != 0)
        fail_msg("%s: \"%s\"", what, error.text);
    text_free(&text);
}

/* Whole files with content that nothing could have made. */
TEST(hostile_models_are_none)
{
    struct belief_model *sound = shipped_belief_model(), *model = belief_model_copy(sound);
    network_in(model->network, 3, 4)[5] = NAN;
    assert_no_model(model, "nan");
    belief_model_assign(model, sound);
    network_bias(model->network)[0] = INFINITY;
    assert_no_model(model, "infinite");
    belief_model_assign(model, sound);
    model->move_model[1].weight[2][3] = -1001;
    assert_no_model(model, "too small");
    belief_model_assign(model, sound);
    model->weights.evidence = 2.5;
    assert_no_model(model, "a weight");
    belief_model_assign(model, sound);
    model->fingerprints[0].fingerprint[1] = 0;
    assert_no_model(model, "out of order");
    belief_model_assign(model, sound);
    memset(model->source, 'x', sizeof model->source);
    assert_no_model(model, "a line without end");
    belief_model_assign(model, sound);
    model->date[0] = '\n';
    assert_no_model(model, "two lines");
    belief_model_assign(model, sound);
    model->variant = (uint8_t)variant_count;
    assert_no_model(model, "no variant");
    belief_model_free(model);
    belief_model_free(sound);
    /* Counts that lie, and content that is too long: there is no such model, so they are written by hand. */
    struct text text = {0}, lying = {0};
    struct packed packed;
    const uint64_t many = UINT64_MAX;
    pack_shipped(1, &text);
    assert_int_equal(packed_open("m", "belief-model/5", text.bytes, text.size, &packed, NULL), STATUS_OK);
    char *changed = memory_new(packed.size + 1, 1);
    size_t count_at = sizeof model->source + sizeof model->date + sizeof model->variant +
                      sizeof model->weights + 2 * sizeof(uint64_t) + sizeof model->move_model[0].weight;
    memcpy(changed, packed.content, packed.size);
    memcpy(changed + count_at, &many, sizeof many);
    packed_write("belief-model/5", 1, changed, packed.size, &lying);
    assert_null(belief_model_unpack("m", lying.bytes, lying.size, NULL, NULL));
    for (size_t size = 0; size <= packed.size + 1; size += size < packed.size ? packed.size / 7 : 1) {
        if (size == packed.size)
            continue;
        memcpy(changed, packed.content, size < packed.size ? size : packed.size);
        text_clear(&lying);
        packed_write("belief-model/5", 1, changed, size, &lying);
        assert_null(belief_model_unpack("m", lying.bytes, lying.size, NULL, NULL));
    }
    free(changed);
    text_free(&lying);
    text_free(&text);
}

/* --- the library --- */

static void put_packed(const struct text *text)
{
    assert_int_equal(disk_write(place, text->bytes, text->size, NULL), STATUS_OK);
}

/* What a new library reads: the model's line on its source. */
static void assert_library_reads(const char *expected, enum status packed, const char *why)
{
    struct library *library = library_new();
    struct text path = {0};
    struct error error = {0};
    const struct belief_model *model;
    library_use_packed(library, folder);
    assert_int_equal(library_check_packed(library, &path, &error), packed);
    if (!strstr(packed ? error.text : text_string(&path), why))
        fail_msg("\"%s\", expected \"%s\"", error.text, why);
    assert_int_equal(library_belief_model(library, NULL, &model, &error), STATUS_OK);
    assert_string_equal(model->source, expected);
    text_free(&path);
    library_free(library);
}

TEST(the_library_takes_the_right_one_alone)
{
    struct belief_model *model = shipped_belief_model();
    uint64_t source = digest(readable()->bytes, readable()->size);
    struct text text = {0};
    char usual[sizeof model->source];
    memcpy(usual, model->source, sizeof usual);
    assert_library_reads(usual, STATUS_BAD, "No such file");
    memset(model->source, 0, sizeof model->source);
    strcpy(model->source, "the packed one"); /* so that it shows which was read */
    belief_model_pack(model, source, &text);
    put_packed(&text);
    assert_library_reads("the packed one", STATUS_OK, place);
    /* Damaged, cut off, empty, of another file: the readable one. */
    text.bytes[text.size / 2] ^= 1;
    put_packed(&text);
    assert_library_reads(usual, STATUS_BAD, "damaged content");
    text.bytes[text.size / 2] ^= 1;
    text.size--;
    put_packed(&text);
    assert_library_reads(usual, STATUS_BAD, "bytes behind the head");
    text_clear(&text);
    put_packed(&text);
    assert_library_reads(usual, STATUS_BAD, "no packed file");
    belief_model_pack(model, source + 1, &text);
    put_packed(&text);
    assert_library_reads(usual, STATUS_BAD, "made from another file");
    text_clear(&text);
    text_append(&text, (const char *)readable()->bytes, readable()->size);
    put_packed(&text);
    assert_library_reads(usual, STATUS_BAD, "no packed file");
    /* What is no file at all. */
    unlink(place);
    assert_int_equal(mkdir(place, 0700), 0);
    assert_library_reads(usual, STATUS_BAD, "Is a directory");
    rmdir(place);
    assert_int_equal(mkfifo(place, 0600), 0);
    assert_library_reads(usual, STATUS_BAD, "no regular file");
    unlink(place);
    text_free(&text);
    belief_model_free(model);
}

/* A packed file that the user names is taken like a readable one; a damaged one is an error. */
TEST(options_name_packed_models)
{
    struct library *library = library_new();
    struct settings settings;
    struct text text = {0};
    struct error error = {0};
    struct belief_sources sources;
    settings_init(&settings, option_groups);
    pack_shipped(0, &text);
    put_packed(&text);
    assert_int_equal(settings_set(&settings, "belief.model", place, "test", NULL), STATUS_OK);
    assert_int_equal(library_belief_sources(library, &settings, &sources, &error), STATUS_OK);
    assert_true(sources.model->setups > 10000);
    text.bytes[text.size - 1] ^= 1;
    put_packed(&text);
    assert_int_equal(library_belief_sources(library, &settings, &sources, &error), STATUS_BAD);
    assert_int_equal(strncmp(error.text, "belief.model: /tmp/", 19), 0);
    assert_non_null(strstr(error.text, "people-and-programs.packed: found damaged content"));
    unlink(place);
    text_free(&text);
    settings_free(&settings);
    library_free(library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_xxh64),
        cmocka_unit_test(containers_keep_what_they_hold),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(strangers_are_found),
        cmocka_unit_test(models_come_back_to_the_last_bit),
        cmocka_unit_test(rows_of_letters_stay_short), cmocka_unit_test(damaged_models_are_none),
        cmocka_unit_test(hostile_models_are_none),
        cmocka_unit_test(the_library_takes_the_right_one_alone),
        cmocka_unit_test(options_name_packed_models),
    };
    char path[PATH_MAX];
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/data/belief", folder);
    snprintf(place, sizeof place, "%s/data/belief/people-and-programs.packed", folder);
    if (disk_folder(path, NULL) != STATUS_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    rmdir(folder);
    return failed;
}
