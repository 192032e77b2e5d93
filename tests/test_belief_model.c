/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model of the Bayesian guesser as a file: written, read back, and refused where it is none. */
#include "belief/belief.h"
#include "belief/model.h"
#include "cmocka_all.h"
#include "shipped.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A model of random weights. */
static struct belief_model *random_model(uint64_t seed)
{
    struct belief_model *model = belief_model_new();
    struct rng rng;
    rng_seed(&rng, seed, 0);
    strcpy(model->source, "a test");
    strcpy(model->date, "2026-11-21");
    model->setups = 7;
    model->move_model[0].games = 3;
    model->move_model[0].moves = 99;
    model->move_model[1].games = 2;
    model->weights = (struct belief_weights){0.125, 0.25, 0.5, 1, 2, 0, .known = 0.5, .recall_seen = 1.5};
    model->fingerprints[0] = (struct game_fingerprints){3, {5, 0xdeadbeef, 0xffffffff}};
    model->without = (struct game_fingerprints){2, {0, 0}};
    model->families.count = 2;
    for (uint32_t i = 0; i < model->families.count; i++) {
        struct family *family = &model->families.family[i];
        family->games = 3 + 40 * i;
        family->mirrored = 3 * i;
        family->near = 5 * i;
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            family->rank[place] = (uint8_t)rng_below(&rng, RANKS);
            family->sure[place] = (uint8_t)rng_below(&rng, FAMILY_SURE_MAX + 1);
        }
    }
    families_prepare(&model->families);
    for (size_t i = 0; i < model->network->weights; i++)
        model->network->weight[i] = (float)(rng_unit(&rng) - 0.5);
    for (int player = 0; player < PLAYER_KINDS; player++) {
        model->habits.learnt[player].games = 5;
        model->habits.learnt[player].pieces = 600;
        for (int i = 0; i < HABIT_FEATURES; i++)
            for (int rank = 0; rank < RANKS; rank++)
                model->habits.weight[i][player][rank] = (float)(4 * rng_unit(&rng) - 2);
    }
    model->calibration.games = 12;
    for (int i = 0; i < CALIBRATION_KNOTS; i++)
        model->calibration.height[i] = (float)rng_below(&rng, 3000) / 1000 - 1.5f;
    for (int known = 0; known < RANKS; known++)
        for (int strength = 0; strength < STEP_WEIGHTS; strength++) {
            model->calibration.step[0][known][strength] = (float)rng_below(&rng, 3000) / 1000 - 1.5f;
            model->calibration.step[1][known][strength] = (float)rng_below(&rng, 3000) / 1000 - 1.5f;
        }
    for (int i = 0; i < MOVE_FEATURES; i++)
        for (int rank = 0; rank < RANKS; rank++) {
            model->move_model[0].weight[i][rank] = (float)(4 * rng_unit(&rng) - 2);
            model->move_model[1].weight[i][rank] = (float)(4 * rng_unit(&rng) - 2);
        }
    return model;
}

TEST(test_round_trip)
{
    struct text first = {0}, second = {0};
    struct error error;
    struct belief_model *model = random_model(1);
    belief_model_write(model, &first);
    assert_true(first.size < BELIEF_MODEL_LIMIT);
    struct belief_model *again = belief_model_parse("m", first.bytes, first.size, &error);
    assert_non_null(again);
    assert_string_equal(again->source, "a test");
    assert_true(again->setups == 7 && again->move_model[0].games == 3 && again->move_model[0].moves == 99);
    assert_true(again->move_model[1].games == 2 && again->move_model[1].moves == 0);
    assert_memory_equal(&again->weights, &model->weights, sizeof model->weights);
    assert_memory_equal(again->fingerprints, model->fingerprints, sizeof model->fingerprints);
    assert_memory_equal(&again->without, &model->without, sizeof model->without);
    assert_memory_equal(&again->families, &model->families, sizeof model->families);
    assert_int_equal(again->calibration.games, 12);
    for (int i = 0; i < CALIBRATION_KNOTS; i++)
        assert_true(fabsf(again->calibration.height[i] - model->calibration.height[i]) < 1e-6f);
    for (int known = 0; known < RANKS; known++)
        for (int i = 0; i < PLAYER_KINDS * STEP_WEIGHTS; i++)
            assert_true(fabsf(again->calibration.step[i / STEP_WEIGHTS][known][i % STEP_WEIGHTS] -
                              model->calibration.step[i / STEP_WEIGHTS][known][i % STEP_WEIGHTS]) < 1e-6f);
    for (int player = 0; player < PLAYER_KINDS; player++)
        for (int i = 0; i < MOVE_FEATURES; i++)
            for (int rank = 0; rank < RANKS; rank++)
                assert_true(fabsf(again->move_model[player].weight[i][rank] -
                                  model->move_model[player].weight[i][rank]) < 0.00051f);
    for (int i = 0; i < NETWORK_HIDDEN; i++) /* a letter's step is widest at the scale: 2/43 of it */
        for (int k = 0; k < NETWORK_OUTPUTS; k++)
            assert_true(fabsf(network_out(again->network, i)[k] - network_out(model->network, i)[k]) <
                        0.0125f);
    belief_model_write(again, &second);
    assert_string_equal(text_string(&first), text_string(&second));
    text_free(&first);
    text_free(&second);
    belief_model_free(model);
    belief_model_free(again);
}

