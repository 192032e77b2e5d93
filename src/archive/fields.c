/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fields of the query language. */
#include "archive/query.h"

#include "archive/archive.h"
#include "game/record.h"

/* Returns the index-th word for a result; NULL after the last. */
static const char *result_word(size_t index)
{
    static const char *const words[] = {"won", "lost", "drawn", "red", "blue", "draw"};
    return index < sizeof words / sizeof *words ? words[index] : NULL;
}

/* Returns the index-th name of a reason; NULL after the last. */
static const char *reason_word(size_t index)
{
    size_t reason = REASON_NONE + 1 + index;
    return reason < REASONS ? reason_name((enum reason)reason) : NULL;
}

/* Returns the index-th name of a side; NULL after the last. */
static const char *side_word(size_t index)
{
    return index < SIDES ? side_name((enum side)index) : NULL;
}

/* Returns the index-th name of a seating; NULL after the last. */
static const char *seating_word(size_t index)
{
    return index < SEATINGS ? seating_names[index] : NULL;
}

/* Returns the index-th name of a source; NULL after the last. */
static const char *source_word(size_t index)
{
    return index < ARCHIVE_SOURCES ? archive_source_names[index] : NULL;
}

/* Returns the index-th name of a variant; NULL after the last. */
static const char *variant_word(size_t index)
{
    return index < variant_count ? variant_table[index].name : NULL;
}

/* Returns "yes" for 0, "no" for 1, NULL for other numbers. */
static const char *flag_word(size_t index)
{
    static const char *const words[] = {"yes", "no"};
    return index < sizeof words / sizeof *words ? words[index] : NULL;
}

/* Returns the index-th name of a rank; after them "any"; then NULL. */
static const char *rank_or_any_word(size_t index)
{
    return index < RANKS ? rank_table[index].name : index == RANKS ? "any" : NULL;
}

/* Returns the index-th word for an owner (enum query_owner); NULL after the last. */
static const char *owner_word(size_t index)
{
    static const char *const words[] = {"won", "lost", "drawn", "red", "blue", "you", "opponent"};
    return index < sizeof words / sizeof *words ? words[index] : NULL;
}

#define FIGHT(name, kind, defender, attacker, word, meaning) \
    {name, NULL, kind, {defender, attacker}, word, meaning, QUERY_FIGHT, false}
#define FIGHT_OPENS(name, defender, attacker, meaning) \
    {name, NULL, QUERY_RANK, {defender, attacker}, rank_or_any_word, meaning, QUERY_FIGHT, true}
#define ARMY(name, kind, column, word, meaning) \
    {name, NULL, kind, {NULL, NULL, column}, word, meaning, QUERY_ARMY, true}
#define ARMY_MOVED(rank) \
    ARMY(rank "-moved", QUERY_NUMBER, "moved_" rank, NULL, "in which move a " rank " first moved")

