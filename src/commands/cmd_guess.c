/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guesses the ranks of unknown pieces: guess, guess heat, guess set. */
#include "commands/table.h"

#include "commands/guess_print.h"
#include "commands/guesser.h"
#include "console/load.h"
#include "console/value.h"
#include "game/notation.h"
#include "report/heat.h"
#include "report/play_words.h"
#include "report/svg_board.h"

#include <unistd.h>

/* --- guess --- */

/* Appends the probability of each rank for each piece of the side, and the counts of hidden pieces. */
static void add_matrix(const struct guess *guess, struct text *out)
{
    const struct belief *belief = guess_belief(guess);
    int base = side_base(belief->side);
    char moment[MOMENT_TEXT];
    text_printf(out, "pieces of %s %s, guessed by \"%s\"\n", side_name(belief->side),
                words_write_moment(&guess->analysis->view.board, moment), belief->knowledge->kind->name);
    guess_add_players(guess, out);
    guess_add_novelty(guess, out);
    guess_add_caveats(guess, out);
    guess_add_heading(guess, out);
    for (int number = base; number < base + PIECES_A_SIDE; number++)
        if (belief->public_state.piece[number].square != SQUARE_NONE)
            guess_add_piece(guess, number, out);
    guess_add_hidden(guess, out);
}

/* Adds an object with the probability of each rank for each piece of the side, and the counts of hidden
 * pieces. */
static void add_matrix_json(const struct guess *guess, struct json *json)
{
    const struct belief *belief = guess_belief(guess);
    int base = side_base(belief->side);
    guess_begin_json(guess, json);
    json_open(json, "pieces", '[');
    for (int number = base; number < base + PIECES_A_SIDE; number++)
        if (belief->public_state.piece[number].square != SQUARE_NONE)
            guess_add_piece_json(guess, number, NULL, json);
    json_printf(json, "], hidden: {");
    for (int rank = 0; rank < RANKS; rank++)
        json_add_whole(json, rank_table[rank].name, belief->public_state.unknown_count[belief->side][rank]);
    json_printf(json, "}}");
}

/* Appends a square of the board: of an empty one or a lake its sign, of a piece of the other side its rank if
 * both sides know it, and "?" if not, so that the drawing reveals nothing hidden. False for a piece of the
 * side guessed about: nothing is appended. */
static bool add_other_cell(const struct guess *guess, int square, struct text *out)
{
    const struct public_state *state = &guess_belief(guess)->public_state;
    int number = state->at[square];
    if (number < PIECES && piece_side(number) == guess->of)
        return false;
    int rank = number < PIECES ? state->piece[number].rank : RANK_UNKNOWN;
    text_printf(out, " %c", number == LAKE         ? '~'
                            : number == NO_PIECE   ? '.'
                            : rank == RANK_UNKNOWN ? '?'
                                                   : rank_write(rank, guess->notation));
    return true;
}

enum { BEST_WIDTH = 7, HEAT_WIDTH = 4 }; /* columns of a square */

/* Appends what stands for a piece of the side guessed about. */
typedef void cell_writer(const struct guess *guess, int square, const void *context, struct text *out);

/* Appends the board, seen from the viewer's side; each square has `width` columns. */
static void add_board(const struct guess *guess, int width, cell_writer *add_cell, const void *context,
                      struct text *out)
{
    enum side viewer = guess->analysis->view.side;
    text_add(out, "   ");
    for (int i = 0; i < FILES; i++)
        text_printf(out, "  %-*c", width - 2, file_write(viewer == RED ? i : FILES - 1 - i, guess->notation));
    text_add(out, "\n");
    for (int i = 0; i < ROWS; i++) {
        int row = viewer == RED ? ROWS - 1 - i : i;
        struct text cell = {0};
        text_printf(out, "%2d ", row_write(row, guess->notation));
        for (int j = 0; j < FILES; j++) {
            int square = square_at(viewer == RED ? j : FILES - 1 - j, row);
            text_clear(&cell);
            if (!add_other_cell(guess, square, &cell))
                add_cell(guess, square, context, &cell);
            text_padded(out, text_string(&cell), width);
        }
        text_free(&cell);
        /* No spaces at the end of a line. */
        while (out->size && out->bytes[out->size - 1] == ' ')
            out->size--;
        text_add(out, "\n");
    }
}

