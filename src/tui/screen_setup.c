/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The setup screen: the pieces of a variant are placed on their four rows and exchanged in pairs. */
#include "tui/screen.h"

#include "base/clock.h"
#include "base/disk.h"
#include "game/notation.h"
#include "play/named_game.h"
#include "play/people_setup.h"
#include "report/army_words.h"
#include "setup/kind.h"
#include "setup/random_setup.h"
#include "setup/store.h"
#include "tui/kept_army.h"
#include "tui/lessons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HOME_ROWS = 4 };

struct arrange *setup_arrange(const struct tui *tui)
{
    return screen_state(tui, &setup_screen);
}

/* Frees the state. */
static void free_arrange(void *state)
{
    board_free(&((struct arrange *)state)->board);
}

/* Starts with the pieces entered before of a board elsewhere, or with none. */
static void begin_copying(struct tui *tui)
{
    struct arrange *arrange = setup_arrange(tui);
    const char *open = key_for(ACTION_LOAD, ON_SETUP).text;
    if (tui->seating_form.has_setup[arrange->side]) {
        arrange_set(arrange, &tui->seating_form.setup[arrange->side]);
        arrange->by_hand = true;
        message_show(tui, false, "Your pieces as you entered them; %s: go on",
                     key_for(ACTION_START, ON_SETUP).text);
        return;
    }
    arrange->cursor = 0;
    if (arrange_fills_rows(arrange))
        message_show(tui, false,
                     "Type your pieces as they stand there, from the front: 2 5 B ..; %s opens a setup",
                     open);
    else
        message_show(tui, false,
                     "Go to where your pieces stand there, and type each: 2, B, X; %s opens a setup", open);
}

/* What a first game is about, before the set-up asks for anything. */
static const char aim[] = "The aim: capture the enemy's flag, and guard your own. ";

/* Opens the screen with the army that was kept, that of the last game, or a created one; if the variant
 * allows any army, with an empty board in place of the last two. A board elsewhere is copied by
 * begin_copying. */
static void setup_enter(struct tui *tui)
{
    struct arrange *arrange = setup_arrange(tui);
    struct setup setup;
    const char *play = key_for(ACTION_START, ON_SETUP).text, *new = key_for(ACTION_CREATE, ON_SETUP).text;
    arrange->side = tui->next_game.side;
    arrange->rules = tui->next_game.rules;
    arrange_begin(arrange, tui->next_game.variant);
    arrange->for_both = arrange_any_army(arrange) && !tui->seating_form.arranging;
    if (seating_copies_board(&tui->seating_form)) {
        begin_copying(tui);
        return;
    }
    arrange->cursor = 4; /* in the middle of the front row */
    if (!tui->seating_form.arranging && kept_army_restore(arrange)) {
        if (arrange_is_partial(arrange) && !arrange_any_army(arrange))
            message_show(tui, false, "Your army is back as you left it: %s puts the rest of it down", new);
        else
            message_show(tui, false, "Your army is back as you left it: %s plays with it, %s creates another",
                         play, new);
        return;
    }
    if (arrange_any_army(arrange)) {
        message_show(tui, false, "Put %s down: F, B, 2 ..; %s draws one; %s: play",
                     arrange->for_both ? "the army that both sides get" : "an army of your own", new, play);
        return;
    }
    bool last = kept_army_last(arrange, &setup), created = !last && create_setup(tui, &setup);
    arrange_set(arrange, &setup);
    if (last)
        message_show(tui, false, "Your last army: %s plays with it, %s creates another", play, new);
    else if (created)
        message_show(tui, false, "%sSet your pieces up, or play with them as they stand: %s",
                     lessons_beginner_next(tui) ? aim : "", play);
}

