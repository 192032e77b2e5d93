/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/bot_talk.h"

#include "base/decimal.h"
#include "game/notation.h"
#include "play/bot_seat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of the time that it is given for an answer it takes so much at most: the rest is for the way there. */
#define SHARE 0.8

#define SETUP_SECONDS 1.0

enum status bot_talk_init(struct bot_talk *talk, const char *spec, const struct settings *settings,
                          struct library *library, uint64_t seed, struct error *error)
{
    *talk = (struct bot_talk){.spec = spec, .library = library, .seed = seed};
    settings_copy(&talk->settings, settings);
    enum status status = agent_start(&talk->agent, spec, &talk->settings, library, error);
    if (status)
        settings_free(&talk->settings);
    talk->started = !status;
    return status;
}

void bot_talk_free(struct bot_talk *talk)
{
    if (talk->started)
        agent_end(&talk->agent);
    position_free(&talk->position);
    view_free(&talk->view);
    settings_free(&talk->settings);
    *talk = (struct bot_talk){0};
}

static enum bot_talk_task refuse(struct text *answer, const struct error *error)
{
    text_printf(answer, "error %s\n", error->text);
    return BOT_TALK_NONE;
}

static enum bot_talk_task refuse_line(struct text *answer, const char *found, const char *expected)
{
    struct error error;
    error_set(&error, STATUS_BAD, "found '%.80s', expected %s", found, expected);
    return refuse(answer, &error);
}

/* --- the agent --- */

/* The group of the agent's own options, or NULL; the agent itself may not have been made, as a file of its
 * is missing. */
static const char *own_group(const struct bot_talk *talk)
{
    return agent_table[agent_index(talk->spec)]->options;
}

/* "option KEY DEFAULT what it takes". */
static enum bot_talk_task greet(struct bot_talk *talk, const char *rest, struct text *answer)
{
    const char *group = own_group(talk);
    const struct option_group *found = NULL;
    (void)rest;
    text_printf(answer, "bot %d %s\n", BOT_TALK_VERSION, talk->spec);
    for (int i = 0; group && settings_option(&talk->settings, i, &found); i++) {
        const struct option *option = settings_option(&talk->settings, i, &found);
        char value[OPTION_VALUE_TEXT];
        if (strcmp(found->name, group) != 0)
            continue;
        settings_show(&talk->settings, i, value, sizeof value);
        text_printf(answer, "option %s %s ", option->key, value);
        option_expects(option, answer);
        text_add(answer, "\n");
    }
    text_add(answer, "ready\n");
    return BOT_TALK_NONE;
}

/* "KEY VALUE": an option of the agent's own, or a full key; it holds from the next game on. */
static enum bot_talk_task set(struct bot_talk *talk, const char *rest, struct text *answer)
{
    char key[OPTION_KEY_TEXT] = "";
    struct error error;
    size_t size = strcspn(rest, " ");
    const char *group = own_group(talk);
    if (!rest[size] || size >= sizeof key / 2)
        return refuse_line(answer, rest, "set KEY VALUE");
    bool full = memchr(rest, '.', size) || !group;
    snprintf(key, sizeof key, "%.60s%s%.*s", full ? "" : group, full ? "" : ".", (int)size, rest);
    if (settings_set(&talk->settings, key, rest + size + 1, "set", &error) != STATUS_OK)
        return refuse(answer, &error);
    return BOT_TALK_NONE;
}

/* "COLOUR": a new game, with an agent of its own. */
static enum bot_talk_task begin_game(struct bot_talk *talk, const char *rest, struct text *answer)
{
    struct error error;
    bool red = strcmp(rest, "red") == 0;
    if (!red && strcmp(rest, "blue") != 0)
        return refuse_line(answer, rest, "game red or game blue");
    if (talk->started)
        agent_end(&talk->agent);
    talk->started = agent_start(&talk->agent, talk->spec, &talk->settings, talk->library, &error) ==
                    STATUS_OK;
    talk->side = red ? RED : BLUE;
    talk->in_game = talk->started;
    talk->has_setup = talk->begun = false;
    talk->rules = *rules_find("isf");
    talk->answered = MOVE_NONE;
    rng_seed(&talk->rng, talk->seed, 0);
    return talk->started ? BOT_TALK_NONE : refuse(answer, &error);
}

/* "NAME TWO_SQUARES MORE_SQUARES MOVES QUIET". */
static enum bot_talk_task take_rules(struct bot_talk *talk, const char *rest, struct text *answer)
{
    struct rules rules = {.name = "custom"};
    char name[32], more[8];
    int two, moves, quiet, end = 0;
    if (talk->begun ||
        sscanf(rest, "%31s %d %7s %d %d%n", name, &two, more, &moves, &quiet, &end) != 5 || rest[end] ||
        two < 0 || two > 20 || moves < 0 || quiet < 0 ||
        (strcmp(more, "yes") != 0 && strcmp(more, "no") != 0))
        return refuse_line(answer, rest, "rules NAME TWO_SQUARES yes|no MOVES QUIET before the first move");
    rules.two_squares = two;
    rules.more_squares = strcmp(more, "yes") == 0;
    rules.move_limit = moves;
    rules.no_attack_limit = quiet;
    talk->rules = rules;
    return BOT_TALK_NONE;
}

