/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/study_text.h"

#include "base/decimal.h"
#include "base/plural.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    KINDS_SHOWN = 3,    /* max number of ranks listed as won, and as lost */
    BELIEFS_SHOWN = 3,  /* max number of ranks listed of the enemy's belief */
    MOVES_SHOWN = 4,    /* number of moves described by study_add_text */
    COLUMNS = 78,
};

int study_order(const struct rollout_study *study, int order[HALVING_ARMS])
{
    /* Insertion sort, in which the chosen move stands before any other. */
    for (int i = 0; i < study->count; i++) {
        int place = i;
        for (; place > 0 && order[place - 1] != study->best &&
               (i == study->best || study_better(&study->move[i], &study->move[order[place - 1]]));
             place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
    return study->count;
}

/* Writes the name of a move. */
static char *account_name(const struct rollout_account *account, enum notation notation, char text[MOVE_TEXT])
{
    return move_write(account->move, account->attack, notation, text);
}

/* --- the table --- */

/* Appends a number with `digits` decimals in `width` columns; "-" if it is not known. */
static void add_cell(struct text *out, int width, int digits, bool known, double value)
{
    if (known)
        text_printf(out, " %*.*f", width, digits, decimal_plain_zero(value, digits));
    else
        text_printf(out, " %*s", width, "-");
}

/* Appends the line of study_add_table for the move of this index. */
static void add_study_row(const struct rollout_study *study, int move, enum notation notation,
                          struct text *out)
{
    const struct rollout_account *account = &study->move[move];
    bool tried = account->worlds > 0, other = move != study->best;
    double world_percent = tried ? 100.0 / account->worlds : 0; /* percent of the worlds that one is */
    char name[MOVE_TEXT];
    text_printf(out, "%-7s", account_name(account, notation, name));
    add_cell(out, 6, 3, tried, account->mean);
    add_cell(out, 5, 3, account->worlds > 1, account->error);
    text_printf(out, " %6u", account->worlds);
    add_cell(out, 6, 3, tried && other, account->diff);
    add_cell(out, 5, 3, account->worlds > 1 && other, account->diff_error);
    add_cell(out, 6, 1, tried && account->chance >= 0, 100 * account->chance);
    add_cell(out, 4, 0, tried, account->best * world_percent);
    add_cell(out, 4, 0, tried, account->result[result_win(study->me)] * world_percent);
    add_cell(out, 4, 0, tried, account->result[result_win(side_other(study->me))] * world_percent);
    add_cell(out, 7, 2, true, account->points);
    text_add(out, other ? "\n" : " *\n");
}

void study_add_table(const struct rollout_study *study, enum notation notation, struct text *out)
{
    int order[HALVING_ARMS], count = study_order(study, order);
    text_add(out, "move      mean error worlds   diff error chance best  won lost   plans\n");
    for (int i = 0; i < count; i++)
        add_study_row(study, order[i], notation, out);
}

/* --- words --- */

/* Text that is wrapped into indented lines. */
struct wrapped_text {
    struct text *out;
    size_t column; /* columns used in the current line; 0: not begun */
};

/* Appends a word, on a new line if it does not fit on the current one. */
static void add_wrapped_word(struct wrapped_text *wrapped_text, const char *word)
{
    const size_t indent = 4;
    if (!wrapped_text->column) {
        text_add(wrapped_text->out, "  ");
        wrapped_text->column = 2;
    } else if (wrapped_text->column + 1 + strlen(word) > COLUMNS) {
        text_printf(wrapped_text->out, "\n%*s", (int)indent, "");
        wrapped_text->column = indent;
    } else {
        text_add(wrapped_text->out, " ");
        wrapped_text->column++;
    }
    text_add(wrapped_text->out, word);
    wrapped_text->column += strlen(word);
}

/* Appends a sentence, wrapped. The sentence is changed by strtok_r. */
static void add_wrapped_sentence(char *sentence, struct text *out)
{
    struct wrapped_text wrapped_text = {.out = out};
    char *saved_place = NULL;
    for (char *word = strtok_r(sentence, " ", &saved_place); word; word = strtok_r(NULL, " ", &saved_place))
        add_wrapped_word(&wrapped_text, word);
    text_add(out, "\n");
}

/* Appends a rank with its article: "the general" (a side has only one), "a scout". */
static void add_rank(int rank, struct text *out)
{
    const char *name = rank_table[rank].name;
    text_printf(out, "%s %s", rank_table[rank].count == 1 ? "the" : strchr("aeiou", name[0]) ? "an" : "a",
                name);
}

/* Appends "wins a captain in 4, a scout in 3": up to KINDS_SHOWN ranks with worlds[rank] > 0, in order of
 * worlds x value. False if there are none. */
static bool add_captured_ranks(const char *verb, const uint32_t worlds[RANKS], const double value[RANKS],
                          struct text *out)
{
    bool listed[RANKS] = {false}, any = false;
    for (int i = 0; i < KINDS_SHOWN; i++) {
        int best = -1;
        for (int rank = 0; rank < RANKS; rank++)
            if (worlds[rank] && !listed[rank] &&
                (best < 0 || worlds[rank] * value[rank] > worlds[best] * value[best]))
                best = rank;
        if (best < 0)
            break;
        listed[best] = true;
        text_add(out, any ? ", " : verb);
        add_rank(best, out);
        text_printf(out, " in %u", worlds[best]);
        any = true;
    }
    return any;
}

/* Appends what the move wins and loses: "of 24 worlds it wins a captain in 4; loses a scout in 3; the game
 * is won in 1". */
static void add_battles(const struct rollout_study *study, const struct rollout_account *account,
                        struct text *out)
{
    uint32_t won = account->result[result_win(study->me)];
    uint32_t lost = account->result[result_win(side_other(study->me))];
    uint32_t drawn = account->result[RESULT_DRAW];
    text_printf(out, "of %u world%s it ", account->worlds, plural(account->worlds));
    bool any = add_captured_ranks("wins ", account->gained, study->value[side_other(study->me)], out);
    any |= add_captured_ranks(any ? "; loses " : "loses ", account->lost, study->value[study->me], out);
    if (!any)
        text_add(out, "takes and loses nothing in any");
    if (won)
        text_printf(out, "; the game is won in %u", won);
    if (lost)
        text_printf(out, "; the game is lost in %u", lost);
    if (drawn)
        text_printf(out, "; the game is drawn in %u", drawn);
}

/* Appends on which hidden piece the move's value depends most: "better if e7 is a spy (20 %): then +0.31,
 * else -0.12 against d4-d5". The two values appear only with `points`. */
static void add_condition(const struct rollout_study *study, const struct rollout_condition *condition,
                          bool points, enum notation notation, struct text *out)
{
    char square[SQUARE_TEXT], name[MOVE_TEXT];
    double with = condition->with, without = condition->without;
    bool single = condition->against < 0; /* false: `with` and `without` are leads over another move */
    /* "only if" and "unless": the rank decides which of the two moves leads. */
    const char *words = single             ? with < without ? "worse if" : "better if"
                        : with < 0 && without >= 0 ? "good unless"
                        : with > 0 && without <= 0 ? "good only if"
                        : with < without   ? "worse if" : "better if";
    text_printf(out, "%s %s is ", words, square_write(condition->square, notation, square));
    add_rank(condition->rank, out);
    text_printf(out, " (%.0f %%)", 100 * condition->p);
    if (points)
        text_printf(out, ": then %+.2f, else %+.2f", decimal_plain_zero(with, 2),
                    decimal_plain_zero(without, 2));
    if (!single)
        text_printf(out, " against %s", account_name(&study->move[condition->against], notation, name));
}

/* Appends the points that the plans give the move, and the bonus that was added to its mean for the choice.
 * Leaves out what would be shown as 0. */
static void add_prior(const struct rollout_account *account, struct text *out)
{
    text_printf(out, "plans %.2f points", decimal_plain_zero(account->points, 2));
    if (account->behind <= -0.005)
        text_printf(out, ", %.2f behind their best", -account->behind);
    for (int i = 0; i < account->plans; i++)
        text_printf(out, "%s %s %+.2f", i ? "," : ":", account->plan[i].words,
                    decimal_plain_zero(account->plan[i].points, 2));
    if (fabs(account->bonus) >= 0.0005)
        text_printf(out, "; counts %+.3f beside the mean", account->bonus);
}

/* Appends what the enemy may believe about the moved piece after the move, and before it in brackets: up to
 * BELIEFS_SHOWN ranks and the true one. */
static void add_beliefs(const struct rollout_account *account, struct text *out)
{
    const double *before = account->believed[0], *after = account->believed[1];
    bool listed[RANKS] = {false};
    if (account->seen) {
        text_printf(out, "the enemy %s that it is ",
                    before[account->rank] > 0.999 ? "knows already" : "then knows");
        add_rank(account->rank, out);
        return;
    }
    text_add(out, "the enemy may then believe that it is: ");
    for (int i = 0; i < BELIEFS_SHOWN; i++) {
        int likeliest = 0;
        for (int rank = 1; rank < RANKS; rank++)
            if (listed[likeliest] || (!listed[rank] && after[rank] > after[likeliest]))
                likeliest = rank;
        if (after[likeliest] < 0.005) /* would be shown as 0 % */
            break;
        listed[likeliest] = true;
        text_printf(out, "%s%s %.0f %% (%.0f before)", i ? ", " : "", rank_table[likeliest].name,
                    100 * after[likeliest], 100 * before[likeliest]);
    }
    if (!listed[account->rank])
        text_printf(out, "; %s %.0f %% (%.0f)", rank_table[account->rank].name,
                    100 * after[account->rank], 100 * before[account->rank]);
}

/* Ends a sentence, if one was begun. */
static void end_sentence(struct text *out)
{
    if (out->size && out->bytes[out->size - 1] != '\n')
        text_add(out, "\n");
}

void study_add_sentences(const struct rollout_study *study, int move, bool points, enum notation notation,
                         struct text *out)
{
    const struct rollout_account *account = &study->move[move];
    char name[MOVE_TEXT];
    if (move == study->best && study->equals > 1)
        text_printf(out, "chosen at random from %d moves that count as equal\n", study->equals);
    if (points)
        add_prior(account, out);
    end_sentence(out);
    if (study->made && account->worlds) {
        add_battles(study, account, out);
        end_sentence(out);
        if (account->condition.square != SQUARE_NONE)
            add_condition(study, &account->condition, points, notation, out);
        end_sentence(out);
        for (int i = 0; i < account->length; i++)
            text_printf(out, "%s %s", i ? "" : "likely:", event_write(&account->line[i], notation, name));
        end_sentence(out);
    }
    if (study->made && account->rank < RANKS) {
        add_beliefs(account, out);
        end_sentence(out);
    }
}

void study_move(const struct rollout_study *study, int move, enum notation notation, struct text *out)
{
    struct text sentences = {0};
    char name[MOVE_TEXT], *saved_place = NULL;
    text_printf(out, "%s\n", account_name(&study->move[move], notation, name));
    study_add_sentences(study, move, true, notation, &sentences);
    for (char *line = strtok_r(sentences.bytes, "\n", &saved_place); line; line = strtok_r(NULL, "\n",
                                                                                           &saved_place))
        add_wrapped_sentence(line, out);
    text_free(&sentences);
}

void study_add_headline(const struct rollout_study *study, enum notation notation, struct text *out)
{
    const struct rollout_account *account = &study->move[study->best];
    char name[MOVE_TEXT];
    text_printf(out, "%s: ", account_name(account, notation, name));
    if (account->worlds && account->chance >= 0)
        text_printf(out, "chance %.0f %%, ", 100 * account->chance);
    if (account->worlds > 1)
        text_printf(out, "mean %.3f (error %.3f) in %u worlds\n", decimal_plain_zero(account->mean, 3),
                    account->error, account->worlds);
    else if (account->worlds)
        text_printf(out, "mean %.3f in 1 world\n", decimal_plain_zero(account->mean, 3));
    else if (!study->possible)
        text_add(out, "by the plans, as no world can be drawn: an own rank is unknown, or\n"
                      "facts contradict each other\n");
    else
        text_printf(out, "by the plans%s\n", study->count == 1 ? ", which leave no other" : "");
    if (study->stopped)
        text_add(out, "Stopped: this is what was found until then.\n");
}

/* Appends the probability of each kind of enemy that the rollouts assume. */
static void add_mixture(const struct rollout_study *study, struct text *out)
{
    const double *share = study->mixture;
    text_printf(out, "In %.3g %% of the worlds the enemy is assumed, by its moves so far, to be\n"
                     "a stranger, which plans as this one and takes no step up for strength;\n"
                     "in %.3g %% this planner, in %.3g %% one with De Boer's numbers, in\n"
                     "%.3g %% an attacker and in %.3g %% people (doc/rollout.md, \"Kinds of\n"
                     "enemy\").\n",
                100 * share[OPPONENT_STRANGER], 100 * share[OPPONENT_PLANNER],
                100 * share[OPPONENT_DE_BOER], 100 * share[OPPONENT_ATTACKER], 100 * share[OPPONENT_PEOPLE]);
}

/* Appends the ranks that the enemy's moves make more probable. */
static void add_inferences(const struct rollout_study *study, enum notation notation, struct text *out)
{
    const double max_shown = 0.99; /* never 100 %: the rank is not certain */
    if (study->inferences)
        text_add(out, "Ranks by the moves of such an enemy:\n");
    for (int i = 0; i < study->inferences; i++) {
        const struct rollout_inference *listed = &study->inference[i];
        char square[SQUARE_TEXT];
        text_printf(out, "  %s: ", square_write(listed->square, notation, square));
        add_rank(listed->rank, out);
        text_printf(out, " in %.0f %%, without that in %.0f %%\n", 100 * fmin(listed->p, max_shown),
                    100 * listed->guessed);
    }
}

void study_add_legend(const struct rollout_study *study, enum notation notation, struct text *out)
{
    text_printf(out, "%llu rollout%s of %d %s. ", (unsigned long long)study->trials,
                plural(study->trials), study->plies, plural_of((uint64_t)study->plies, "ply", "plies"));
    if (study->learnt >= 1)
        text_printf(out, "Mean: what their ends are worth by the\n"
                         "learnt value, drawn in below %.3g, a game won.",
                    study->won);
    else
        text_printf(out, "Mean: the logarithm of the strengths at their\n"
                         "ends, own to the enemy's, drawn in below %.3g, a game won; near 0, 0.1 is a\n"
                         "tenth more.",
                    study->won);
    if (study->learnt > 0 && study->learnt < 1)
        text_printf(out, " The learnt value of these ends counts %.0f %% in it.", 100 * study->learnt);
    text_add(out, " Diff: from\n"
                  "the move chosen, in the same worlds. Errors are standard errors. In percent:\n"
                  "chance, to win, by the learnt value of these ends; best, worlds in which no\n"
                  "other move tried was worth more; won and lost, games over by then. Plans:\n"
                  "points before any rollout, by the player's own options and the ranks as it\n"
                  "takes them; * has the highest mean with a part of these points added.\n");
    if (study->mixed)
        add_mixture(study, out);
    add_inferences(study, notation, out);
}

void study_add_text(const struct rollout_study *study, enum notation notation, struct text *out)
{
    int order[HALVING_ARMS], count = study_order(study, order);
    study_add_headline(study, notation, out);
    if (study->trials) {
        study_add_legend(study, notation, out);
        text_add(out, "\n");
        study_add_table(study, notation, out);
    }
    for (int i = 0; i < count && i < MOVES_SHOWN; i++) {
        text_add(out, "\n");
        study_move(study, order[i], notation, out);
    }
    if (count > MOVES_SHOWN)
        text_add(out, "\n'rollout --explain' lists all of them, in as many worlds each.\n");
}

/* --- JSON --- */

/* Adds an object with the number of worlds of each rank. Skips ranks with 0. */
static void add_ranks(const char *key, const uint32_t worlds[RANKS], struct json *out)
{
    json_open(out, key, '{');
    for (int rank = 0; rank < RANKS; rank++)
        if (worlds[rank])
            json_add_whole(out, rank_table[rank].name, worlds[rank]);
    json_close(out, '}');
}

/* Adds on which hidden piece the move's value depends most. Adds null if it depends on none. */
static void add_condition_json(const struct rollout_study *study, const struct rollout_condition *condition,
                               enum notation notation, struct json *out)
{
    char square[SQUARE_TEXT], name[MOVE_TEXT];
    if (condition->square == SQUARE_NONE) {
        json_add_null(out, "condition");
        return;
    }
    json_printf(out, "condition: {square: %s, rank: %s, p: %g, worlds: %u, of: %u",
                square_write(condition->square, notation, square), rank_table[condition->rank].name,
                condition->p, condition->worlds, condition->of);
    bool compared = condition->against >= 0;
    json_printf(out, "against: %s, with: %g, without: %g}",
                compared ? account_name(&study->move[condition->against], notation, name) : NULL,
                condition->with, condition->without);
}

/* Adds the results of a move's worlds. Adds null for a move without worlds. */
static void add_tried_json(const struct rollout_study *study, const struct rollout_account *account,
                           enum notation notation, struct json *out)
{
    char name[MOVE_TEXT];
    bool tried = account->worlds > 0;
    json_printf(out, "mean: %g, error: %g, diff: %g, diff_error: %g, chance: %g",
                tried ? account->mean : NAN, account->worlds > 1 ? account->error : NAN,
                tried ? account->diff : NAN, account->worlds > 1 ? account->diff_error : NAN,
                tried && account->chance >= 0 ? account->chance : NAN);
    json_printf(out, "best: %u, won: %u, lost: %u, drawn: %u",
                account->best, account->result[result_win(study->me)],
                account->result[result_win(side_other(study->me))], account->result[RESULT_DRAW]);
    add_ranks("wins", account->gained, out);
    add_ranks("loses", account->lost, out);
    if (tried)
        add_condition_json(study, &account->condition, notation, out);
    else
        json_add_null(out, "condition");
    json_open(out, "line", '[');
    for (int i = 0; i < account->length; i++)
        json_add_text(out, NULL, event_write(&account->line[i], notation, name));
    json_close(out, ']');
}

/* Adds the enemy's belief about the moved piece, by rank: before the move (after = 0) or after it (1).
 * Empty if the piece is known. */
static void add_believed_json(const struct rollout_account *account, const char *key, int after,
                              struct json *out)
{
    json_open(out, key, '{');
    for (int rank = 0; rank < RANKS && !account->seen; rank++)
        if (account->believed[after][rank] > 0)
            json_add_number(out, rank_table[rank].name, account->believed[after][rank]);
    json_close(out, '}');
}

/* Adds one move as an object. */
static void add_move_json(const struct rollout_study *study, int move, enum notation notation,
                          struct json *out)
{
    const struct rollout_account *account = &study->move[move];
    char name[MOVE_TEXT];
    json_printf(out, "{move: %s, chosen: %i, worlds: %u, points: %g, behind: %g, bonus: %g, plans: [",
                account_name(account, notation, name), move == study->best, account->worlds, account->points,
                account->behind, account->bonus);
    for (int i = 0; i < account->plans; i++)
        json_printf(out, "{plan: %s, points: %g}", account->plan[i].words, account->plan[i].points);
    json_close(out, ']');
    add_tried_json(study, account, notation, out);
    json_add_flag(out, "seen", account->seen);
    add_believed_json(account, "believed_before", 0, out);
    add_believed_json(account, "believed", 1, out);
    json_close(out, '}');
}

static const char *const kind_names[OPPONENTS] = {
    [OPPONENT_PLANNER] = "planner", [OPPONENT_DE_BOER] = "de_boer", [OPPONENT_ATTACKER] = "attacker",
    [OPPONENT_PEOPLE] = "people", [OPPONENT_STRANGER] = "stranger",
};

/* Adds the ranks that the enemy's moves make more probable. */
static void add_inferences_json(const struct rollout_study *study, enum notation notation, struct json *out)
{
    json_open(out, "moves_tell", '[');
    for (int i = 0; i < study->inferences; i++) {
        const struct rollout_inference *listed = &study->inference[i];
        char square[SQUARE_TEXT];
        json_printf(out, "{square: %s, rank: %s, without: %g, with: %g}",
                    square_write(listed->square, notation, square), rank_table[listed->rank].name,
                    listed->guessed, listed->p);
    }
    json_close(out, ']');
}

void study_add_json(const struct rollout_study *study, enum notation notation, bool speed, const char *key,
                    struct json *out)
{
    int order[HALVING_ARMS], count = study_order(study, order);
    /* No seconds without `speed`: the same seed writes the same. */
    json_printf(out, "%s: {rollouts: %" PRIu64 ", plies: %d, seconds: %g, possible: %i, stopped: %i",
                key, study->trials, study->plies, speed ? study->seconds : NAN, study->possible,
                study->stopped);
    json_printf(out, "unit: %s, learnt: %g, game_won: %g", study->learnt >= 1 ? "learnt" : "log-strengths",
                study->learnt, study->won);
    if (study->mixed) {
        json_open(out, "enemy", '{');
        for (int kind = 0; kind < OPPONENTS; kind++)
            json_add_number(out, kind_names[kind], study->mixture[kind]);
        json_close(out, '}');
        add_inferences_json(study, notation, out);
    } else {
        json_printf(out, "enemy: null, moves_tell: []");
    }
    json_printf(out, "equals: %d, moves: [", study->equals);
    for (int i = 0; i < count; i++)
        add_move_json(study, order[i], notation, out);
    json_printf(out, "]}");
}