/* Reads a setup from a file of any kind that holds one. From a game reads that of the person's side. */
static enum status load_setup_file(const struct tui *tui, const char *path, struct setup *setup,
                                   struct error *error)
{
    struct file_content content = {0};
    struct setup both[SIDES];
    enum status status = named_game_read(path, true, &content, error);
    if (status)
        return status;
    if (content.kind == FILE_SETUP || content.kind == FILE_LETTERS)
        *setup = content.setup;
    else if (content.record.sealed[tui->next_game.side])
        status = error_set(error, STATUS_NO, "%s: %s's side stays hidden until the game is over", path,
                           side_name(tui->next_game.side));
    else if (placement_to_setups(&content.record.start, both))
        *setup = both[tui->next_game.side];
    else
        status = error_set(error, STATUS_BAD, "%s: no setup in this file", path);
    file_content_free(&content);
    return status;
}

/* Saves the setup under the name or to the file tui->path. If that exists and `replace` is false, prompts
 * first. */
static void save(struct tui *tui, bool replace)
{
    struct text text = {0};
    struct error error = {0};
    const char *name = tui->path;
    bool file = strchr(name, '/') || strchr(name, '.'); /* otherwise a name in the setup store */
    enum status status = STATUS_NO; /* it exists and is not to be replaced */
    if (!file && !store_name_is_good(name)) {
        message_show(tui, true,
                     "A name has letters, digits, '-' and '_' alone; a file's name has a '.' or a '/'");
        return;
    }
    setup_write(&setup_arrange(tui)->setup, variant_at(setup_arrange(tui)->variant), &text);
    if (!file)
        status = store_save(name, &setup_arrange(tui)->setup, variant_at(setup_arrange(tui)->variant),
                            replace, &error);
    else if (disk_check_regular(name, &error) != STATUS_OK)
        status = STATUS_BAD;
    else if (replace || access(name, F_OK) != 0)
        status = disk_write(name, text_string(&text), text.size, &error);
    if (status == STATUS_NO)
        prompt_confirm(tui, QUESTION_OVERWRITE, file ? "That file exists. Replace it?"
                                            : "You have a setup of that name. Replace it?");
    else if (status)
        message_error(tui, &error);
    else
        message_show(tui, false, file ? "Saved as %s" : "Saved under the name %s", name);
    setup_arrange(tui)->by_hand &= status != STATUS_OK;
    text_free(&text);
}

/* Appends to the message how to restore the person's setup, if another one replaced it. */
static void append_restore_hint(struct tui *tui, bool was_set_aside)
{
    char before[sizeof tui->message];
    struct key_name undo = key_for(ACTION_TAKE_BACK, ON_SETUP);
    if (!was_set_aside || !undo.bound)
        return;
    memcpy(before, tui->message, sizeof before);
    message_show(tui, false, "%.400s; %s puts yours back", before, undo.text);
}

/* Loads the setup tui->path: a file if one has that name, otherwise a stored setup, as the commands do. */
static void load(struct tui *tui)
{
    struct setup setup;
    struct error error = {0};
    const char *name = tui->path;
    bool stored = access(name, F_OK) != 0 && store_name_is_good(name);
    enum status status = stored ? store_load(name, &setup, NULL, &error)
                                : load_setup_file(tui, name, &setup, &error);
    const struct variant *variant = variant_at(setup_arrange(tui)->variant);
    struct error why;
    if (!status && setup_check(&setup, variant, &why) != STATUS_OK)
        status = error_set(&error, STATUS_BAD, "%.80s is no setup of %s: %s", name, variant->title, why.text);
    if (status) {
        message_error(tui, &error);
        return;
    }
    bool was_set_aside = arrange_replace(setup_arrange(tui), &setup);
    message_show(tui, false, "Setup %s is on the board", name);
    append_restore_hint(tui, was_set_aside);
}

/* Returns the flag of the form that the setup is for. */
static unsigned form_screen(const struct tui *tui)
{
    return tui->seating_form.arranging ? GO_SEATING : GO_NEW;
}

/* Starts the game and clears the message, which was about the setup. */
static unsigned begin_play(struct tui *tui)
{
    struct arrange *arrange = setup_arrange(tui);
    message_clear(tui);
    if (!tui->seating_form.arranging)
        kept_army_played(arrange);
    return begin_game(tui, &arrange->setup);
}

void setup_keep(struct tui *tui)
{
    if (!tui->seating_form.arranging)
        kept_army_keep(setup_arrange(tui));
}

