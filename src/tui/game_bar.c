/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The key bar of the game screen, by what goes on there. */
#include "tui/key_bar.h"

#include "tui/screen.h"

enum { BAR_KEYS = 16 };

/* The keys of a state, the commonest first. */
typedef const struct bar_key bar_keys[BAR_KEYS];

static bar_keys table = {{ACTION_UP, ACTION_DOWN, "choose a move", NULL, 0},
                         {ACTION_CHOOSE, ACTION_NONE, "play it", NULL, 0},
                         {ACTION_CANCEL, ACTION_NONE, "close", NULL, 0}};
static bar_keys turn = {{ACTION_CHOOSE, ACTION_NONE, "choose", NULL, 0},
                        {ACTION_HINT, ACTION_NONE, "hint", NULL, 0},
                        {ACTION_HEAT, ACTION_NONE, "where", NULL, 0},
                        {ACTION_TAKE_BACK, ACTION_NONE, "undo", NULL, 0},
                        {ACTION_STEP_BACK, ACTION_STEP_FORWARD, "back", NULL, 0},
                        {ACTION_RESIGN, ACTION_NONE, "resign", NULL, 0},
                        {ACTION_DRAW, ACTION_NONE, "draw", NULL, 0},
                        {ACTION_NEW, ACTION_NONE, "menu", NULL, 0},
                        {ACTION_QUIT, ACTION_NONE, "quit", NULL, 0},
                        {ACTION_NEXT, ACTION_NONE, "next piece", NULL, 0},
                        {ACTION_CONSOLE, ACTION_NONE, "console", NULL, 0}};
static bar_keys hinted = {{ACTION_CHOOSE, ACTION_NONE, "play the hint", NULL, 0},
                          {ACTION_CANCEL, ACTION_NONE, "put it back", NULL, 0},
                          {ACTION_LINES, ACTION_NONE, "lines", NULL, 0},
                          {ACTION_PLANS, ACTION_NONE, "plans", NULL, 0},
                          {ACTION_NEW, ACTION_NONE, "menu", NULL, 0},
                          {ACTION_QUIT, ACTION_NONE, "quit", NULL, 0}};
static bar_keys chosen = {{ACTION_CHOOSE, ACTION_NONE, "move it here", NULL, 0},
                          {ACTION_NEXT, ACTION_NONE, "next square", NULL, 0},
                          {ACTION_CANCEL, ACTION_NONE, "put it back", NULL, 0},
                          {ACTION_HINT, ACTION_NONE, "hint", NULL, 0},
                          {ACTION_HEAT, ACTION_NONE, "where", NULL, 0},
                          {ACTION_QUIT, ACTION_NONE, "quit", NULL, 0}};
static bar_keys thinking = {{ACTION_MOVE_NOW, ACTION_NONE, "move now", NULL, 0},
                            {ACTION_STEP_BACK, ACTION_STEP_FORWARD, "back", NULL, 0},
                            {ACTION_HEAT, ACTION_NONE, "where", NULL, 0},
                            {ACTION_RESIGN, ACTION_NONE, "resign", NULL, 0},
                            {ACTION_NEW, ACTION_NONE, "menu", NULL, 0},
                            {ACTION_QUIT, ACTION_NONE, "quit", NULL, 0}};
static bar_keys past = {{ACTION_STEP_BACK, ACTION_STEP_FORWARD, "step", NULL, 0},
                        {ACTION_BATTLE_BACK, ACTION_BATTLE_FORWARD, "battle", NULL, 0},
                        {ACTION_CANCEL, ACTION_NONE, "to the present", NULL, 0},
                        {ACTION_TRY_LINE, ACTION_NONE, "try a line", NULL, 0},
                        {ACTION_COMMENT, ACTION_NONE, "note", NULL, 0},
                        {ACTION_QUIT, ACTION_NONE, "quit", NULL, 0}};
static bar_keys line = {{ACTION_CHOOSE, ACTION_NONE, "choose", NULL, 0},
                        {ACTION_TAKE_BACK, ACTION_REDO, "undo, redo", NULL, 0},
                        {ACTION_CANCEL, ACTION_NONE, "back to the game", NULL, 0},
                        {ACTION_HINT, ACTION_NONE, "hint", NULL, 0},
                        {ACTION_PLANS, ACTION_NONE, "plans", NULL, 0},
                        {ACTION_QUIT, ACTION_NONE, "quit", NULL, 0}};
