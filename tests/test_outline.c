/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outlines of setups: against a slow form, counted and joined, and made; and the nearest known setups and
 * families. */
#include "setup/outline_create.h"

#include "base/memory.h"
#include "cmocka_all.h"
#include "setup/families.h"
#include "setup/known.h"
#include "setup_oracle.h"
#include "shipped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SETUPS = 400 };

/* The outline square by square, from the text of the header. */
static struct outline slow_outline(const struct setup *setup)
{
    char ranks[4][10];
    struct outline outline = {{0, 0, 12, 12}};
    bool mirror = false;
    for (int place = 0; place < 40; place++)
        mirror |= setup->rank[place] == FLAG && place % 10 >= 5;
    for (int row = 0; row < 4; row++)
        for (int file = 0; file < 10; file++)
            ranks[row][file] = (char)setup->rank[row * 10 + (mirror ? 9 - file : file)];
    for (int row = 0; row < 4; row++)
        for (int file = 0; file < 10; file++) {
            int lane = file < 3 ? 0 : file < 7 ? 1 : 2;
            if (ranks[row][file] == MARSHAL)
                outline.value[2] = (uint8_t)(row * 3 + lane);
            if (ranks[row][file] == GENERAL)
                outline.value[3] = (uint8_t)(row * 3 + lane);
            if (ranks[row][file] != FLAG)
                continue;
            int bombs = 0, open = row == 0; /* the front of the front row */
            const int side[4][2] = {{row - 1, file}, {row + 1, file}, {row, file - 1}, {row, file + 1}};
            for (int i = 0; i < 4; i++) {
                if (side[i][0] < 0 || side[i][0] > 3 || side[i][1] < 0 || side[i][1] > 9)
                    continue;
                bool bomb = ranks[side[i][0]][side[i][1]] == BOMB;
                bombs += bomb;
                open += !bomb;
            }
            outline.value[0] = (uint8_t)(row * 5 + file);
            outline.value[1] = (uint8_t)(2 * bombs + (open == 0));
        }
    return outline;
}

/* Setups that share pieces, so that outlines repeat; every third one of few pieces. */
static void make_setups(struct setup setups[SETUPS])
{
    struct rng rng;
    rng_seed(&rng, 7, 0);
    for (int i = 0; i < SETUPS; i++) {
        oracle_random(&setups[i], &rng);
        if (i % 3 == 0) {
            uint8_t army[RANKS];
            oracle_army(8, army, &rng);
            oracle_random_army(army, &setups[i], &rng);
        }
        if (i % 4 == 1) { /* the flag in a corner behind two bombs */
            setup_swap(&setups[i], setup_find(&setups[i], FLAG), i % 8 == 1 ? 30 : 39);
            setup_swap(&setups[i], setup_find(&setups[i], BOMB), i % 8 == 1 ? 20 : 29);
            for (int place = 39; place >= 0; place--)
                if (setups[i].rank[place] == BOMB && place != (i % 8 == 1 ? 20 : 29)) {
                    setup_swap(&setups[i], place, i % 8 == 1 ? 31 : 38);
                    break;
                }
        }
    }
}

TEST(outlines_agree_with_a_slow_form)
{
    static struct setup setups[SETUPS];
    int closed = 0, mirrored = 0;
    make_setups(setups);
    for (int i = 0; i < SETUPS; i++) {
        struct setup mirror;
        bool is_mirrored, other;
        struct outline outline = setup_outline(&setups[i], &is_mirrored), slow = slow_outline(&setups[i]);
        assert_memory_equal(&outline, &slow, sizeof outline);
        setup_mirror(&setups[i], &mirror);
        slow = setup_outline(&mirror, &other);
        assert_memory_equal(&outline, &slow, sizeof outline);
        assert_true(is_mirrored != other);
        closed += outline.value[OUTLINE_BOMBS] % 2;
        mirrored += is_mirrored;
    }
    assert_in_range(closed, 20, SETUPS - 20);
    assert_in_range(mirrored, 20, SETUPS - 20);
}

/* Sums are counts of the setups themselves; in a table with joined rows those of the coarser steps differ
 * only by what was left out. */