/* "": asks for a setup; forty letters: gives it. */
static enum bot_talk_task take_setup(struct bot_talk *talk, const char *rest, struct text *answer)
{
    struct setup setup = {0};
    struct error error;
    enum status status = STATUS_OK;
    if (!talk->in_game || talk->begun)
        return refuse_line(answer, "setup", "game COLOUR before it");
    if (!*rest) {
        status = bot_choose_setup(&talk->agent, &talk->settings, talk->side, SETUP_SECONDS, &talk->rng,
                                  &setup, &error);
    } else {
        if (strlen(rest) != PIECES_A_SIDE)
            return refuse_line(answer, rest, "a setup of 40 letters");
        for (int i = 0; i < PIECES_A_SIDE; i++) {
            int rank = rank_read(rest[i], NOTATION_DEBOER);
            if (rank < 0)
                return refuse_line(answer, rest, "a setup of 40 letters F B S 2 .. 9 X");
            setup.rank[i] = (uint8_t)rank;
        }
        status = setup_check(&setup, &error);
    }
    if (status)
        return refuse(answer, &error);
    talk->setup = setup;
    talk->has_setup = true;
    if (*rest)
        return BOT_TALK_NONE;
    text_add(answer, "setup ");
    for (int i = 0; i < PIECES_A_SIDE; i++)
        text_printf(answer, "%c", rank_write(setup.rank[i], NOTATION_DEBOER));
    text_add(answer, "\n");
    return BOT_TALK_NONE;
}

/* --- the game --- */

/* Sees to it that the board is there. */
static bool has_board(struct bot_talk *talk, struct text *answer)
{
    struct error error;
    if (talk->begun)
        return true;
    if (!talk->in_game || !talk->has_setup) {
        refuse_line(answer, "no setup", "game COLOUR and setup before it");
        return false;
    }
    talk->begun = bot_begin(&talk->position, &talk->view, talk->side, &talk->setup, &talk->rules, &error) ==
                  STATUS_OK;
    if (!talk->begun)
        refuse(answer, &error);
    return talk->begun;
}

/* "MOVE" or "MOVE ATTACKER DEFENDER won|lost|both". */
static enum bot_talk_task take_move(struct bot_talk *talk, const char *rest, struct text *answer)
{
    static const char *const outcomes[] = {[BATTLE_WON] = "won", [BATTLE_LOST] = "lost",
                                           [BATTLE_BOTH] = "both"};
    char move[16], outcome[8] = "", attacker = 0, defender = 0;
    struct move_with_ranks told;
    struct event event;
    struct error error;
    int end = 0;
    int words = sscanf(rest, "%15s%n %c %c %7s%n", move, &end, &attacker, &defender, outcome, &end);
    if ((words != 1 && words != 4) || rest[end] ||
        move_read(move, NOTATION_DEBOER, &told, NULL, &error) != STATUS_OK)
        return refuse_line(answer, rest, "played MOVE or played MOVE ATTACKER DEFENDER won|lost|both");
    if (!has_board(talk, answer))
        return BOT_TALK_NONE;
    int ranks[] = {words == 4 ? rank_read(attacker, NOTATION_DEBOER) : RANK_UNKNOWN,
                   words == 4 ? rank_read(defender, NOTATION_DEBOER) : RANK_UNKNOWN};
    if (ranks[0] < 0 || ranks[1] < 0)
        return refuse_line(answer, rest, "ranks F B S 2 .. 9 X");
    told.attacker = (uint8_t)ranks[0];
    told.defender = (uint8_t)ranks[1];
    if (position_play(&talk->position, told, &event, &error) != STATUS_OK)
        return refuse(answer, &error);
    view_apply(&talk->view, &event);
    talk->answered = MOVE_NONE;
    bool fits = event.battle == BATTLE_NONE ? words == 1 : strcmp(outcomes[event.battle], outcome) == 0;
    return fits ? BOT_TALK_NONE : refuse_line(answer, rest, "the outcome that these ranks have");
}