const struct query_field query_fields[] = {
    {"opponent", NULL, QUERY_TEXT, {"opponent"}, NULL, "the player against you, as lists of games have it"},
    {"level", NULL, QUERY_TEXT, {"red_level", "blue_level"}, NULL, "the level that either side played at"},
    {"player", NULL, QUERY_TEXT, {"red", "blue", "red_agent", "blue_agent"}, NULL, "either player"},
    {"red", NULL, QUERY_TEXT, {"red", "red_agent"}, NULL, "Red, by the name of the person or of the agent"},
    {"blue", NULL, QUERY_TEXT, {"blue", "blue_agent"}, NULL, "the same of Blue"},
    {"side", NULL, QUERY_CHOICE, {"person"}, side_word, "your side, against an agent"},
    {"result", NULL, QUERY_CHOICE, {"outcome", "winner"}, result_word,
     "won or lost, as you saw it; red, blue or draw"},
    {"reason", NULL, QUERY_CHOICE, {"reason"}, reason_word, "how it ended"},
    {"date", NULL, QUERY_DATE, {"date"}, NULL, "when: 2026, 2026-11 or 2026-11-21"},
    {"plies", "moves", QUERY_NUMBER, {"plies"}, NULL, "how many moves it had, both sides' counted"},
    {"variant", NULL, QUERY_CHOICE, {"variant"}, variant_word, "which pieces there are"},
    {"rules", NULL, QUERY_TEXT, {"rules"}, NULL, "by which rules"},
    {"seating", NULL, QUERY_CHOICE, {"seating"}, seating_word, "which players sat at it"},
    {"practice", NULL, QUERY_CHOICE, {"practice"}, flag_word, "whether all could be taken back"},
    {"counts", NULL, QUERY_CHOICE, {"counts"}, flag_word, "whether it is among games won and lost"},
    {"source", NULL, QUERY_CHOICE, {"source"}, source_word, "your own, of a match, or imported"},
    {"program", NULL, QUERY_TEXT, {"program"}, NULL, "the program that played it, with its version"},
    {"file", NULL, QUERY_TEXT, {"path"}, NULL, "where it came from"},
    /* Mirror images count as equal for these three. */
    {"first", NULL, QUERY_MOVES, {"first"}, NULL, "the moves that it began with: 'b4-b5 f7-f6'"},
    {"setup", NULL, QUERY_SETUP, {"red_normal", "blue_normal"}, NULL, "either side's, as 40 letters"},
    {"front", NULL, QUERY_SETUP, {"red_front", "blue_front"}, NULL, "either side's front row, as 10 symbols"},
    {"id", NULL, QUERY_NUMBER, {"id"}, NULL, "its number in the archive"},
    FIGHT_OPENS("lost", "defender", "attacker", "a fight in which a piece of this rank was lost"),
    FIGHT_OPENS("took", "defender", NULL, "a fight in which a piece of this rank was taken by its attacker"),
    FIGHT("by", QUERY_RANK, "attacker", "defender", rank_or_any_word, "the other piece of the fight"),
    FIGHT("before", QUERY_BEFORE, "ply", "ply", NULL, "the fight's move is before this one"),
    FIGHT("after", QUERY_AFTER, "ply", "ply", NULL, "the fight's move is after this one"),
    FIGHT("at", QUERY_SQUARE, "target", "target", NULL, "the square that was attacked"),
    FIGHT("known", QUERY_YES, "defender_known", "attacker_known", flag_word,
          "whether the enemy knew the piece before"),
    FIGHT("moved", QUERY_YES, "defender_moved", "attacker_moved", flag_word,
          "whether the piece had moved before"),
    {"owner", NULL, QUERY_OWNER, {"(1 - side)", "side", "side"}, owner_word,
     "of the piece or army: its result, its side, or you", QUERY_FIGHT | QUERY_ARMY, false},
    {"of", NULL, QUERY_TEXT, {"(1 - side)", "side", "side"}, NULL, "the owner's name",
     QUERY_FIGHT | QUERY_ARMY, false},
    ARMY("flag", QUERY_OWN_SQUARE, "flag", NULL, "an army's flag, as its owner sees it: a1 to j4"),
    ARMY("marshal", QUERY_OWN_SQUARE, "marshal", NULL, "its marshal"),
    ARMY("general", QUERY_OWN_SQUARE, "general", NULL, "its general"),
    ARMY("spy", QUERY_OWN_SQUARE, "spy", NULL, "its spy"),
    ARMY("bombs", QUERY_NUMBER, "bombs", NULL, "how many bombs stand beside its flag"),
    ARMY("closed", QUERY_YES, "closed", flag_word, "whether bombs close all open sides of its flag"),
    ARMY("first-mover", QUERY_RANK, "opener", rank_or_any_word, "which piece it moved first"),
    ARMY("first-attack", QUERY_NUMBER, "attack", NULL, "in which move it first attacked"),
    ARMY("attacks", QUERY_NUMBER, "attacks", NULL, "how often its owner attacked"),
    ARMY("bluffs", QUERY_NUMBER, "bluffs", NULL, "how often its owner bluffed (games player)"),
    ARMY("chases", QUERY_NUMBER, "chases", NULL, "how often its owner chased (games player)"),
    ARMY_MOVED("spy"), ARMY_MOVED("scout"), ARMY_MOVED("miner"), ARMY_MOVED("sergeant"),
    ARMY_MOVED("lieutenant"), ARMY_MOVED("captain"), ARMY_MOVED("major"), ARMY_MOVED("colonel"),
    ARMY_MOVED("general"), ARMY_MOVED("marshal"),
};

const size_t query_field_count = sizeof query_fields / sizeof *query_fields;