/* Appends the likeliest rank of a piece and its probability in percent as two digits. */
static void add_best_cell(const struct guess *guess, int square, const void *context, struct text *out)
{
    const struct belief *belief = guess_belief(guess);
    int number = belief->public_state.at[square], best = belief_best(belief, number);
    char digits[3];
    (void)context;
    heat_digits(belief_get(belief, number, best), digits);
    text_printf(out, " %c %s%s", rank_write(best, guess->notation), digits, digits[0] == '!' ? "" : "%");
}

struct guess_args {
    struct guess_request guess;
    bool board;
};

/* Prints the guess. For a word that is a square and not a file, the error mentions guess explain. */
static enum status run_guess(struct session *session, const void *arguments, struct error *error)
{
    const struct guess_args *args = arguments;
    struct guess guess = {0};
    enum status status = guess_open(&guess, session, &command_guess, &args->guess, error);
    const char *path = args->guess.path;
    int square;
    if (status && path && access(path, F_OK) && value_square(path, session_notation(session), &square))
        error_set(error, status, "guess: no file is named %s: 'guess explain %s' is about the piece there",
                  path, path);
    if (!status) {
        struct text out = {0};
        if (args->board) {
            text_printf(&out, "the likeliest ranks of %s; !! is certain\n", side_name(guess.of));
            guess_add_caveats(&guess, &out);
            add_board(&guess, BEST_WIDTH, add_best_cell, NULL, &out);
        } else {
            add_matrix(&guess, &out);
        }
        session_print_text(session, &out);
        add_matrix_json(&guess, session->answer);
    }
    guess_close(&guess);
    return status;
}

const struct command command_guess = {
    .name = "guess", .group = GROUP_GUESS,
    .keywords = "odds probability percent chance belief identity hidden unknown ranks pieces who",
    .analyses = true, .at = true,
    .words = ARGUMENTS(WORD_GAME(struct guess_args, guess.path)),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct guess_args, board, "board", "draws the board with each piece's likeliest rank"),
        FLAG_SWITCH(struct guess_args, guess.truth, "truth", "also the true ranks, when the game is over"),
        GUESS_FLAGS(struct guess_args, guess)),
    .out = true,
    DEFAULTS(struct guess_args, .guess = GUESS_DEFAULTS),
    .help = "prints how probable each rank is for each piece of the enemy",
    .details = GUESS_DETAILS "\n"
               "A row a piece, by the squares they began on: its square, its likeliest rank, * if it has\n"
               "moved, ! if it is known; the last row counts the hidden pieces. Above them stands, with a\n"
               "model that has families of setups, how probable it is that the setup is one that people use\n"
               "again, differs from such a one on a few places, or is new. --board has the likeliest rank\n"
               "of each piece, and its percentage, where the piece stands.",
    .run = run_guess,
};

/* --- guess heat --- */

/* The probability of a rank on each square, and that with the darkest shade. */
struct heat_map {
    double heat[SQUARES];
    double max;
};

/* Appends a shade and two digits for the probability on a square. */
static void add_heat_cell(const struct guess *guess, int square, const void *context, struct text *out)
{
    static const char *const shades[HEAT_LEVELS] = {" ", "\u2591", "\u2592", "\u2593", "\u2588"};
    const struct heat_map *map = context;
    char digits[3];
    (void)guess;
    heat_digits(map->heat[square], digits);
    text_printf(out, "%s%s", shades[heat_level(map->heat[square], map->max)], digits);
}

/* Returns the largest probability of a hidden piece. Returns 0 if there is none. */
static double largest_heat(const struct guess *guess, const double heat[SQUARES])
{
    const struct belief *belief = guess_belief(guess);
    double max = 0;
    for (int square = 0; square < SQUARES; square++)
        if (heat[square] > max && belief_is_hidden(belief, belief->public_state.at[square]))
            max = heat[square];
    return max;
}