/* Acts on the answer to a prompt. Returns flags as a screen's key function does. */
static unsigned setup_handle_answer(struct tui *tui, enum question question, bool yes)
{
    if (!yes)
        return 0;
    switch (question) {
    case QUESTION_QUIT:
        setup_keep(tui);
        return GO_EXIT;
    case QUESTION_LEAVE: return form_screen(tui);
    case QUESTION_START: return begin_play(tui);
    default: break;
    }
    if (!tui->path[0])
        return 0;
    if (question == QUESTION_LOAD)
        load(tui);
    else
        save(tui, question == QUESTION_OVERWRITE);
    return 0;
}

/* Shows the number of pieces in the reserve and the selected rank. */
static void show_reserve(struct tui *tui)
{
    const struct arrange *arrange = setup_arrange(tui);
    if (arrange->reserve_total)
        message_show(tui, false, "In the reserve: %d. %s: the %s, or type a rank", arrange->reserve_total,
                     key_for(ACTION_CHOOSE, ON_SETUP).text, rank_table[arrange->selected_rank].name);
    else
        message_show(tui, false, "All pieces are down");
}

/* Places a piece of a rank from the reserve on the cursor's place. */
static void put_rank(struct tui *tui, int rank)
{
    if (arrange_put(setup_arrange(tui), setup_arrange(tui)->cursor, rank))
        show_reserve(tui);
    else
        message_show(tui, true, "There is no %s in the reserve", rank_table[rank].name);
}

/* Places a piece of a typed rank. If another board is copied, moves the cursor to the next empty place. */
static void put_typed(struct tui *tui, int rank)
{
    struct arrange *arrange = setup_arrange(tui);
    bool has_rank = arrange->reserve[rank] > 0;
    put_rank(tui, rank);
    if (!has_rank || !seating_copies_board(&tui->seating_form) || !arrange_fills_rows(arrange))
        return;
    int place = arrange->cursor;
    for (int i = 1; i < PIECES_A_SIDE && arrange->setup.rank[place] < RANKS; i++)
        place = (arrange->cursor + i) % PIECES_A_SIDE;
    if (arrange->setup.rank[place] >= RANKS)
        arrange->cursor = place;
}

/* Exchanges the selected place and the one under the cursor, and shows what that changed. */
static void exchange(struct tui *tui)
{
    struct arrange *arrange = setup_arrange(tui);
    struct setup before = arrange->setup;
    struct verdict verdict;
    struct judge judge;
    char words[ARMY_WORDS];
    judge_from_settings(&judge, &tui->session->settings);
    bool moved = arrange->selected_place != arrange->cursor;
    arrange_swap(arrange, arrange->selected_place, arrange->cursor);
    if (moved && arrange_judge(arrange, &judge, &verdict))
        message_show(tui, false, "%s", army_change_words(&judge, &before, &arrange->setup,
                                                         !lessons_beginner_next(tui), words));
    else
        message_clear(tui);
}

/* Handles Enter: selects the piece under the cursor. If a piece is selected, exchanges the two. On an empty
 * place, places one from the reserve. */
static void choose(struct tui *tui)
{
    struct arrange *arrange = setup_arrange(tui);
    bool empty = arrange->setup.rank[arrange->cursor] >= RANKS;
    if (arrange->selected_place >= 0) {
        exchange(tui);
    } else if (empty && arrange->reserve_total) {
        put_rank(tui, arrange->selected_rank);
    } else if (empty) {
        message_show(tui, true, "No piece stands there: pick one up first, then choose where it goes");
    } else {
        arrange->selected_place = arrange->cursor;
        message_clear(tui);
    }
}

/* Selects the next (step 1) or previous (-1) rank of the reserve. */
static void cycle_rank(struct tui *tui, int step)
{
    if (arrange_cycle_rank(setup_arrange(tui), step))
        show_reserve(tui);
    else
        message_show(tui, true, "The reserve is empty: %s or %s take pieces off the board",
                     key_for(ACTION_REMOVE_PIECE, ON_SETUP).text, key_for(ACTION_CLEAR, ON_SETUP).text);
}