TEST(tables_add_up)
{
    enum { MIN = 4 };
    static struct setup setups[SETUPS];
    struct outline_counts *counts = memory_new(1, sizeof *counts);
    struct outline_table *joined = memory_new(1, sizeof *joined);
    make_setups(setups);
    for (int i = 0; i < SETUPS; i++)
        outline_counts_add(counts, slow_outline(&setups[i]), 1, i % 3 == 0, i % 3 == 1);
    outline_table_make(counts, MIN, joined);
    for (int i = 0; i < SETUPS; i++)
        for (int steps = 0; steps <= OUTLINE_STEPS; steps++) {
            struct outline outline = slow_outline(&setups[i]);
            struct outline_cell slow = {0}, cell = outline_counts_sum(counts, outline, steps);
            for (int other = 0; other < SETUPS; other++) {
                struct outline own = slow_outline(&setups[other]);
                if (memcmp(own.value, outline.value, (size_t)steps) != 0)
                    continue;
                slow.setups++;
                slow.won += other % 3 == 0;
                slow.drawn += other % 3 == 1;
            }
            assert_memory_equal(&cell, &slow, sizeof cell);
            assert_true(outline_sum(joined, outline, steps).setups <= cell.setups);
            if (steps == OUTLINE_STEPS)
                continue;
            struct outline_cell next[OUTLINE_REST + 1], of_all[OUTLINE_REST + 1];
            outline_sum_next(joined, outline, steps, next);
            outline_counts_sum_next(counts, outline, steps, of_all);
            uint32_t sum = 0, sum_of_all = 0;
            for (int value = 0; value <= OUTLINE_REST; value++) {
                sum += next[value].setups;
                sum_of_all += of_all[value].setups;
            }
            assert_int_equal(sum, outline_sum(joined, outline, steps).setups);
            assert_int_equal(sum_of_all, cell.setups);
        }
    uint32_t kept = 0, rests = 0;
    for (uint32_t i = 0; i < joined->count; i++) {
        const struct outline_count *row = &joined->row[i];
        assert_true(row->setups >= MIN && row->won + row->drawn <= row->setups);
        assert_true(i == 0 || memcmp(&row[-1].outline, &row->outline, sizeof row->outline) < 0);
        kept += row->setups;
        rests += row->outline.value[OUTLINE_STEPS - 1] == OUTLINE_REST;
    }
    assert_true(rests > 0 && kept <= SETUPS && kept + MIN > SETUPS);
    free(counts);
    free(joined);
}

/* More outlines than a table has rows: the rarer ones are joined until they fit, and none is lost. */
TEST(large_tables_are_joined)
{
    struct outline_counts *counts = memory_new(1, sizeof *counts);
    struct outline_table *table = memory_new(1, sizeof *table);
    struct rng rng;
    uint32_t all = 0, kept = 0;
    rng_seed(&rng, 8, 0);
    for (int i = 0; i < 3 * OUTLINES_MAX; i++) {
        struct outline outline;
        uint32_t setups = 6 + rng_below(&rng, 30);
        for (int step = 0; step < OUTLINE_STEPS; step++)
            outline.value[step] = (uint8_t)rng_below(&rng, (uint32_t)outline_values(step));
        outline_counts_add(counts, outline, setups, setups / 2, 1);
        all += setups;
    }
    outline_table_make(counts, OUTLINE_SETUPS_MIN, table);
    assert_in_range(table->count, OUTLINE_FLAGS, OUTLINES_MAX);
    for (uint32_t i = 0; i < table->count; i++)
        kept += table->row[i].setups;
    assert_int_equal(kept, all);
    free(counts);
    free(table);
}