/* What the network makes of a setup in a mirror is the same in a mirror, to the last bit. */
TEST(test_network_mirror)
{
    struct belief_model *model = random_model(2);
    struct network_sums sums, image;
    float answer[PIECES_A_SIDE][RANKS], reflected[PIECES_A_SIDE][RANKS];
    network_start(model->network, &sums);
    network_start(model->network, &image);
    for (int place = 0; place < PIECES_A_SIDE; place += 3) {
        int state_there = place % NETWORK_STATES, other = place / 10 * 10 + 9 - place % 10;
        network_change(model->network, &sums, place, NETWORK_NOTHING, state_there);
        network_change(model->network, &image, other, NETWORK_NOTHING, state_there);
    }
    network_logits(model->network, &sums, answer);
    network_logits(model->network, &image, reflected);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        assert_memory_equal(answer[place], reflected[place / 10 * 10 + 9 - place % 10],
                            sizeof answer[place]);
    /* Folding changes nothing but the last bits. */
    network_symmetrise(model->network);
    network_start(model->network, &sums);
    for (int place = 0; place < PIECES_A_SIDE; place += 3)
        network_change(model->network, &sums, place, NETWORK_NOTHING, place % NETWORK_STATES);
    network_logits(model->network, &sums, reflected);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int rank = 0; rank < RANKS; rank++)
            assert_true(fabsf(answer[place][rank] - reflected[place][rank]) < 1e-3f);
    belief_model_free(model);
}

/* Replaces the first `from` behind `after` by `to`; the text must have both. */
static void replace(struct text *text, const char *after, const char *from, const char *to)
{
    struct text changed = {0};
    const char *start = strstr(text_string(text), after);
    assert_non_null(start);
    const char *found = strstr(start, from);
    assert_non_null(found);
    text_append(&changed, text->bytes, (size_t)(found - text->bytes));
    text_add(&changed, to);
    text_add(&changed, found + strlen(from));
    text_free(text);
    *text = changed;
}

static void assert_refused(const char *after, const char *from, const char *to, const char *expected)
{
    struct text text = {0};
    struct error error = {0};
    struct belief_model *model = random_model(3);
    belief_model_write(model, &text);
    belief_model_free(model);
    replace(&text, after, from, to);
    model = belief_model_parse("bad.yaml", text_string(&text), text.size, &error);
    if (model || !strstr(error.text, expected) || strncmp(error.text, "bad.yaml:", 9) != 0)
        fail_msg("%s>%s: found \"%s\", expected \"%s\"", from, to, error.text, expected);
    text_free(&text);
}

