/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is each unknown piece: guess, guess heat, guess explain, guess set. */
#include "console/commands.h"

#include "console/guesser.h"
#include "file/notation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GUESS_OPTIONS \
    "[--side S] [--of S] [--at PLY] [--note e7=X,9…] [--kind K] [--model FILE]"

#define GUESS_DETAILS \
    "Without FILE: the game at hand. The guess is about the pieces of the enemy of the side to move, or\n" \
    "of --side; --of red or --of blue names the side itself: --of your own shows what the enemy may\n" \
    "believe of you. With both, --side says from whose chair it is drawn. It rests on what both players\n" \
    "can know, and on your notes, as far as they can be: those in the game ('guess set') and --note, a\n" \
    "square and the ranks of the piece there. --at: after so many moves.\n" \
    "--kind: counts, hard, deboer or bayes (belief.kind). --model: a file that 'guess learn' wrote."

/* A percentage in four columns: "  .", "100%", " 37%", " <1%". */
static void add_percent(struct text *out, double p)
{
    if (p <= 0)
        text_add(out, "   .");
    else if (p < 0.005)
        text_add(out, " <1%");
    else
        text_printf(out, "%3.0f%%", 100 * p);
}

/* --- guess --- */

static void add_piece(const struct guess *guess, int number, struct text *out)
{
    const struct belief *belief = &guess->belief;
    const struct scene_piece *piece = &belief->scene.piece[number];
    char square[SQUARE_TEXT];
    int best = belief_best(belief, number);
    text_printf(out, "%-4s %c %c%c ", square_write(piece->square, guess->notation, square),
                rank_write(best, guess->notation), piece->moved ? '*' : ' ',
                piece->rank != RANK_UNKNOWN ? '!' : ' ');
    for (int rank = 0; rank < RANKS; rank++)
        add_percent(out, belief_get(belief, number, rank));
    text_add(out, "\n");
}

/* What the numbers that follow do not keep, a line each. */
static void add_caveats(const struct guess *guess, struct text *out)
{
    const struct belief *belief = &guess->belief;
    if (!belief->reached)
        text_printf(out, "not exact: after %d scalings (belief.sweeps) a rank's total is off by %.2g %%\n",
                    belief->sweeps, 100 * belief->error);
    for (int i = 0; i < guess->faults; i++) {
        note_fault_text(&guess->fault[i], guess->notation, out);
        text_add(out, "\n");
    }
    char clash[CLASH_TEXT];
    if (belief->clashed)
        text_printf(out, "the facts contradict each other: %s; the counts of ranks are not used\n",
                    belief_clash_text(&belief->clash, guess->notation, clash));
}

static void add_heading(const struct guess *guess, struct text *out)
{
    text_add(out, "    best  ");
    for (int rank = 0; rank < RANKS; rank++)
        text_printf(out, "   %c", rank_write(rank, guess->notation));
    text_add(out, "\n");
}

static void add_matrix(const struct guess *guess, struct text *out)
{
    const struct belief *belief = &guess->belief;
    int base = side_base(belief->side);
    text_printf(out, "pieces of %s after %u moves, guessed by \"%s\"\n", side_name(belief->side),
                belief->scene.plies, belief->knowledge->kind->name);
    add_caveats(guess, out);
    add_heading(guess, out);
    for (int number = base; number < base + PIECES_A_SIDE; number++)
        if (belief->scene.piece[number].square != SQUARE_NONE)
            add_piece(guess, number, out);
    text_add(out, "hidden    ");
    for (int rank = 0; rank < RANKS; rank++)
        text_printf(out, "%4d", belief->scene.hidden[belief->side][rank]);
    text_add(out, "\n");
}

/* The words but for the file: at most `most` of them; the file is the last, where there is one more. */
static enum status split_words(const struct command *command, int argc, int most, const char **path,
                               char **argv, struct error *error)
{
    if (argc < most || argc > most + 1)
        return usage_error(command, error);
    *path = argc > most ? argv[most] : NULL;
    return STATUS_OK;
}