static bar_keys over = {{ACTION_AGAIN, ACTION_NONE, "again", NULL, 0},
                        {ACTION_NEXT_LEVEL, ACTION_NONE, "next level", NULL, 0},
                        {ACTION_REVIEW, ACTION_NONE, "review", NULL, 0},
                        {ACTION_STEP_BACK, ACTION_STEP_FORWARD, "step", NULL, 0},
                        {ACTION_NEW, ACTION_NONE, "menu", NULL, 0},
                        {ACTION_QUIT, ACTION_NONE, "quit", NULL, 0},
                        {ACTION_BATTLE_BACK, ACTION_BATTLE_FORWARD, "battle", NULL, 0},
                        {ACTION_NEXT_VIEW, ACTION_NONE, "seat", NULL, 0},
                        {ACTION_SAVE, ACTION_NONE, "save", NULL, 0}};
static bar_keys over_past = {{ACTION_STEP_BACK, ACTION_STEP_FORWARD, "step", NULL, 0},
                             {ACTION_BATTLE_BACK, ACTION_BATTLE_FORWARD, "battle", NULL, 0},
                             {ACTION_CANCEL, ACTION_NONE, "to the end", NULL, 0},
                             {ACTION_REVIEW, ACTION_NONE, "review", NULL, 0},
                             {ACTION_HINT, ACTION_NONE, "hint", NULL, 0},
                             {ACTION_PLAY_FROM_HERE, ACTION_NONE, "play from here", NULL, 0},
                             {ACTION_QUIT, ACTION_NONE, "quit", NULL, 0},
                             {ACTION_TRY_LINE, ACTION_NONE, "try a line", NULL, 0},
                             {ACTION_COMMENT, ACTION_NONE, "note", NULL, 0}};
static bar_keys watched = {{ACTION_PAUSE, ACTION_NONE, "pause", NULL, 0},
                           {ACTION_ONE_MOVE, ACTION_NONE, "one move", NULL, 0},
                           {ACTION_SPEED, ACTION_NONE, "speed", NULL, 0},
                           {ACTION_CHANGE_SEATS, ACTION_NONE, "seat", NULL, 0},
                           {ACTION_STEP_BACK, ACTION_STEP_FORWARD, "step", NULL, 0},
                           {ACTION_NEW, ACTION_NONE, "menu", NULL, 0},
                           {ACTION_QUIT, ACTION_NONE, "quit", NULL, 0}};
static bar_keys covering = {{ACTION_CHOOSE, ACTION_NONE, "cover the board", NULL, 0},
                            {ACTION_TAKE_BACK, ACTION_NONE, "undo", NULL, 0},
                            {ACTION_STEP_BACK, ACTION_STEP_FORWARD, "back", NULL, 0},
                            {ACTION_QUIT, ACTION_NONE, "quit", NULL, 0}};

/* Returns the keys that the bar shows in the present state of the game. */
static const struct bar_key *state_keys(const struct tui *tui)
{
    const struct local_game *local = &tui->local;
    bool trial = local->shown.trial.on;
    if (tui->table.open)
        return table;
    if (trial)
        return line;
    if (local_game_is_decided(local))
        return local->shown.back ? over_past : over;
    if (local->shown.back)
        return past;
    if (local_game_seating(local) == SEATING_WATCH)
        return watched;
    if (local_game_to_cover(local))
        return covering;
    /* Quick moves leave the bar as it is. */
    if (local->thought.on && local->thought.seconds >= MIN_SHOWN_SECONDS)
        return thinking;
    if (tui->cursor.chosen == SQUARE_NONE || !local_game_to_move(local))
        return turn;
    return lines_hint_stands(tui) ? hinted : chosen;
}

/* Returns whether an action can do anything in the present state. */
static bool works(const struct tui *tui, enum action action)
{
    const struct local_game *local = &tui->local;
    const struct board *board = local_game_board(local);
    uint32_t plies = board->plies + (local->shown.trial.on ? 0 : local->shown.back);
    bool decided = local_game_is_decided(local) && !local->shown.trial.on;
    switch (action) {
    case ACTION_TAKE_BACK:
        return local->shown.trial.on ? plies > board->prior_plies : local_game_can_take_back(local);
    case ACTION_STEP_BACK: case ACTION_BATTLE_BACK: case ACTION_BATTLE_FORWARD:
        return plies > board->prior_plies;
    case ACTION_HINT:
        return !decided || lines_can_hint(tui);
    case ACTION_MOVE_NOW:
        return local->thought.on;
    case ACTION_AGAIN: case ACTION_NEXT_LEVEL:
        return end_panel_offers(tui, action);
    default:
        return true;
    }
}

void game_bar_draw(const struct tui *tui, struct canvas *canvas)
{
    struct bar_key keys[BAR_KEYS + 1] = {{ACTION_HELP, ACTION_NONE, "help", NULL, 0}};
    const struct bar_key *all = state_keys(tui);
    size_t count = 1;
    for (int i = 0; i < BAR_KEYS && all[i].word; i++)
        if (all[i].label || works(tui, all[i].action))
            keys[count++] = all[i];
    draw_key_bar(canvas, &tui->layout.help, ON_GAME, keys, count);
}
