/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tactics.h"

#include "base/embedded.h"
#include "base/memory.h"
#include "base/plural.h"
#include "game/notation.h"
#include "lab/solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "vedette-tactics/1"

const char *const tactic_theme_names[] = {"repetition", "spy", "scout", "miner", "flag", "fork", "capture",
                                          "quiet", NULL};

/* Drops the last tactics until `count` remain. */
static void cut(struct tactics *tactics, size_t count)
{
    while (tactics->count > count) {
        struct tactic *item = &tactics->items[--tactics->count];
        view_free(&item->view);
        position_free(&item->position);
    }
}

void tactics_free(struct tactics *tactics)
{
    cut(tactics, 0);
    free(tactics->items);
    *tactics = (struct tactics){0};
}

/* --- reading --- */

/* Returns the tactic that is being read. */
static struct tactic *item_of(struct document *document)
{
    return ((struct list_item *)document)->item;
}

/* Reads the key `name` of a tactic. */
static enum status name_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    return position_name_read(document, value, item_of(document)->name, error);
}

/* Reads the key `theme` of a tactic: a name of tactic_theme_names. */
static enum status theme_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    int theme = 0;
    while (theme < TACTIC_THEMES && strcmp(tactic_theme_names[theme], value->text) != 0)
        theme++;
    if (theme == TACTIC_THEMES)
        return value_fault(document, value, error, "found \"%.20s\", expected repetition, spy, scout, miner, "
                           "flag, fork, capture or quiet", value->text);
    item_of(document)->theme = (enum tactic_theme)theme;
    return STATUS_OK;
}

/* Reads the key `plies` of a tactic: the depth at which a search finds the right move. */
static enum status plies_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    int plies;
    if (!number_read(value->text, value->size, &plies) || plies <= SOLVER_TRIVIAL || plies > SOLVER_PLIES)
        return value_fault(document, value, error, "found \"%.20s\", expected a whole number %d-%d",
                           value->text, SOLVER_TRIVIAL + 1, SOLVER_PLIES);
    item_of(document)->plies = plies;
    return STATUS_OK;
}

/* Checks that every rank is given and known to both sides. */
static enum status check_known(const struct document *document, const struct yaml *board, struct error *error)
{
    for (size_t word = 0; word < SQUARES; word++) {
        struct cell cell = document->record->start.cell[position_word_square(word)];
        if (cell.side < SIDES && !cell.known)
            return word_fault(document, board, word, 1, error, "found a piece without '!', expected one: all "
                              "ranks are known");
    }
    return STATUS_OK;
}

/* Reads the key `position` of a tactic; all ranks must be known to both sides. */
static enum status position_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct tactic *item = item_of(document);
    enum status status = position_item_read(document, value, &item->position, error);
    if (!status)
        status = check_known(document, yaml_get(value, "board"), error);
    if (!status)
        view_init(&item->view, &item->position, item->position.board.to_move);
    return status;
}

/* Reads the key `right` of a tactic: its right move, which must be legal. */
static enum status right_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct tactic *item = item_of(document);
    struct move_with_ranks move;
    struct error why;
    size_t column = 1;
    if (move_read(value->text, NOTATION_DEBOER, &move, &column, &why))
        return word_fault(document, value, 0, column - 1, error, "%s", why.text);
    enum illegal illegal = board_check(&item->position.board, move.move);
    if (illegal != MOVE_LEGAL)
        return value_fault(document, value, error, "%s", illegal_text(illegal));
    item->right = move.move;
    return STATUS_OK;
}

/* Appends an empty tactic and returns it. It is the callback of the list reader. */
static void *add_tactic(void *context)
{
    struct tactics *tactics = context;
    tactics->items = memory_grow(tactics->items, &tactics->capacity, tactics->count + 1,
                                 sizeof *tactics->items);
    struct tactic *item = &tactics->items[tactics->count++];
    *item = (struct tactic){0};
    return item;
}

enum status tactics_parse(struct tactics *tactics, const char *name, const char *bytes, size_t size,
                          struct error *error)
{
    static const struct key_row rows[] = {
        {"name", name_key_read, .scalar = true, .needed = true},
        {"theme", theme_key_read, .scalar = true, .needed = true},
        {"plies", plies_key_read, .scalar = true, .needed = true},
        {"position", position_key_read, .mapping = true, .needed = true},
        {"right", right_key_read, .scalar = true, .needed = true},
    };
    static const struct position_list list = {FORMAT, NULL, NULL, add_tactic, rows,
                                              sizeof rows / sizeof *rows};
    size_t before = tactics->count;
    enum status status = position_list_parse(&list, name, bytes, size, tactics, error);
    if (status)
        cut(tactics, before);
    return status;
}

void tactics_standard(struct tactics *tactics)
{
    static const char name[] = "data/tactics/tactics.yaml";
    const struct embedded *file = embedded_find(name);
    struct error error;
    enum status status = tactics_parse(tactics, name, (const char *)file->bytes, file->size, &error);
    assert(!status); /* the tests have read it */
    (void)status;
}

/* --- themes --- */