static enum status run_guess(struct session *session, int argc, char **argv, struct error *error)
{
    struct guess guess = {0};
    struct guess_wish wish = {0};
    struct flag flags[GUESS_FLAGS];
    const char *path = NULL;
    guess_flags(&wish, flags);
    enum status status =
        arguments_parse(&command_guess, flags, GUESS_FLAGS, &argc, argv, error);
    if (!status)
        status = split_words(&command_guess, argc, 0, &path, argv, error);
    if (!status)
        status = guess_open(&guess, session, &command_guess, path, &wish, error);
    if (!status) {
        struct text out = {0};
        add_matrix(&guess, &out);
        session_write(session, out.bytes, out.size);
        text_free(&out);
    }
    guess_close(&guess);
    return status;
}

const struct command command_guess = {
    .name = "guess",
    .arguments = "[FILE] " GUESS_OPTIONS,
    .help = "tells how probable each rank is for each piece of the enemy",
    .details = GUESS_DETAILS "\n"
               "A row a piece, by the squares they began on: its square, its likeliest rank, * if it has\n"
               "moved, ! if it is known; the last row counts the hidden pieces.",
    .completes = "file",
    .run = run_guess,
};

/* --- guess heat --- */

/* A shade that grows with the probability, and two digits; of the other side's pieces those that both sides
 * know as letters, "?" for others: whoever looks, the drawing tells nothing that is hidden. */
static void add_heat_cell(const struct guess *guess, int square, double heat, struct text *out)
{
    static const char *const shades[] = {" ", "\u2591", "\u2592", "\u2593", "\u2588"};
    int number = guess->belief.scene.at[square];
    if (number == LAKE) {
        text_add(out, " ~  ");
    } else if (number == NO_PIECE) {
        text_add(out, " .  ");
    } else if (heat < 0) {
        int rank = guess->belief.scene.piece[number].rank;
        text_printf(out, " %c  ", rank == RANK_UNKNOWN ? '?' : rank_write(rank, guess->notation));
    } else {
        int shade = heat <= 0 ? 0 : heat < 0.05 ? 1 : heat < 0.2 ? 2 : heat < 0.5 ? 3 : 4;
        int percent = (int)lround(100 * heat);
        text_add(out, shades[shade]);
        if (percent > 99)
            text_add(out, "!! ");
        else
            text_printf(out, "%02d ", percent);
    }
}

static void add_heat(const struct guess *guess, int rank, struct text *out)
{
    enum { LIKELIEST = 5 };
    double heat[SQUARES];
    struct belief_square squares[PIECES_A_SIDE];
    enum side viewer = guess->view.side;
    belief_heat(&guess->belief, rank, heat);
    text_printf(out, "where is the %s of %s, in percent; !! is certain\n", rank_table[rank].name,
                side_name(guess->belief.side));
    add_caveats(guess, out);
    text_add(out, "   ");
    for (int i = 0; i < FILES; i++)
        text_printf(out, "  %c ", file_write(viewer == RED ? i : FILES - 1 - i, guess->notation));
    text_add(out, "\n");
    for (int i = 0; i < ROWS; i++) {
        int row = viewer == RED ? ROWS - 1 - i : i;
        text_printf(out, "%2d ", row_write(row, guess->notation));
        for (int j = 0; j < FILES; j++) {
            int square = square_at(viewer == RED ? j : FILES - 1 - j, row);
            add_heat_cell(guess, square, heat[square], out);
        }
        while (out->size && out->bytes[out->size - 1] == ' ')
            out->size--;
        text_add(out, "\n");
    }
    int count = belief_squares(&guess->belief, rank, squares, PIECES_A_SIDE);
    for (int i = 0, shown = 0; i < count && shown < LIKELIEST && squares[i].probability >= 0.005; i++) {
        char name[SQUARE_TEXT];
        if (!belief_is_open(&guess->belief, squares[i].number))
            continue;
        shown++;
        text_printf(out, "%-4s%3.0f%%\n", square_write(squares[i].square, guess->notation, name),
                    100 * squares[i].probability);
    }
}