TEST(words_are_read_as_they_are_written)
{
    char word[OUTLINE_WORD];
    for (int step = 0; step < OUTLINE_STEPS; step++)
        for (int notation = NOTATION_DEBOER; notation <= NOTATION_ARTS; notation++)
            for (int value = 0; value < outline_values(step); value++) {
                outline_word(step, value, (enum notation)notation, word);
                assert_int_equal(outline_read_word(step, word, (enum notation)notation), value);
            }
    assert_string_equal(outline_word(OUTLINE_FLAG, 15 + 1, NOTATION_DEBOER, word), "b1");
    assert_int_equal(outline_read_word(OUTLINE_FLAG, "i1", NOTATION_DEBOER), 15 + 1);
    assert_string_equal(outline_word(OUTLINE_BOMBS, 7, NOTATION_DEBOER, word), "3-closed");
    assert_string_equal(outline_word(OUTLINE_MARSHAL, 5, NOTATION_DEBOER, word), "2nd-right");
    static const char *const wrong[] = {"", "b5", "b", "b1x", "others", "5-open", "back", "left-back"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (int step = 0; step < OUTLINE_STEPS; step++)
            assert_int_equal(outline_read_word(step, wrong[i], NOTATION_DEBOER), -1);
}

/* Whatever shape people's setups have, the creator makes a legal one of it, the flag on either half. */
TEST(setups_of_all_shapes_are_made)
{
    const struct option_group *const groups[] = {&setup_option_group, &judge_option_group, NULL};
    struct setup_statistics *human = memory_new(1, sizeof *human);
    struct settings settings = {0};
    struct setup_options options;
    struct setup setup;
    struct rng rng;
    int mirrored = 0, made = 0;
    bool is_mirrored;
    settings_init(&settings, groups);
    setup_options_init(&options, &settings);
    shipped_statistics(human);
    rng_seed(&rng, 3, 0);
    options.best_of = 2;
    assert_true(human->outlines.count > 500);
    for (uint32_t i = 0; i < human->outlines.count; i++) {
        const struct outline_count *row = &human->outlines.row[i];
        int steps = 0;
        assert_true(row->setups >= OUTLINE_SETUPS_MIN);
        while (steps < OUTLINE_STEPS && row->outline.value[steps] != OUTLINE_REST)
            steps++;
        assert_true(setup_create_outline(human, &options, row->outline, steps, &rng, &setup));
        assert_int_equal(setup_check(&setup, variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
        assert_int_equal(setup_playable(&setup, NULL), STATUS_OK);
        struct outline outline = slow_outline(&setup);
        assert_memory_equal(outline.value, row->outline.value, (size_t)steps);
        setup_outline(&setup, &is_mirrored);
        mirrored += is_mirrored;
        made++;
    }
    assert_in_range(mirrored, made / 3, 2 * made / 3);
    /* A corner has two neighbours: no third bomb can stand beside the flag there. */
    const struct outline impossible = {{15, 7, 0, 0}};
    assert_false(setup_create_outline(human, &options, impossible, 2, &rng, &setup));
    settings_free(&settings);
    free(human);
}

static int slow_distance(const struct setup *a, const struct setup *b, bool mirror)
{
    int distance = 0;
    for (int place = 0; place < 40; place++)
        distance += a->rank[place] != b->rank[mirror ? place / 10 * 10 + 9 - place % 10 : place];
    return distance;
}

static int compare_known(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct setup));
}

TEST(the_nearest_are_found)
{
    enum { NEAREST = 5 };
    static struct setup setups[SETUPS];
    static struct families families;
    struct known_setups known = {0};
    struct known_neighbour nearest[NEAREST];
    make_setups(setups);
    qsort(setups, SETUPS, sizeof *setups, compare_known);
    for (int i = 0; i < SETUPS; i++) {
        const struct known_setup item = {setups[i], (uint32_t)(3 + i % 5), (uint32_t)(i % 2), 0};
        assert_true(known_add(&known, &item));
        struct family *family = &families.family[families.count++];
        family->games = (uint32_t)(3 + i % 7);
        for (int place = 0; place < 40; place++) {
            family->rank[place] = setups[i].rank[place];
            family->sure[place] = family->rank[place] != PLACE_EMPTY && (place + i) % 5 ? 9 : 0;
        }
    }
    families_prepare(&families);
    for (int i = 0; i < SETUPS; i += 7) {
        struct setup setup = setups[i];
        setup_swap(&setup, i % 40, (i + 11) % 40);
        assert_int_equal(known_nearest(&known, &setup, nearest, NEAREST), NEAREST);
        for (int place = 0; place < NEAREST; place++) {
            const struct known_neighbour *found = &nearest[place];
            int plain = slow_distance(&found->known->setup, &setup, false);
            int turned = slow_distance(&found->known->setup, &setup, true);
            assert_int_equal(found->distance, turned < plain ? turned : plain);
            assert_int_equal(found->mirrored, turned < plain);
            int nearer = 0; /* setups that belong before it */
            for (int other = 0; other < SETUPS; other++) {
                int one = slow_distance(&setups[other], &setup, false);
                int two = slow_distance(&setups[other], &setup, true);
                int distance = one < two ? one : two, games = 3 + other % 5 + other % 2;
                int own_games = (int)(found->known->games + found->known->near);
                nearer += distance < found->distance || (distance == found->distance && games > own_games);
            }
            assert_true(nearer <= place);
        }
        struct family_neighbour near;
        double best = 2;
        for (int other = 0; other < SETUPS; other++)
            for (int mirror = 0; mirror < 2; mirror++) {
                struct setup centre = setups[other], image = setup;
                if (mirror)
                    setup_mirror(&setup, &image);
                if (setup_taken(&centre) != setup_taken(&image))
                    continue;
                int places = 0, differing = 0;
                for (int place = 0; place < 40; place++) {
                    bool sure = families.family[other].sure[place] > 0;
                    places += sure;
                    differing += sure && image.rank[place] != centre.rank[place];
                }
                if (places && (double)differing / places < best)
                    best = (double)differing / places;
            }
        bool found = families_nearest(&families, &setup, &near);
        assert_int_equal(found, best < 2);
        if (found)
            assert_true(fabs((double)near.distance / near.places - best) < 1e-12);
    }
    known_free(&known);
}

TESTS_MAIN(NULL, NULL)