/* Appends the board, seen from the viewer's side, with the probability of a rank on each square; then the
 * likeliest squares of hidden pieces. */
static void add_heat(const struct guess *guess, int rank, struct text *out)
{
    enum { LIKELIEST = 5 };
    struct heat_map map;
    struct belief_square squares[PIECES_A_SIDE];
    belief_heat(guess_belief(guess), rank, map.heat);
    map.max = largest_heat(guess, map.heat);
    text_printf(out, "where is the %s of %s, in percent; !! is certain, darker is likelier\n",
                rank_table[rank].name, side_name(guess->of));
    guess_add_caveats(guess, out);
    add_board(guess, HEAT_WIDTH, add_heat_cell, &map, out);
    /* The likeliest squares of hidden pieces. */
    int count = belief_squares(guess_belief(guess), rank, squares, PIECES_A_SIDE);
    for (int i = 0, shown = 0; i < count && shown < LIKELIEST && squares[i].probability >= 0.005; i++) {
        char name[SQUARE_TEXT];
        if (!belief_is_hidden(guess_belief(guess), squares[i].number))
            continue;
        shown++;
        text_printf(out, "%-4s%3.0f%%\n", square_write(squares[i].square, guess->notation, name),
                    100 * squares[i].probability);
    }
}

/* Appends the same board as a file of SVG. Like the text it shows only ranks that both sides know. */
static void add_heat_svg(const struct guess *guess, int rank, struct text *out)
{
    double heat[SQUARES];
    const struct belief *belief = guess_belief(guess);
    struct text label = {0};
    struct svg_board drawing;
    svg_board_init(&drawing, guess->analysis->view.side, guess->notation);
    belief_heat(belief, rank, heat);
    drawing.max_heat = largest_heat(guess, heat);
    for (int square = 0; square < SQUARES; square++) {
        int number = belief->public_state.at[square];
        bool is_hot = heat[square] >= 0 && belief_is_hidden(belief, number);
        if (number < PIECES)
            drawing.cell[square] = (struct svg_cell){.side = (uint8_t)piece_side(number), .is_hot = is_hot,
                                                     .heat = is_hot ? heat[square] : 0,
                                                     .rank = belief->public_state.piece[number].rank};
    }
    text_printf(&label, "where is the %s of %s, in percent", rank_table[rank].name, side_name(guess->of));
    drawing.label = drawing.caption = text_string(&label);
    svg_board_write(&drawing, out);
    text_free(&label);
}

/* Adds the squares with their probabilities, the likeliest first, and the picture if there is one. */
static void add_heat_json(const struct guess *guess, int rank, const char *svg, struct json *json)
{
    struct belief_square squares[PIECES_A_SIDE];
    int count = belief_squares(guess_belief(guess), rank, squares, PIECES_A_SIDE);
    guess_begin_json(guess, json);
    json_printf(json, "rank: %s, squares: [", rank_table[rank].name);
    for (int i = 0; i < count; i++) {
        char name[SQUARE_TEXT];
        json_printf(json, "{square: %s, p: %g, known: %i}",
                    square_write(squares[i].square, guess->notation, name), squares[i].probability,
                    !belief_is_hidden(guess_belief(guess), squares[i].number));
    }
    json_printf(json, "], svg: %s}", svg);
}

struct heat_args {
    int rank;
    int to; /* PICTURE_TEXT, PICTURE_SVG */
    struct guess_request guess;
};

/* Draws the probabilities of one rank. */
static enum status run_heat(struct session *session, const void *arguments, struct error *error)
{
    const struct heat_args *args = arguments;
    struct guess guess = {0};
    enum status status = guess_open(&guess, session, &command_guess_heat, &args->guess, error);
    if (!status) {
        struct text out = {0};
        if (args->to == PICTURE_SVG)
            add_heat_svg(&guess, args->rank, &out);
        else
            add_heat(&guess, args->rank, &out);
        add_heat_json(&guess, args->rank, args->to == PICTURE_SVG ? text_string(&out) : NULL,
                      session->answer);
        session_print_text(session, &out);
    }
    guess_close(&guess);
    return status;
}