static enum status run_heat(struct session *session, int argc, char **argv, struct error *error)
{
    struct guess guess = {0};
    struct guess_wish wish = {0};
    struct flag flags[GUESS_FLAGS];
    const char *path = NULL;
    int rank = 0;
    guess_flags(&wish, flags);
    enum status status =
        arguments_parse(&command_guess_heat, flags, GUESS_FLAGS, &argc, argv, error);
    if (!status)
        status = split_words(&command_guess_heat, argc, 1, &path, argv, error);
    if (!status)
        status = guess_read_rank(&command_guess_heat, session_notation(session), argv[0], &rank,
                                 error);
    if (!status)
        status = guess_open(&guess, session, &command_guess_heat, path, &wish, error);
    if (!status) {
        struct text out = {0};
        add_heat(&guess, rank, &out);
        session_write(session, out.bytes, out.size);
        text_free(&out);
    }
    guess_close(&guess);
    return status;
}

const struct command command_guess_heat = {
    .name = "guess heat",
    .arguments = "RANK [FILE] " GUESS_OPTIONS,
    .help = "draws the board with the probability of one rank on each square",
    .details = "RANK is F B S 2 .. 9 X or a name (colonel). Below the board stand the likeliest squares,\n"
               "without pieces that are known.\n"
               GUESS_DETAILS,
    .completes = "rank file",
    .run = run_heat,
};

/* --- guess explain --- */

/* What a row's probabilities were before and after an event. */
struct change {
    double before[RANKS], after[RANKS];
};

static double change_size(const struct change *change)
{
    double size = 0;
    for (int rank = 0; rank < RANKS; rank++)
        size += fabs(change->after[rank] - change->before[rank]) / 2;
    return size;
}

/* By how much a clue favours a rank over what the piece was believed to be. */
static double favour(const struct clue *clue, const struct change *change, int rank)
{
    double mean = 0;
    for (int i = 0; i < RANKS; i++)
        if (change->before[i] > 0)
            mean += change->before[i] * (double)clue->factor[i];
    return mean > 0 ? (double)clue->factor[rank] / mean : 1;
}

/* The clues about a row, each with what it does to the rank that moved most, and the ranks that moved by
 * half a percent or more. `kinds` collects the kinds of clue (bit k) that were named. */
static void add_change(const struct clue_list *clues, enum notation notation, int row,
                       const struct change *change, unsigned *kinds, struct text *out)
{
    int most = 0, count = 0;
    for (int rank = 1; rank < RANKS; rank++)
        if (fabs(change->after[rank] - change->before[rank]) >
            fabs(change->after[most] - change->before[most]))
            most = rank;
    for (size_t i = 0; i < clues->count; i++) {
        double x = clues->items[i].row == row ? favour(&clues->items[i], change, most) : 1;
        if (fabs(x - 1) < 0.01)
            continue;
        *kinds |= 1u << clues->items[i].kind;
        text_printf(out, "%s%s %c x%.2f", count++ ? ", " : "",
                    clue_name((enum clue_kind)clues->items[i].kind), rank_write(most, notation), x);
    }
    text_add(out, count ? ":" : "others:");
    for (int rank = 0; rank < RANKS; rank++)
        if (fabs(change->after[rank] - change->before[rank]) >= 0.005)
            text_printf(out, "  %c %.0f>%.0f", rank_write(rank, notation), 100 * change->before[rank],
                        100 * change->after[rank]);
    text_add(out, "\n");
}

/* One line about what an event, or the notes, did to the piece. */
struct telling {
    int row;
    double least;
    unsigned kinds;      /* of clues that were named (bit k) */
    struct change change;
};