/* A file of the form before, which has no families and no weights of theirs, is read. */
TEST(test_form_before)
{
    struct text text = {0};
    struct belief_model *model = random_model(5);
    model->families.count = 0;
    model->calibration.games = 0;
    belief_model_write(model, &text);
    belief_model_free(model);
    replace(&text, "", "vedette-belief/3", "vedette-belief/2");
    const char *key = "known: near: known_kept: near_kept: recall_seen: recall_moved: recall_habits: ";
    for (; *key; key = strchr(key, ' ') + 1) {
        char line[40], found[40];
        const char *at;
        snprintf(line, sizeof line, "\n  %.*s", (int)(strchr(key, ' ') - key), key);
        at = strstr(text_string(&text), line);
        assert_non_null(at);
        snprintf(found, sizeof found, "%.*s", (int)strcspn(at + 1, "\n") + 1, at);
        replace(&text, "", found, "");
    }
    model = belief_model_parse("before", text_string(&text), text.size, NULL);
    assert_non_null(model);
    assert_true(model->calibration.games == 0);
    assert_true(model->families.count == 0 && model->weights.joint == 0.125);
    assert_true(model->weights.known == belief_weights_plain.known);
    belief_model_free(model);
    text_free(&text);
}

/* A calibration of before had fewer curves, and no steps up: what is not there is flat. */
TEST(test_calibration_before)
{
    struct text text = {0};
    struct belief_model *model = random_model(6);
    const struct calibration_curve *gone = &calibration_curves[0];
    char key[60];
    belief_model_write(model, &text);
    while (strcmp(gone->name, "stepped_up") != 0)
        gone++;
    snprintf(key, sizeof key, "\n  %s:", gone->name);
    const char *at = strstr(text_string(&text), key);
    assert_non_null(at);
    char *line = strndup(at, strcspn(at + 1, "\n") + 1);
    replace(&text, "", line, "");
    free(line);
    at = strstr(text_string(&text), "\n  people_step_up:");
    assert_non_null(at);
    char *steps = strndup(at, (size_t)(strstr(at, "\n  programs_step_up:") - at));
    replace(&text, "", steps, "");
    free(steps);
    struct belief_model *again = belief_model_parse("before", text_string(&text), text.size, NULL);
    assert_non_null(again);
    for (int i = 0; i < gone->count; i++)
        assert_true(again->calibration.height[gone->start + i] == 0);
    for (int i = 0; i < RANKS * STEP_WEIGHTS; i++)
        assert_true(again->calibration.step[0][i / STEP_WEIGHTS][i % STEP_WEIGHTS] == 0);
    assert_true(again->calibration.height[0] != 0 && again->calibration.step[1][MAJOR][0] != 0);
    belief_model_free(again);
    belief_model_free(model);
    text_free(&text);
}

TEST(test_hostile)
{
    assert_refused("", "vedette-belief/3", "vedette-belief/1", "format");
    assert_refused("", "\npeople:", "\nbehaviour:", "unknown key \"behaviour\"");
    assert_refused("", "joint: 0.125", "joint: 2.5", "weights.joint");
    assert_refused("", "joint: 0.125", "joint: nan", "weights.joint");
    assert_refused("", "evidence:", "evident:", "evident");
    assert_refused("", "Derb7v", "Derb-v", "people.marks: mark 2 is not 6 digits from A to /");
    assert_refused("", "Derb7v", "Derb7", "people.marks: mark 3 is not");
    assert_refused("", "Derb7v", "Eerb7v", "people.marks: mark 2 is not");
    assert_refused("", "Derb7v", "AAAAAE", "people.marks: mark 2 is out of order");
    assert_refused("", "AAAAAFDerb7vD/////", "00000005 deadbeet", "people.marks: mark 2 is not 8 digits");
    assert_refused("", "marks: \"\"", "marks: [1]", "programs.marks");
    assert_refused("", "  history:", "  histery:", "histery");
    assert_refused("  moves: ", "99", "nan", "people.moves");
    assert_refused("  moves: ", "99", "-1", "people.moves");
    assert_refused("  place:", "- ", "- nan ", "people.place");
    assert_refused("  place:", "- ", "- 9999999 ", "people.place");
    assert_refused("  place:", "- ", "- 1 ", "people.place");
    assert_refused("  place:", "    - ", "    - 1 2\n    - ", "people.place");
    assert_refused("\nfamilies:", "- 3 0 ", "- 2 0 ", "families: found no family");
    assert_refused("\nfamilies:", "- 3 0 ", "- 3 4 ", "families: found no family");
    assert_refused("\nfamilies:", "- 3 0 ", "- 3 0 F", "families: found no family");
    assert_refused("\nfamilies:", "- 3 0 ", "- 3 0 0 1", "families: found no family");
    assert_refused("\nfamilies:", "- 3 0", "- [3, 0]\n  - 3 0", "families: found no family");
    assert_refused("\nfamilies:", "- 3 0", "- -3 0", "families: found no family");
    assert_refused("\ncalibration:", "games: 12", "games: -1", "calibration.games");
    assert_refused("\ncalibration:", "  hidden:", "  hidin:", "hidin");
    assert_refused("\n  moved:", ": ", ": 5 ", "calibration.moved");
    assert_refused("\n  moved:", ": ", ": nan ", "calibration.moved");
    assert_refused("\n  people_step_up:", "- ", "- 5 ", "calibration.people_step_up");
    assert_refused("\n  programs_step_up:", "- ", "- 5 6\n    - ", "calibration.programs_step_up");
    assert_refused("  setups:", "7", "many", "network.setups");
    assert_refused("  in:", ">-", ">-\n      -5", "network.in");
    assert_refused("  in:", ">-", ">-\n      x", "network.in");
    assert_refused("  out:", "    - >-", "    - [1]\n    - >-", "network.out");
    assert_refused("  threshold:", ">-", ">-\n      500 !", "network.threshold");
    struct error error = {0};
    assert_null(belief_model_parse("empty", "", 0, &error));
}