const struct command command_guess_heat = {
    .name = "guess heat", .group = GROUP_GUESS,
    .keywords = "heatmap map where odds probability flag bombs marshal spy scouts miners SVG picture export",
    .analyses = true, .at = true,
    .words = ARGUMENTS(
        WORD_RANK(struct heat_args, rank),
        WORD_GAME(struct heat_args, guess.path)),
    .flags = ARGUMENTS(
        GUESS_FLAGS(struct heat_args, guess),
        FLAG_PICTURE(struct heat_args, to)),
    .out = true,
    DEFAULTS(struct heat_args, .guess = GUESS_DEFAULTS),
    .help = "draws the board with the probability of one rank on each square",
    .details = "Below the board stand the likeliest squares, without pieces that are known.\n"
               GUESS_DETAILS,
    .run = run_heat,
};

/* --- guess set --- */

/* Prints the notes of the game at hand, by the squares where the pieces are now. */
static enum status list_notes(struct session *session, struct error *error)
{
    struct notes notes;
    struct text out = {0};
    struct record record = {0};
    struct position position = {0};
    enum status status = load_record(session, &command_guess_set, NULL, &record, &position, error);
    if (!status)
        notes_from_record(&notes, &record);
    for (int square = 0; square < SQUARES && !status; square++) {
        char name[SQUARE_TEXT], ranks[RANKS_TEXT];
        int number = position.board.at[square];
        if (number < PIECES && notes.ranks[number])
            text_printf(&out, "%-4s %-5s %s\n", square_write(square, session_notation(session), name),
                        side_name(piece_side(number)),
                        ranks_write(notes.ranks[number], session_notation(session), ranks));
    }
    session_print_text(session, &out);
    position_free(&position);
    record_clear(&record);
    return status;
}

struct guess_set_args {
    int square; /* SQUARE_NONE: list the notes */
    struct word_list ranks;
};

/* Sets, removes (all ranks) or lists notes. */
static enum status run_set(struct session *session, const void *arguments, struct error *error)
{
    const struct guess_set_args *args = arguments;
    enum notation notation = session_notation(session);
    uint16_t ranks = 0, word_ranks;
    if (args->square == SQUARE_NONE)
        return list_notes(session, error);
    for (int i = 0; i < args->ranks.count; i++)
        if (value_ranks(args->ranks.word[i], notation, &word_ranks))
            ranks |= word_ranks;
    if (!args->ranks.count)
        value_ranks("?", notation, &ranks); /* a note of all ranks removes the note */
    return guess_put_note(session, &command_guess_set, args->square, ranks, error);
}

const struct command command_guess_set = {
    .name = "guess set", .group = GROUP_GUESS,
    .keywords = "mark remember suspicion note annotate",
    .words = ARGUMENTS(
        {.name = "SQUARE", .kind = VALUE_SQUARE, .at = offsetof(struct guess_set_args, square),
         .optional = true},
        {.name = "RANK", .kind = VALUE_RANKS, .at = offsetof(struct guess_set_args, ranks), .list = true,
         .optional = true}),
    .at = true,
    DEFAULTS(struct guess_set_args, .square = SQUARE_NONE),
    .help = "notes in the game at hand which ranks you think a piece may be",
    .details = "'guess set e7 X 9', or 'guess set e7 marshal general': the piece on e7 is one of the two;\n"
               "'guess set e7' takes the note back; 'guess set' lists the notes. The other pieces'\n"
               "probabilities follow. A note that contradicts what is known is refused, one that becomes\n"
               "impossible later is ignored. Notes are kept with the game ('save'). For a file, give\n"
               "them to 'guess' as --note e7=X,9.",
    .run = run_set,
};