static bool is_told(const struct telling *telling)
{
    double size = change_size(&telling->change);
    return size >= telling->least && size > 0;
}

/* What the user's notes do in the end, all at once. */
static void explain_notes(const struct guess *guess, struct belief *belief, struct telling *telling,
                          struct text *out)
{
    struct note_fault fault[NOTE_FAULTS];
    struct change *change = &telling->change;
    belief->clues->count = 0;
    memcpy(change->before, belief->p[telling->row], sizeof change->before);
    notes_apply(&guess->notes, belief, fault);
    memcpy(change->after, belief->p[telling->row], sizeof change->after);
    if (!is_told(telling))
        return;
    text_printf(out, "%-17s ", "notes");
    add_change(belief->clues, guess->notation, telling->row, change, &telling->kinds, out);
}

/* Plays the belief through from its start and tells each event that moved the piece's probabilities by
 * `least`. */
static void explain(const struct guess *guess, int number, double least, struct text *out)
{
    struct clue_list clues = {0};
    struct belief belief;
    const struct board *board = &guess->view.board;
    struct telling telling = {.row = number % PIECES_A_SIDE, .least = least};
    struct change *change = &telling.change;
    const double *p = belief.p[telling.row];
    size_t size = sizeof change->before;
    belief_init(&belief, &guess->guesser.knowledge, &guess->view, guess->belief.side);
    belief.clues = &clues;
    text_add(out, "start            ");
    for (int rank = 0; rank < RANKS; rank++)
        if (p[rank] >= 0.005)
            text_printf(out, "  %c %.0f", rank_write(rank, guess->notation), 100 * p[rank]);
    text_add(out, "\n");
    for (uint32_t i = 0; i < guess->plies; i++) {
        struct event event = board_event(board, board->recalled + i);
        clues.count = 0;
        memcpy(change->before, p, size);
        belief_event(&belief, &event);
        memcpy(change->after, p, size);
        if (!is_told(&telling))
            continue;
        char move[MOVE_TEXT];
        text_printf(out, "%4u. %-11s ", i + 1, event_write(&event, guess->notation, move));
        add_change(&clues, guess->notation, telling.row, change, &telling.kinds, out);
    }
    explain_notes(guess, &belief, &telling, out);
    for (int kind = 0; kind < CLUE_KINDS; kind++)
        if (telling.kinds >> kind & 1)
            text_printf(out, "%s: %s\n", clue_name((enum clue_kind)kind),
                        clue_text((enum clue_kind)kind));
    free(clues.items);
}

/* The number of the piece on a square. The guess is turned to the side whose piece it is, unless the wish
 * names another; STATUS_BAD where there is none of the side. */
static enum status find_piece(struct guess *guess, const struct guess_wish *wish, int square, int *number,
                              struct error *error)
{
    enum status status = STATUS_OK;
    *number = guess->belief.scene.at[square];
    if (*number < PIECES && piece_side(*number) != guess->belief.side && !wish->side && !wish->of &&
        !wish->notes.count)
        status = guess_turn(guess, &command_guess_explain, wish, piece_side(*number), error);
    if (!status && (*number >= PIECES || piece_side(*number) != guess->belief.side))
        status = guess_no_piece(guess, &command_guess_explain, square, error);
    return status;
}

