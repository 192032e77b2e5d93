/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/options.h"

#include <assert.h>
#include <stddef.h>

static const char *const replacements[] = {"deep", "new", "old", "big", NULL};
static const char *const bounds[] = {"range", "reach", NULL};
static const char *const probabilities[] = {"belief", "counts", "uniform", NULL};

/* A row stands where its field stands in struct search_options. */
#define ROW_AT(place, key, ...) [offsetof(struct search_options, place) / sizeof(double)] = {key, __VA_ARGS__}
#define ROW(field, ...) ROW_AT(field, #field, __VA_ARGS__)
#define SWITCH(field, standard, meaning, source) \
    ROW(field, OPTION_FLAG, 0, 1, standard, NULL, "", meaning, source)
#define VALUE(rank, key, standard) \
    ROW_AT(value[rank], key, OPTION_NUMBER, 0, 100000, standard, NULL, "points", "what a " key " is worth", \
           "Arts 2010, table 5.1")

static const struct option rows[] = {
    ROW(depth, OPTION_INT, 0, 40, 0, NULL, "plies",
        "how deep it looks; 0 = as deep as its other limits allow", ""),
    ROW(time, OPTION_NUMBER, 0, 3600, 0, NULL, "seconds",
        "for a move, where no clock limits it; 0 = any", ""),
    ROW(nodes, OPTION_INT, 1000, 1e12, 300000, NULL, "nodes",
        "for a move, where nothing else limits it: about a tenth of a second", ""),
    ROW(lanes, OPTION_INT, 0, SEARCH_LANES, 0, NULL, "lanes",
        "share the moves among so many searchers, which may run on as many threads; 0 = one a thread where "
        "time alone limits, else 1", ""),
    SWITCH(deepening, 1, "search depth 1, 2 and so on, not at once to the last", "Arts 2010, 4.3"),
    SWITCH(ordering, 1, "order moves by what they do before they are searched", "Arts 2010, 4.9.1"),
    SWITCH(history, 1, "the history heuristic orders moves", "Arts 2010, 4.9.2"),
    SWITCH(table, 1, "a transposition table", "Arts 2010, 4.8"),
    ROW(table_size, OPTION_INT, 1, 65536, 32, NULL, "megabytes", "the transposition table's size", ""),
    ROW(replacement, OPTION_CHOICE, 0, 3, KEEP_DEEP, replacements, "",
        "which of two positions keeps a place of the table", "Arts 2010, 4.8.1"),
    SWITCH(chance_table, 1, "chance nodes have places in the table too", "Arts 2010, 4.8.2"),
    SWITCH(star1, 1, "cut chance nodes by the bounds of what is not yet searched", "Arts 2010, 4.7.1"),
    ROW(probe, OPTION_INT, 0, 5, 1, NULL, "moves",
        "Star2: so many replies to each outcome of a fight are probed first; 0 = none", "Arts 2010, 4.7.2"),
    SWITCH(etc, 1, "StarETC: look the outcomes of a fight up in the table before searching them",
           "Arts 2010, 4.8.2"),
    ROW(bounds, OPTION_CHOICE, 0, 1, BOUNDS_REACH, bounds, "",
        "what bounds an outcome not yet searched: the range of all values, or what the plies left can change",
        "range: Arts 2010, 4.7.1; reach: ours"),
    SWITCH(multicut, 0, "multi-cut forward pruning", "Arts 2010, 4.10"),
    ROW(multicut_m, OPTION_INT, 1, 100, 10, NULL, "moves", "multi-cut: moves tried at reduced depth",
        "Arts 2010, 4.10 and table 6.15"),
    ROW(multicut_c, OPTION_INT, 1, 100, 3, NULL, "moves", "multi-cut: so many of them must cut off",
        "Arts 2010, 4.10 and table 6.15"),
    ROW(multicut_r, OPTION_INT, 1, 10, 2, NULL, "plies", "multi-cut: the reduction of depth",
        "Arts 2010, 4.10 and table 6.15"),
    ROW(probabilities, OPTION_CHOICE, 0, 2, BY_BELIEF, probabilities, "",
        "of an unknown piece's ranks: as the guesser believes, by the ranks left, or each equal", ""),
    ROW(min_outcome, OPTION_NUMBER, 0, 0.2, 0, NULL, "probability",
        "outcomes of a fight less probable than this are left out", "", "least_outcome"),
    ROW(min_mobile, OPTION_NUMBER, 0, 1, 0, NULL, "probability",
        "an unmoved enemy piece less likely than this to be able to move is not moved in the search", "",
        "least_mobile"),
    SWITCH(quiescence, 1, "settle the fight at hand before a leaf is judged", "Schadd & Winands 2009"),
    ROW_AT(value[FLAG], "flag", OPTION_NUMBER, 1, 100000, 1500, NULL, "points",
           "a won game; no position is judged higher", "ours; 10000 in Arts 2010, table 5.1"),
    VALUE(BOMB, "bomb", 20),
    VALUE(SPY, "spy", 200),
    VALUE(SCOUT, "scout", 30),
    VALUE(MINER, "miner", 25),
    VALUE(SERGEANT, "sergeant", 15),
    VALUE(LIEUTENANT, "lieutenant", 50),
    VALUE(CAPTAIN, "captain", 25),
    VALUE(MAJOR, "major", 75),
    VALUE(COLONEL, "colonel", 100),
    VALUE(GENERAL, "general", 200),
    VALUE(MARSHAL, "marshal", 400),
    SWITCH(hunted, 0, "first feature: a marshal is worth hunted_factor while the enemy has a spy",
           "Arts 2010, 5.4"),
    SWITCH(scarce, 0, "second feature: fewer than 3 miners are worth 4 - left times as much",
           "Arts 2010, 5.4"),
    SWITCH(bomb_half, 0, "third feature: a bomb is worth half the enemy's highest piece", "Arts 2010, 5.4"),
    SWITCH(hunted_half, 0, "fourth feature: a marshal is worth hunted_half_factor while the enemy has a spy",
           "Arts 2010, 5.4"),
    SWITCH(shown, 0, "fifth feature: a piece that the enemy knows loses shown_share", "Arts 2010, 5.4"),
    SWITCH(more, 0, "sixth feature: pieces of a rank are worth more_factor to the side with more of them",
           "Arts 2010, 5.4"),
    ROW(hunted_factor, OPTION_NUMBER, 0, 1, 0.8, NULL, "times", "for hunted", "Arts 2010, 5.4"),
    ROW(hunted_half_factor, OPTION_NUMBER, 0, 1, 0.5, NULL, "times", "for hunted_half", "Arts 2010, 5.4"),
    ROW(shown_share, OPTION_NUMBER, 0, 1, 0.1, NULL, "of the value", "for shown",
        "Arts 2010, 5.4, without a figure; ours"),
    ROW(more_factor, OPTION_NUMBER, 1, 3, 1.1, NULL, "times", "for more",
        "Arts 2010, 5.4, without a figure; ours"),
    ROW_AT(worth_weight, "worth", OPTION_NUMBER, 0, 10000, 0, NULL, "points",
           "what 1.0 of De Boer's piece values adds; 0 = none", "De Boer 2007, 3.1"),
    ROW(advance, OPTION_NUMBER, 0, 10, 1, NULL, "points a row",
        "for each row that a piece has come forward", ""),
};

enum { ROWS_OF_GROUP = sizeof rows / sizeof rows[0] };

static_assert(offsetof(struct search_options, worth) == ROWS_OF_GROUP * sizeof(double),
              "struct search_options has a row for each number");

const struct option_group search_group = {
    .name = "search",
    .meaning = "the *-minimax search and its evaluation, which the agent star plays by",
    .options = rows, .count = ROWS_OF_GROUP,
};

void search_options_read(struct search_options *options, const struct settings *settings)
{
    settings_group(settings, search_group.name, (double *)options, ROWS_OF_GROUP);
    worth_options_read(&options->worth, settings);
}