/* Half a file, cut anywhere, is none. */
TEST(test_cut)
{
    struct text text = {0};
    struct belief_model *model = random_model(4);
    belief_model_write(model, &text);
    belief_model_free(model);
    for (size_t size = 1; size < text.size - 1; size += text.size / 23) {
        struct error error;
        assert_null(belief_model_parse("cut", text.bytes, size, &error));
    }
    text_free(&text);
}

/* The model that is part of the program can be read, and is one that learnt. */
TEST(test_standard)
{
    struct belief_model *model = shipped_belief_model();
    assert_true(model->setups > 10000 && model->move_model[0].games >= 1000);
    assert_true(model->move_model[1].games >= 1000);
    assert_int_equal(model->fingerprints[0].count, model->move_model[0].games);
    assert_int_equal(model->fingerprints[1].count, model->move_model[1].games);
    assert_true(model->without.count == 0 || model->without.count == model->move_model[0].games);
    /* Nobody attacks a known marshal with a sergeant, but with a spy. */
    int target = feature_table[FEATURE_TARGET].start + MARSHAL;
    assert_true(model->move_model[0].weight[target][SPY] > model->move_model[0].weight[target][SERGEANT] + 3);
    belief_model_free(model);
}

/* Marks of more games than there were before, in less than six and a half bytes each; and those of files of
 * before. */
TEST(test_marks)
{
    enum { GAMES = 14000 };
    struct text text = {0}, short_text = {0};
    struct error error;
    struct belief_model *model = random_model(4), *again;
    belief_model_write(model, &short_text);
    model->fingerprints[1].count = GAMES;
    for (uint32_t i = 0; i < GAMES; i++)
        model->fingerprints[1].fingerprint[i] = i * 200003;
    belief_model_write(model, &text);
    assert_true(text.size - short_text.size < GAMES * 13 / 2);
    again = belief_model_parse("m", text.bytes, text.size, &error);
    assert_non_null(again);
    assert_memory_equal(again->fingerprints, model->fingerprints, sizeof model->fingerprints);
    belief_model_free(again);
    replace(&short_text, "", "AAAAAFDerb7vD/////", "00000005 deadbeef\n    ffffffff");
    again = belief_model_parse("m", short_text.bytes, short_text.size, &error);
    assert_non_null(again);
    assert_memory_equal(again->fingerprints, model->fingerprints, sizeof model->fingerprints[0]);
    belief_model_free(again);
    belief_model_free(model);
    text_free(&text);
    text_free(&short_text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),     cmocka_unit_test(test_marks),
        cmocka_unit_test(test_network_mirror), cmocka_unit_test(test_form_before),
        cmocka_unit_test(test_calibration_before), cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_cut),            cmocka_unit_test(test_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
