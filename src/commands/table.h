/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the command table, and the headers that their files have in common. A new command needs a
 * function and a row in the file of its subject, and a line here, in alphabetical order of names. */
#ifndef VEDETTE_COMMANDS_TABLE_H
#define VEDETTE_COMMANDS_TABLE_H

#include "commands/shared_flags.h"
#include "console/command.h"
#include "console/json.h"

#define COMMANDS(_) \
    _(command_agents) \
    _(command_apply) \
    _(command_bench_ablation) \
    _(command_bench_agents) \
    _(command_bench_arts) \
    _(command_bench_arts_features) \
    _(command_bench_arts_multicut) \
    _(command_bench_belief) \
    _(command_bench_exploit) \
    _(command_bench_field) \
    _(command_bench_guess) \
    _(command_bench_learn) \
    _(command_bench_levels) \
    _(command_bench_net) \
    _(command_bench_plans) \
    _(command_bench_policy) \
    _(command_bench_redeca) \
    _(command_bench_review) \
    _(command_bench_rnad) \
    _(command_bench_rollout) \
    _(command_bench_rules) \
    _(command_bench_screen) \
    _(command_bench_search) \
    _(command_bench_setups) \
    _(command_bench_steps) \
    _(command_bench_tactics) \
    _(command_bench_value) \
    _(command_bot) \
    _(command_check) \
    _(command_complete) \
    _(command_console) \
    _(command_convert) \
    _(command_draw) \
    _(command_explain_value) \
    _(command_game_back) \
    _(command_game_enter) \
    _(command_game_follow) \
    _(command_game_move) \
    _(command_game_report) \
    _(command_games) \
    _(command_games_export) \
    _(command_games_import) \
    _(command_games_openings) \
    _(command_games_player) \
    _(command_games_rebuild) \
    _(command_games_setups) \
    _(command_games_stats) \
    _(command_games_where) \
    _(command_guess) \
    _(command_guess_explain) \
    _(command_guess_heat) \
    _(command_guess_learn) \
    _(command_guess_set) \
    _(command_help) \
    _(command_hint) \
    _(command_learn_actor) \
    _(command_learn_curve) \
    _(command_learn_decisions) \
    _(command_learn_people) \
    _(command_learn_rnad) \
    _(command_leave) \
    _(command_legal) \
    _(command_levels) \
    _(command_load) \
    _(command_match) \
    _(command_match_merge) \
    _(command_model_pack) \
    _(command_move) \
    _(command_moves) \
    _(command_net_new) \
    _(command_net_show) \
    _(command_new) \
    _(command_notation) \
    _(command_note) \
    _(command_outcome) \
    _(command_perft) \
    _(command_plans) \
    _(command_play) \
    _(command_position_edit) \
    _(command_positions_make) \
    _(command_positions_show) \
    _(command_profile_check) \
    _(command_profile_diff) \
    _(command_profile_edit) \
    _(command_profile_explain) \
    _(command_profile_list) \
    _(command_profile_reload) \
    _(command_profile_save) \
    _(command_profile_set) \
    _(command_profile_show) \
    _(command_profile_use) \
    _(command_quit) \
    _(command_redo) \
    _(command_repeat) \
    _(command_resign) \
    _(command_resume) \
    _(command_review) \
    _(command_rollout) \
    _(command_rules) \
    _(command_save) \
    _(command_search) \
    _(command_search_tree) \
    _(command_serve) \
    _(command_setup_compare) \
    _(command_setup_create) \
    _(command_setup_delete) \
    _(command_setup_fit) \
    _(command_setup_learn) \
    _(command_setup_list) \
    _(command_setup_load) \
    _(command_setup_mirror) \
    _(command_setup_novelty) \
    _(command_setup_save) \
    _(command_setup_score) \
    _(command_show) \
    _(command_show_values) \
    _(command_source) \
    _(command_sweep) \
    _(command_tactics_check) \
    _(command_tactics_make) \
    _(command_tactics_show) \
    _(command_time) \
    _(command_tournament) \
    _(command_tune) \
    _(command_undo) \
    _(command_value) \
    _(command_value_learn) \
    _(command_version) \
    _(command_why)

extern const struct command_table command_table;

#define DECLARE(row) extern const struct command row;
COMMANDS(DECLARE)
#undef DECLARE

#endif