/* Returns whether the army on the board, if the variant allows any, can be set up anew. If it cannot, shows
 * why. */
static bool check_army(struct tui *tui)
{
    struct error why;
    if (!arrange_any_army(setup_arrange(tui)) || !arrange_is_partial(setup_arrange(tui)) ||
        arrange_check(setup_arrange(tui), &why) == STATUS_OK)
        return true;
    message_error(tui, &why);
    return false;
}

void setup_show_made(struct tui *tui, const char *how, bool was_set_aside)
{
    char words[SETUP_FLAG_WORDS];
    message_show(tui, false, "%s: %s", how, setup_flag_words(&setup_arrange(tui)->setup, words));
    append_restore_hint(tui, was_set_aside);
}

/* Sets the options for creating a person's army: against the lowest levels the best of several. */
static void set_creator(const struct tui *tui, struct settings *settings)
{
    static const char best_of[] = "setup.best_of";
    people_setup_settings(settings, &tui->session->settings);
    if (lessons_beginner_next(tui) && !settings_is_given(settings, settings_find(settings, best_of)))
        settings_set(settings, best_of, "8", "default", NULL);
}

/* Creates a setup. If the board is partly filled, completes it. */
static void create(struct tui *tui)
{
    struct error error = {0};
    struct settings settings = {0};
    struct setup_sources sources;
    bool was_set_aside = false, around = arrange_is_partial(setup_arrange(tui));
    if (!check_army(tui))
        return;
    set_creator(tui, &settings);
    enum status status = library_setup_sources(shown_library(tui), &settings, &sources, &error);
    if (!status)
        status = arrange_create(setup_arrange(tui), &settings, &sources, clock_now() + SETUP_SECONDS,
                                &tui->rng, &was_set_aside, &error);
    settings_free(&settings);
    if (status)
        message_error(tui, &error);
    else
        setup_show_made(tui,
                  !around                                ? "Made by the creator"
                  : arrange_any_army(setup_arrange(tui)) ? "Your army, set up by the creator"
                  : "Made by the creator around your pieces",
                  was_set_aside);
}

/* Replaces the setup by a random one; against the lowest levels without the flag on the two front rows. */
static void set_up_at_random(struct tui *tui)
{
    uint8_t army[RANKS];
    struct setup setup;
    if (!check_army(tui))
        return;
    arrange_pick_army(setup_arrange(tui), &tui->rng, army);
    do
        setup_random(army, &setup, &tui->rng); /* about two tries, as half of the places are behind */
    while (lessons_beginner_next(tui) && place_row(setup_find(&setup, FLAG)) < 2);
    bool was_set_aside = arrange_replace(setup_arrange(tui), &setup);
    setup_show_made(tui, "Made by chance", was_set_aside);
}

/* Switches the heatmap of people's setups on or off. */
static void toggle_heat(struct tui *tui)
{
    struct error error = {0};
    struct arrange *arrange = setup_arrange(tui);
    if (library_chosen_statistics(shown_library(tui), &tui->session->settings, "setup", &arrange->statistics,
                                  &error) != STATUS_OK) {
        message_error(tui, &error);
        return;
    }
    if (!arrange->statistics->count) {
        message_show(tui, true, "How people set up is not known of %s", variant_at(arrange->variant)->title);
        return;
    }
    arrange->heat = !arrange->heat;
    message_clear(tui);
}