/* "time S", "clock S", "increment S", "depth N", "nodes N", as many as there are. */
static enum bot_talk_task go(struct bot_talk *talk, const char *rest, struct text *answer)
{
    struct think limits = {0};
    char word[16], number[32];
    int end = 0;
    const char *at = rest;
    for (; sscanf(at, " %15s %31s%n", word, number, &end) == 2; at += end) {
        double value;
        if (!decimal_read(number, &value) || value < 0 || value > 1e15)
            return refuse_line(answer, rest, "a number behind each word of go");
        if (strcmp(word, "time") == 0)
            limits.hard_seconds = fmax(value * SHARE, 0.001);
        else if (strcmp(word, "depth") == 0)
            limits.depth = value < 1000 ? (int)value : 1000;
        else if (strcmp(word, "nodes") == 0)
            limits.nodes = (uint64_t)value;
        else if (strcmp(word, "increment") == 0)
            limits.increment = value;
        else if (strcmp(word, "clock") == 0) {
            limits.has_clock = true;
            limits.clock = value;
        }
    }
    if (at[strspn(at, " ")])
        return refuse_line(answer, rest, "a number behind each word of go");
    if (!has_board(talk, answer))
        return BOT_TALK_NONE;
    if (talk->view.board.to_move != talk->side)
        return refuse_line(answer, "go", "the enemy's move before it");
    talk->limits = limits;
    return BOT_TALK_THINK;
}

struct move bot_talk_think(struct bot_talk *talk, int threads, const atomic_bool *stop,
                           void (*report)(void *context, const struct progress *progress), void *context)
{
    struct think think = talk->limits;
    think.rng = &talk->rng;
    think.threads = threads;
    think.stop = stop;
    think.report = report;
    think.context = context;
    return board_can_move(&talk->view.board) ? agent_move(&talk->agent, &talk->view, &think) : MOVE_NONE;
}

/* Plays the own move that was answered; false where it is unknown what came of it, or there is none. */
static bool play_answered(const struct bot_talk *talk, struct view *view)
{
    struct board *board = &view->board;
    if (move_is_none(talk->answered) || board_check(board, talk->answered) != MOVE_LEGAL)
        return false;
    int victim = board->at[talk->answered.to];
    if (victim != NO_PIECE && board->piece[victim].rank == RANK_UNKNOWN)
        return false;
    board_make_as(board, talk->answered, RANK_UNKNOWN, RANK_UNKNOWN);
    struct event event = board_event(board, board->plies - 1);
    board_unmake(board);
    view_apply(view, &event);
    return true;
}

bool bot_talk_ponders(struct bot_talk *talk, struct view *view, struct think *think)
{
    if (!talk->begun || !talk->started || !agent_ponders(&talk->agent))
        return false;
    view_copy(view, &talk->view);
    if (view->board.to_move == talk->side && !play_answered(talk, view))
        return false;
    *think = talk->limits;
    think->rng = &talk->rng;
    return view->board.to_move != talk->side && board_outcome(&view->board).result == RESULT_OPEN;
}

void bot_talk_moved(struct bot_talk *talk, struct move move, struct text *answer)
{
    char text[MOVE_TEXT];
    const char *why;
    talk->answered = move;
    if (agent_failure(&talk->agent, &why) != AGENT_SOUND)
        text_printf(answer, "error %s\n", why);
    else if (move_is_none(move))
        text_add(answer, "resign\n");
    else
        text_printf(answer, "move %s\n", move_write(move, false, NOTATION_DEBOER, text));
}

void bot_talk_info(const struct progress *progress, struct text *answer)
{
    char text[MOVE_TEXT], value[DECIMAL_TEXT];
    text_printf(answer, "info depth %d nodes %llu seconds %.3f", progress->depth,
                (unsigned long long)progress->nodes, progress->seconds);
    if (progress->recalled)
        text_printf(answer, " recalled %llu", (unsigned long long)progress->recalled);
    text_printf(answer, " value %s", decimal_write(progress->value, value));
    if (progress->length)
        text_add(answer, " line");
    for (int i = 0; i < progress->length; i++)
        text_printf(answer, " %s", move_write(progress->line[i], false, NOTATION_DEBOER, text));
    text_add(answer, "\n");
}

/* --- lines --- */

static const struct {
    const char *word;
    enum bot_talk_task (*take)(struct bot_talk *talk, const char *rest, struct text *answer);
} lines[] = {
    {"vedette", greet}, {"set", set},          {"game", begin_game}, {"rules", take_rules},
    {"setup", take_setup}, {"played", take_move}, {"go", go},
};

enum bot_talk_task bot_talk_line(struct bot_talk *talk, const char *line, struct text *answer)
{
    char kept[BOT_TALK_LINE];
    snprintf(kept, sizeof kept, "%s", line);
    size_t end = strlen(kept);
    while (end && strchr(" \t\r", kept[end - 1]))
        kept[--end] = '\0';
    size_t size = strcspn(kept, " ");
    const char *rest = kept + size + strspn(kept + size, " ");
    kept[size] = '\0';
    if (strcmp(kept, "stop") == 0)
        return BOT_TALK_STOP;
    if (strcmp(kept, "quit") == 0)
        return BOT_TALK_QUIT;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(kept, lines[i].word) == 0)
            return lines[i].take(talk, rest, answer);
    return BOT_TALK_NONE; /* what later versions may say */
}