static enum status run_explain(struct session *session, int argc, char **argv, struct error *error)
{
    struct guess guess = {0};
    struct guess_wish wish = {0};
    double least = 1;
    struct flag flags[GUESS_FLAGS + 1] = {
        [GUESS_FLAGS] = {.name = "least", .kind = FLAG_NUMBER, .value = &least, .low = 0, .high = 100}};
    const char *path = NULL;
    int square = 0, number = NO_PIECE;
    guess_flags(&wish, flags);
    enum status status =
        arguments_parse(&command_guess_explain, flags, GUESS_FLAGS + 1, &argc, argv, error);
    if (!status)
        status = split_words(&command_guess_explain, argc, 1, &path, argv, error);
    if (!status)
        status = guess_read_square(&command_guess_explain, session_notation(session), argv[0], &square,
                                   error);
    if (!status)
        status = guess_open(&guess, session, &command_guess_explain, path, &wish, error);
    if (!status)
        status = find_piece(&guess, &wish, square, &number, error);
    if (!status) {
        struct text out = {0};
        explain(&guess, number, least / 100, &out);
        add_caveats(&guess, &out);
        text_add(&out, "now, of 100:\n");
        add_heading(&guess, &out);
        add_piece(&guess, number, &out);
        session_write(session, out.bytes, out.size);
        text_free(&out);
    }
    guess_close(&guess);
    return status;
}

const struct command command_guess_explain = {
    .name = "guess explain",
    .arguments = "SQUARE [FILE] [--least PERCENT] " GUESS_OPTIONS,
    .help = "tells which moves made the guess about the piece on a square, and by how much",
    .details = "A line for each move that shifted at least --least percent (1) of the piece's probability:\n"
               "the clues it gave about this piece (doc/belief.md names them; 'player': whether a person or\n"
               "a program plays was judged anew, and all earlier clues with it; 'others': what became known\n"
               "of other pieces) with the factor for the rank that moved most, and from how many percent\n"
               "to how many each rank went.\n"
               GUESS_DETAILS,
    .completes = "square file",
    .run = run_explain,
};

/* --- guess set --- */

/* The notes of the game at hand, by where the pieces stand now. */
static enum status list_notes(struct session *session, struct error *error)
{
    struct notes notes;
    struct text out = {0};
    if (!session->game)
        return error_set(error, STATUS_BAD, "guess set: no game is at hand: 'load' takes one");
    const struct board *board = &session->game->position.board;
    notes_from_record(&notes, &session->game->record);
    for (int square = 0; square < SQUARES; square++) {
        char name[SQUARE_TEXT], ranks[RANKS_TEXT];
        int number = board->at[square];
        if (number < PIECES && notes.ranks[number])
            text_printf(&out, "%-4s %-5s %s\n", square_write(square, session_notation(session), name),
                        side_name(piece_side(number)),
                        ranks_write(notes.ranks[number], session_notation(session), ranks));
    }
    session_write(session, out.bytes, out.size);
    text_free(&out);
    return STATUS_OK;
}

static enum status run_set(struct session *session, int argc, char **argv, struct error *error)
{
    uint16_t ranks = 0;
    int square = 0;
    enum status status = arguments_parse(&command_guess_set, NULL, 0, &argc, argv, error);
    if (!status && argc == 0)
        return list_notes(session, error);
    if (!status)
        status = guess_read_square(&command_guess_set, session_notation(session), argv[0], &square,
                                   error);
    for (int i = 1; i < argc && !status; i++) {
        uint16_t more = 0;
        status = guess_read_ranks(&command_guess_set, session_notation(session), argv[i], &more,
                                  error);
        ranks |= more;
    }
    if (!status && argc == 1)
        status = guess_read_ranks(&command_guess_set, session_notation(session), "?", &ranks, error);
    if (!status)
        status = guess_put_note(session, &command_guess_set, square, ranks, error);
    return status;
}

const struct command command_guess_set = {
    .name = "guess set",
    .arguments = "[SQUARE [RANK…]]",
    .help = "notes in the game at hand which ranks you think a piece may be",
    .details = "'guess set e7 X 9', or 'guess set e7 marshal general': the piece on e7 is one of the two;\n"
               "'guess set e7' takes the note back; 'guess set' lists the notes. The other pieces'\n"
               "probabilities follow. A note that contradicts what is known is refused, one that becomes\n"
               "impossible later is passed over. Notes are kept with the game ('save'). For a file, give\n"
               "them to 'guess' as --note e7=X,9.",
    .completes = "square rank",
    .run = run_set,
};