/* Loads the next stored setup of the variant: the user's, and the built-in ones. */
static void load_next_stored(struct tui *tui)
{
    struct arrange *arrange = setup_arrange(tui);
    struct stored_setup *list = NULL;
    struct error error = {0}, fault = {0};
    size_t count = 0;
    if (store_list(&list, &count, &fault, &error) != STATUS_OK) {
        message_error(tui, &error);
        return;
    }
    const struct variant *variant = variant_at(arrange->variant);
    size_t fitting = 0;
    for (size_t i = 0; i < count; i++)
        if (setup_check(&list[i].setup, variant, NULL) == STATUS_OK)
            list[fitting++] = list[i];
    if (!fitting) {
        message_show(tui, true, "No setup of %s is stored", variant->title);
    } else {
        size_t index = arrange->stored_shown++ % fitting;
        bool was_set_aside = arrange_replace(arrange, &list[index].setup);
        const char *whose = list[index].shipped ? "" : " (yours)";
        char kind[SETUP_KIND];
        if (was_set_aside) /* the message also has the hint to restore */
            message_show(tui, false, "Setup %zu of %zu, %s%s", index + 1, fitting, list[index].name, whose);
        else
            message_show(tui, false, "Setup %zu of %zu, %s%s: %s", index + 1, fitting, list[index].name,
                         whose, setup_write_kind(&list[index].setup, kind));
        append_restore_hint(tui, was_set_aside);
        if (fault.status && index == 0) /* once per cycle through the list */
            message_add_error(tui, &fault);
    }
    free(list);
}

/* Returns whether the army is complete. If it is not, shows what is missing. */
static bool check_complete(struct tui *tui)
{
    int reserve_total = setup_arrange(tui)->reserve_total;
    struct error why;
    if (arrange_any_army(setup_arrange(tui))) {
        enum status status = arrange_check(setup_arrange(tui), &why);
        if (status)
            message_error(tui, &why);
        return !status;
    }
    if (reserve_total && seating_copies_board(&tui->seating_form))
        message_show(tui, true, "%d of your pieces %s still in the reserve", reserve_total,
                     reserve_total == 1 ? "is" : "are");
    else if (reserve_total)
        message_show(tui, true, "%d piece%s still in the reserve: %s puts %s down", reserve_total,
                     reserve_total == 1 ? " is" : "s are", key_for(ACTION_CREATE, ON_SETUP).text,
                     reserve_total == 1 ? "it" : "them");
    return !reserve_total;
}

/* Plays with the setup, if it has a first move. Prompts first if the person's own setup is set aside and
 * would be lost. */
static unsigned start(struct tui *tui)
{
    struct move moves[MOVES_MAX];
    if (!check_complete(tui))
        return 0;
    if (board_pseudo_legal_moves(&setup_arrange(tui)->board, tui->next_game.side, moves) == 0) {
        message_show(tui, true,
                     "No piece could make the first move: put one that can in front, not behind a lake");
        return 0;
    }
    if (!setup_arrange(tui)->has_set_aside)
        return begin_play(tui);
    prompt_confirm(tui, QUESTION_START,
                   tui->seating_form.arranging
                       ? "Play with this setup? Your own, set aside, is lost."
                       : "Play with this setup? Your own, set aside, comes back for the next game.");
    return 0;
}

/* Deselects the selected place if there is one. Otherwise removes the heatmap if it is shown. Otherwise
 * leaves the screen, which keeps the army. If people arrange one after the other it does not keep it, and
 * there is a prompt if work by hand would be lost. */
static unsigned cancel(struct tui *tui)
{
    struct arrange *arrange = setup_arrange(tui);
    if (arrange->selected_place >= 0) {
        arrange->selected_place = -1;
        return 0;
    }
    if (arrange->heat) {
        arrange->heat = false;
        message_clear(tui);
        return 0;
    }
    if (!tui->seating_form.arranging) {
        kept_army_keep(arrange);
        return form_screen(tui);
    }
    bool by_hand = arrange->by_hand && arrange->reserve_total < variant_at(arrange->variant)->pieces;
    if (!by_hand && !arrange->has_set_aside)
        return form_screen(tui);
    prompt_confirm(tui, QUESTION_LEAVE, by_hand ? "Leave? The setup is lost unless you saved it."
                                       : "Leave? Your own setup, set aside, is lost.");
    return 0;
}

/* Does what an action means while the person arranges an army. Returns flags as a screen's key function does
 * (tui/screen.h). */
