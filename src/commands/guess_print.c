/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/guess_print.h"

#include "base/plural.h"
#include "console/json.h"
#include "game/notation.h"

/* Appends a probability as a percentage in four columns: " .", "100%", " 37%", " <1%". */
static void add_percent(struct text *out, double probability)
{
    if (probability <= 0)
        text_add(out, "   .");
    else if (probability < 0.005)
        text_add(out, " <1%");
    else
        text_printf(out, "%3.0f%%", 100 * probability);
}

/* Writes the army of the side that is guessed about: the number of pieces by rank. */
static void write_army(const struct guess *guess, uint8_t army[RANKS])
{
    board_listed_army(&guess->analysis->view.board, guess->of, army);
}

void guess_add_piece(const struct guess *guess, int number, struct text *out)
{
    uint8_t army[RANKS];
    const struct belief *belief = guess_belief(guess);
    const struct public_piece *piece = &belief->public_state.piece[number];
    char square[SQUARE_TEXT];
    int best = belief_best(belief, number);
    text_printf(out, "%-4s %c %c%c ", square_write(piece->square, guess->notation, square),
                rank_write(best, guess->notation), piece->moved ? '*' : ' ',
                piece->rank != RANK_UNKNOWN ? '!' : ' ');
    write_army(guess, army);
    for (int rank = 0; rank < RANKS; rank++)
        if (army[rank])
            add_percent(out, belief_get(belief, number, rank));
    if (guess->has_truth)
        text_printf(out, "  %c", rank_write(guess->truth[number], guess->notation));
    text_add(out, "\n");
}

void guess_add_caveats(const struct guess *guess, struct text *out)
{
    const struct belief *belief = guess_belief(guess);
    const struct variant *variant = variant_at(belief->knowledge->statistics->variant);
    struct normal_result normal = belief_normal_result(belief);
    if (belief_is_flat(belief))
        text_printf(out, "no setups of %s were learnt from: the guess goes by the counts of ranks%s\n",
                    variant->title,
                    belief->knowledge->kind->models ? ", and by moves as in other games" : "");
    if (!normal.converged)
        text_printf(out, "not exact: after %d scaling%s (belief.sweeps) a rank's total is off by %.2g %%\n",
                    normal.sweeps, plural((uint64_t)normal.sweeps), 100 * normal.error);
    for (int i = 0; i < guess->analysis->faults[guess->of]; i++) {
        note_fault_write(&guess->analysis->fault[guess->of][i], guess->notation, out);
        text_add(out, "\n");
    }
    text_append(out, guess->missing.bytes, guess->missing.size);
    char conflict[CONFLICT_TEXT];
    if (facts_infeasible(&belief->facts))
        text_printf(out, "the facts contradict each other: %s; the counts of ranks are not used\n",
                    belief_conflict_text(facts_conflict(&belief->facts), guess->notation, conflict));
}

void guess_add_heading(const struct guess *guess, struct text *out)
{
    uint8_t army[RANKS];
    write_army(guess, army);
    text_add(out, "    best  ");
    for (int rank = 0; rank < RANKS; rank++)
        if (army[rank])
            text_printf(out, "   %c", rank_write(rank, guess->notation));
    text_add(out, guess->has_truth ? "  is\n" : "\n");
}

void guess_add_hidden(const struct guess *guess, struct text *out)
{
    const struct belief *belief = guess_belief(guess);
    uint8_t army[RANKS];
    write_army(guess, army);
    text_add(out, "hidden    ");
    for (int rank = 0; rank < RANKS; rank++)
        if (army[rank])
            text_printf(out, "%4d", belief->public_state.unknown_count[belief->side][rank]);
    text_add(out, "\n");
}

void guess_add_novelty(const struct guess *guess, struct text *out)
{
    double share[SETUP_NOVELTIES];
    if (belief_novelty(guess_belief(guess), share))
        text_printf(out, "the setup: %.0f %% a known one, %.0f %% near one, %.0f %% new\n",
                    100 * share[SETUP_KNOWN], 100 * share[SETUP_NEAR], 100 * share[SETUP_NEW]);
}

void guess_add_players(const struct guess *guess, struct text *out)
{
    double share[PLAYER_COUNT];
    if (belief_players(guess_belief(guess), share))
        text_printf(out, "players: %.0f %% people, %.0f %% programs, %.0f %% anyone else\n",
                    100 * share[PLAYER_PEOPLE], 100 * share[PLAYER_PROGRAMS], 100 * share[PLAYER_ANYONE]);
}

void guess_add_piece_json(const struct guess *guess, int number, const char *key, struct json *json)
{
    const struct belief *belief = guess_belief(guess);
    const struct public_piece *piece = &belief->public_state.piece[number];
    char square[SQUARE_TEXT];
    json_printf(json, "%s: {square: %s, best: %s, moved: %i, known: %i",
                key, square_write(piece->square, guess->notation, square),
                rank_table[belief_best(belief, number)].name, piece->moved, piece->rank != RANK_UNKNOWN);
    json_add_text(json, "truth", guess->has_truth ? rank_table[guess->truth[number]].name : NULL);
    json_open(json, "p", '{');
    for (int rank = 0; rank < RANKS; rank++)
        json_add_number(json, rank_table[rank].name, belief_get(belief, number, rank));
    json_printf(json, "}}");
}

/* Adds the lines of guess_add_caveats as a list of strings. */
static void add_caveats_json(const struct guess *guess, struct json *json)
{
    struct text caveats = {0};
    guess_add_caveats(guess, &caveats);
    json_add_line_list(json, "caveats", text_string(&caveats));
    text_free(&caveats);
}

void guess_add_shares_json(const char *key, bool has, const char *const names[], const double shares[],
                           int count, struct json *json)
{
    if (!has) {
        json_add_null(json, key);
        return;
    }
    json_open(json, key, '{');
    for (int i = 0; i < count; i++)
        json_add_number(json, names[i], shares[i]);
    json_close(json, '}');
}

void guess_begin_json(const struct guess *guess, struct json *json)
{
    const struct belief *belief = guess_belief(guess);
    double player[PLAYER_COUNT], setup[SETUP_NOVELTIES];
    bool has_player = belief_players(belief, player), has_setup = belief_novelty(belief, setup);
    json_printf(json, "{of: %s, plies: %u, guesser: %s",
                side_name(guess->of), belief->public_state.plies, belief->knowledge->kind->name);
    guess_add_shares_json("players", has_player, player_kind_name, player, PLAYER_COUNT, json);
    guess_add_shares_json("setup", has_setup, setup_novelty_name, setup, SETUP_NOVELTIES, json);
    add_caveats_json(guess, json);
}