/* Returns whether the move is also right without the repetition rules, on both scales at SOLVER_PLIES. */
static bool is_right_anyway(const struct board *board, struct move right)
{
    struct board other = {0};
    board_copy(&other, board);
    other.rules.two_squares = 0;
    other.rules.more_squares = false;
    bool same = true;
    for (int scale = 0; scale < SOLVER_SCALES; scale++)
        same = same && move_equal(solver_right(&other, (enum solver_scale)scale, SOLVER_PLIES), right);
    board_free(&other);
    return same;
}

/* Returns how many enemy pieces the moved piece could capture next, without being lost. */
static int count_threats(struct board *board, struct move move)
{
    struct move next[MOVES_MAX];
    int threats = 0;
    board_make(board, move);
    /* The moves of the side that has just moved, as if it were to move again. */
    int count = board_pseudo_legal_moves(board, side_other(board->to_move), next);
    for (int i = 0; i < count; i++) {
        int victim = board->at[next[i].to];
        if (next[i].from == move.to && victim < PIECES)
            threats += battle_result(board->piece[board->at[move.to]].rank, board->piece[victim].rank) ==
                       BATTLE_WON;
    }
    board_unmake(board);
    return threats;
}

/* Returns the themes of the side's own moves in the best line, as bits: bit t is theme t. */
static unsigned line_themes(struct board *board, struct move right)
{
    struct move line[SOLVER_PLIES] = {right};
    unsigned themes = 0;
    board_make(board, right);
    int length = 1 + solver_line(board, SCALE_ARTS, SOLVER_PLIES - 1, line + 1);
    board_unmake(board);
    /* Play the line on the board, look at each move of the side itself, and take the line back. */
    for (int ply = 0; ply < length; ply++) {
        int victim = board->at[line[ply].to];
        int attacker = board->piece[board->at[line[ply].from]].rank;
        int defender = victim < PIECES ? board->piece[victim].rank : RANK_UNKNOWN;
        if (ply % 2 == 0) { /* a move of the side itself */
            themes |= (unsigned)(attacker == SPY && defender == MARSHAL) << TACTIC_SPY;
            themes |= (unsigned)(attacker == MINER && defender == BOMB) << TACTIC_MINER;
            themes |= (unsigned)(defender == FLAG) << TACTIC_FLAG;
            themes |= (unsigned)(defender < RANKS && square_distance(line[ply].from, line[ply].to) > 1)
                      << TACTIC_SCOUT;
        }
        board_make(board, line[ply]);
    }
    for (int ply = 0; ply < length; ply++)
        board_unmake(board);
    return themes;
}

enum tactic_theme tactic_theme_of(struct board *board, struct move right)
{
    if (!is_right_anyway(board, right))
        return TACTIC_REPETITION;
    unsigned themes = line_themes(board, right);
    for (int theme = TACTIC_SPY; theme <= TACTIC_FLAG; theme++)
        if (themes >> theme & 1)
            return (enum tactic_theme)theme;
    if (board->at[right.to] < PIECES)
        return TACTIC_CAPTURE;
    return count_threats(board, right) > 1 ? TACTIC_FORK : TACTIC_QUIET;
}

enum status tactic_check(const struct tactic *tactic, int holds, const atomic_bool *stop, struct error *error)
{
    struct board board = {0};
    int plies = 0;
    board_copy(&board, &tactic->position.board);
    struct move right = solver_solve(&board, holds, &plies, stop);
    enum tactic_theme theme = tactic_theme_of(&board, tactic->right);
    board_free(&board);
    if (!move_equal(right, tactic->right))
        return error_set(error, STATUS_NO, "%s: the move is not the only right one", tactic->name);
    if (plies != tactic->plies)
        return error_set(error, STATUS_NO, "%s: found at %d %s, not at %d", tactic->name, plies,
                         plural_of((uint64_t)plies, "ply", "plies"), tactic->plies);
    if (theme != tactic->theme)
        return error_set(error, STATUS_NO, "%s: a theme of %s", tactic->name, tactic_theme_names[theme]);
    return STATUS_OK;
}

/* --- writing --- */

void tactics_write_head(const char *comment, struct text *out)
{
    text_printf(out,
                "# Positions with all ranks known and one right move: %s\n"
                "# plies: at this depth and any more, up to %d, an exhaustive search finds it.\n"
                "format: " FORMAT "\npositions:\n",
                comment, SOLVER_HOLDS);
}

void tactic_write(const char *name, enum tactic_theme theme, int plies, struct move right,
                  const struct position *position, struct text *out)
{
    struct placement now;
    char text[MOVE_TEXT];
    size_t count = position_needed_history(position, NULL);
    struct prior_ply *before = memory_new(count, sizeof *before);
    position_needed_history(position, before);
    position_to_placement(position, &now);
    now.played = now.quiet = 0; /* the rules are isf, which has no limits */
    text_printf(out, "- name: %s\n  theme: %s\n  plies: %d\n  right: %s\n  position:\n", name,
                tactic_theme_names[theme], plies,
                move_write(right, position->board.at[right.to] < PIECES, NOTATION_DEBOER, text));
    placement_write(&now, before, count, 4 /* indentation */, out);
    free(before);
}