static unsigned setup_handle_action(struct tui *tui, enum action action)
{
    struct arrange *arrange = setup_arrange(tui);
    struct setup setup;
    bool was_set_aside;
    int rows, cols;
    if (action_step(action, &rows, &cols)) {
        int row = arrange->cursor / FILES + rows, col = arrange->cursor % FILES + cols;
        if (row >= 0 && row < HOME_ROWS && col >= 0 && col < FILES)
            arrange->cursor = row * FILES + col;
        return 0;
    }
    switch (action) {
    case ACTION_CHOOSE: choose(tui); return 0;
    case ACTION_REMOVE_PIECE:
        if (arrange_remove(arrange, arrange->cursor))
            show_reserve(tui);
        else
            message_show(tui, true, "No piece stands there");
        return 0;
    case ACTION_RANK_UP: cycle_rank(tui, 1); return 0;
    case ACTION_RANK_DOWN: cycle_rank(tui, -1); return 0;
    case ACTION_CREATE: create(tui); return 0;
    case ACTION_START: return start(tui);
    case ACTION_NEXT_STORED: load_next_stored(tui); return 0;
    case ACTION_CLEAR:
        was_set_aside = arrange_clear(arrange);
        show_reserve(tui);
        if (was_set_aside)
            message_show(tui, false, "All pieces are in the reserve");
        append_restore_hint(tui, was_set_aside);
        return 0;
    case ACTION_TAKE_BACK:
        if (arrange_restore(arrange))
            message_show(tui, false, "Your setup is back");
        else
            message_show(tui, true, "Nothing to put back: no army that you arranged was set aside");
        return 0;
    case ACTION_HEAT: toggle_heat(tui); return 0;
    case ACTION_MIRROR:
        setup_mirror(&arrange->setup, &setup);
        arrange_set(arrange, &setup);
        return 0;
    case ACTION_RANDOM: set_up_at_random(tui); return 0;
    case ACTION_SHAPES:
        if (!arrange_any_army(arrange))
            return GO_SHAPES;
        message_show(tui, true, "Shapes are of variants in which both sides have one army");
        return 0;
    case ACTION_LOAD: prompt_line(tui, QUESTION_LOAD, "Open the setup of the name or file:", ""); return 0;
    case ACTION_SAVE:
        if (check_complete(tui))
            prompt_line(tui, QUESTION_SAVE, "Save under the name, or as the file:", "mine");
        return 0;
    case ACTION_CANCEL: return cancel(tui);
    case ACTION_QUIT: case ACTION_INTERRUPT:
        /* Only the person's own army is stored, not one that is arranged for the form of a seating. */
        prompt_confirm(tui, QUESTION_QUIT,
                       !tui->seating_form.arranging && kept_army_is_stored(arrange)
                           ? "Quit? The army that you arranged comes back at the next start."
                           : "Quit? The setup is lost unless you saved it.");
        return 0;
    default: return action_handle_common(action);
    }
}

/* Handles a key: it belongs to an open prompt, is a click, is an action, or is a rank to place. Small letters
 * are only actions. */
static unsigned setup_handle_key(struct tui *tui, int key)
{
    if (tui->prompt.question != QUESTION_NONE)
        return prompt_handle_key(tui, key, setup_handle_answer);
    if (key == KEY_MOUSE) {
        int square, place = -1;
        if (clicked_square(tui, tui->next_game.side, &square))
            place = setup_index(tui->next_game.side, square);
        if (place < 0)
            return DID_NOTHING;
        setup_arrange(tui)->cursor = place;
        choose(tui);
        return 0;
    }
    int rank = key > 0 && key < 0x80 ? rank_read((char)key, session_notation(tui->session)) : -1;
    enum action action = key_action(key, ON_SETUP);
    /* Capital letters and digits are ranks, unless they are keys. */
    if (action == ACTION_NONE && rank >= 0 && !(key >= 'a' && key <= 'z')) {
        put_typed(tui, rank);
        return 0;
    }
    return setup_handle_action(tui, action);
}

const struct screen setup_screen = {
    .on = ON_SETUP, .enter = setup_enter, .draw = draw_arranging, .key = setup_handle_key,
    .state_size = sizeof(struct arrange), .free_state = free_arrange,
};
