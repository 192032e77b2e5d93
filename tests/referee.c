/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "referee.h"

#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

static const char letters[] = "FBs987654321"; /* in the order of enum rank */

void referee_setup(enum side side, const char *rows, struct setup *setup)
{
    assert_int_equal(strlen(rows), REFEREE_SETUP);
    for (int i = 0; i < REFEREE_SETUP; i++) {
        if (i % (FILES + 1) == FILES) {
            assert_int_equal(rows[i], '\n');
            continue;
        }
        int y = i / (FILES + 1) + (side == RED ? 0 : 6);
        const char *found = strchr(letters, rows[i]);
        assert_non_null(found);
        setup->rank[setup_index(side, square_at(i % (FILES + 1), y))] = (uint8_t)(found - letters);
    }
    assert_int_equal(setup_check(setup, variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
}

void referee_begin(struct position *truth, const char *red, const char *blue)
{
    struct setup setup[SIDES];
    struct placement placement;
    struct rules rules = *rules_find("free");
    referee_setup(RED, red, &setup[RED]);
    referee_setup(BLUE, blue, &setup[BLUE]);
    placement_from_setups(&placement, variant_at(VARIANT_STANDARD), &setup[RED], &setup[BLUE]);
    assert_int_equal(position_init(truth, &placement, &rules, NULL), STATUS_OK);
}

void referee_row(const struct position *truth, enum side side, int y, char line[FILES + 1])
{
    for (int x = 0; x < FILES; x++) {
        int number = truth->board.at[square_at(x, y)];
        line[x] = number == NO_PIECE ? '.' : number == LAKE ? '+' : '#';
        if (number < PIECES && truth->board.piece[number].side == side)
            line[x] = letters[truth->board.piece[number].rank];
    }
    line[FILES] = '\0';
}

bool referee_play(struct position *truth, const char *answer, bool multiplier, char report[REFEREE_REPORT])
{
    static const char *const outcomes[] = {"OK", "KILLS", "DIES", "BOTHDIE"};
    int x, y, squares = 1, used = 0;
    char way[8], move_text[32], again[32];
    if (strcmp(answer, "SURRENDER\n") == 0)
        return false;
    int words = sscanf(answer, "%d %d %7s%n %d", &x, &y, way, &used, &squares);
    assert_true(words == 3 || words == 4);
    snprintf(move_text, sizeof move_text, words == 4 || multiplier ? "%d %d %s %d" : "%d %d %s", x, y, way,
             squares);
    snprintf(again, sizeof again, words == 4 ? "%d %d %s %d\n" : "%d %d %s\n", x, y, way, squares);
    assert_string_equal(answer, again); /* not a byte too many */
    int dy = strcmp(way, "UP") == 0 ? -1 : strcmp(way, "DOWN") == 0 ? 1 : 0;
    int dx = strcmp(way, "LEFT") == 0 ? -1 : strcmp(way, "RIGHT") == 0 ? 1 : 0;
    assert_int_equal(dx * dx + dy * dy, 1);
    struct move_with_ranks entered = {{(uint8_t)square_at(x, y),
                                       (uint8_t)square_at(x + dx * squares, y + dy * squares)},
                                      RANK_UNKNOWN, RANK_UNKNOWN};
    struct event event;
    assert_int_equal(position_play(truth, entered, &event, NULL), STATUS_OK);
    if (event.battle == BATTLE_NONE)
        snprintf(report, REFEREE_REPORT, "%s OK", move_text);
    else
        snprintf(report, REFEREE_REPORT, "%s %s %c %c", move_text, outcomes[event.battle],
                 letters[event.attacker], letters[event.defender]);
    return true;
}
