/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/answers.h"

#include "base/json.h"
#include "base/version.h"
#include "console/parse.h"

#include <string.h>

struct answer_row {
    const char *name, *shape;
};

/* The shapes that others name as "@name". */
static const struct answer_row named_shapes[] = {
    {"board",
     "{to_move: text, pieces: [{square: text, side: text, rank: text?, moved: flag, known: flag}], "
     "captured: {red: <whole>, blue: <whole>}, last_move: text?}"},
    {"cell",
     "{setups: whole, wins: whole, draws: whole, losses: whole, score: number?, "
     "score_95: [number?]}"},
    {"comment", "{ply: whole, number: whole?, side: text?, move: text?, text: text}"},
    {"conditions",
     "{variant: text, army: text?, rules: text, max_plies: whole, end_dead: flag, setups: whole, "
     "clock: text?, clock_enforced: flag, seconds: number?, seed: whole, fixed: flag, "
     "paired: flag}"},
    {"document", "{format: text, text: text}"},
    {"estimate", "{mean: number, low: number?, high: number?}"},
    {"fault", "{file: text?, line: whole?, column: whole?, text: text}"},
    {"field",
     "{partner: text?, games: whole, wins: whole, draws: whole, losses: whole, score: number?, "
     "score_95: [number?], weaknesses: <whole>, draws_by: <whole>}"},
    {"figures", "{figures: <{value: number, unit: text?}>, lines: [text]}"},
    {"found", "{said: number, found: number, found_less_said: @estimate?}"},
    {"guess_head",
     "{of: text, plies: whole, guesser: text, players: @players?, setup: @novelty?, "
     "caveats: [text]}"},
    {"guessed", "{square: text, best: text, moved: flag, known: flag, truth: text?, p: <number>}"},
    {"guesser",
     "{parts: <{pieces: number, right: @estimate?, true_p: @estimate?, bits: @estimate?, "
     "flag_among_3: @estimate?, gain: @estimate?, gain_of_last: @estimate?, program: number?}>, "
     "calibration: number?, likeliest: [@said], every_rank: [@said], taken_for: <<number>>, "
     "steps_up: <{steps: number, stronger: @found, equal: @found, weaker: @found}>}"},
    {"line",
     "[{move: text, value: number, outcomes: [{square: text, rank: text, p: number, value: number, "
     "line: @line}]}]"},
    {"match_result",
     "{a: text, b: text, @score, plies_per_second: number?, sprt: {elo0: number, elo1: number, "
     "alpha: number, beta: number, ratio: number, accepted: text}?, stopped: flag, @conditions}"},
    {"moment", "{result: text, reason: text?}"},
    {"novelty", "{known: number, near: number, new: number}"},
    {"option", "{key: text, value: scalar, unit: text?, origin: text, meaning: text, source: text?}"},
    {"pieces", "{known: whole, unknown: whole, captured: whole, absent: whole}"},
    {"plan", "{plan: text, about: text, value: number}"},
    {"planned", "{move: text, total: number, chosen: flag, plans: [@plan]}"},
    {"players", "{people: number, programs: number, anyone: number}"},
    {"policy_study",
     "{chance: number?, worlds: whole, steps: [{step: text, on: flag, dropped: whole, "
     "dropped_share: number, moved_share: number}], moves: [{move: text, network: number, "
     "eagerness: number, memory: number, losses: number, threshold: number, quanta: number, "
     "threats: number, bounds: number, search: number, won: number?}]}"},
    {"reviewed",
     "{player: text, judged: whole, mean_cost: number, inaccuracy: whole, mistake: whole, "
     "blunder: whole, brilliant: whole, @sum, material: [number], own_chance: [number]}"},
    {"rollout_study",
     "{rollouts: whole, plies: whole, seconds: number?, possible: flag, stopped: flag, unit: text, "
     "learnt: number, game_won: number?, enemy: <number>?, moves_tell: [{square: text, rank: text, "
     "without: number, with: number}], equals: whole, moves: [@tried]}"},
    {"said",
     "{from: number, to: number, given: number, said: number?, right: number?, "
     "right_less_said: @estimate?}"},
    {"score",
     "{games: whole, wins: whole, losses: whole, draws: whole, score: number?, "
     "score_95: [number?], elo: number?, elo_95: [number?], score_leans: text?, pairs: [whole], "
     "mean_plies: number?, mean_plies_error: number?, mean_plies_capture: number?, "
     "mean_plies_capture_error: number?, captures: whole, captures_a: whole, captures_b: whole, "
     "red_wins: whole, red_captures: whole, red_mean_plies_capture: number?, blue_wins: whole, "
     "blue_captures: whole, blue_mean_plies_capture: number?, wins_by: <whole>, "
     "losses_by: <whole>, draws_by: <whole>}"},
    {"searched",
     "{best: text, depth: whole, seldepth: whole, nodes: whole, value: number?, stopped: flag, "
     "line: @line, moves: [{move: text, value: number?, exact: flag, depth: whole, nodes: whole}]}"},
    {"setup", "{rows: [text], gravon: text}"},
    {"state", "{entered: [text], taken_back: whole, moves: whole, to_move: text, @moment}"},
    {"sum",
     "{start: number?, skill: number?, skill_of_opponent: number?, luck: number?, rest: number?, "
     "end: number?}"},
    {"tried",
     "{move: text, chosen: flag, worlds: whole, points: number, behind: number, bonus: number, "
     "plans: [{plan: text, points: number}], mean: number?, error: number?, diff: number?, "
     "diff_error: number?, chance: number?, best: whole, won: whole, lost: whole, drawn: whole, "
     "wins: <whole>, loses: <whole>, condition: {square: text, rank: text, p: number, "
     "worlds: whole, of: whole, against: text?, with: number?, without: number?}?, line: [text], "
     "seen: flag, believed_before: <number>, believed: <number>}"},
    {"worth",
     "{strength: number, state: number?, ranks: <{left: whole, value: number?, secret: number?}>}"},
};

/* The answers of the commands. A command with --json that is not here answers as a bench does, by @figures.
 */
static const struct answer_row command_shapes[] = {
    {"agents", "{agents: [{name: text, about: text, options: <text>}]}"},
    {"apply", "@document"},
    {"bench field", "{agent: text, rules: text, seed: whole, partners: [@field], all: @field}"},
    {"bench guess",
     "{games: whole, repeats_left_out: whole, model: text, models: whole, learnt_anew_for: whole, "
     "in_sample_people: whole, in_sample_programs: whole, pairs_left_out: whole, "
     "in_sample_setups: whole, classes: <{games: whole, guessers: <@guesser>}>}"},
    {"check",
     "{checked: [{file: text, kind: text?, variant: text?, sound: flag, games: whole?, "
     "moves: whole?, setups: whole?, result: text?, reason: text?, ties_won: whole?, "
     "moves_played_again: whole?, faults: [@fault]}], files: whole, unsound_files: whole}"},
    {"complete", "{completions: [{word: text, whole: flag}]}"},
    {"convert", "@document"},
    {"explain value",
     "{side: text, rank: text, left: whole, value: number, secret: number?, "
     "steps: [{operation: text, by: number, value: number, why: text}]}"},
    {"game back", "@state"},
    {"game enter", "@state"},
    {"game report",
     "{program: text, seed: whole, profiles: [text], file: text?, options: @profile diff?, "
     "board: @show?, guess: @guess?, values: @show values?, plans: @plans?, search: @search?, "
     "moves: @moves?, refused: [{part: text, text: text}]}"},
    {"games",
     "{games: [{file: text, date: text?, red: text, blue: text, opponent: text, side: text?, "
     "result: text, moves: whole, variant: text, practice: flag, counts: flag, fault: @fault?}]} | "
     "{opponents: [{opponent: text, variant: text, wins: whole, draws: whole, losses: whole, "
     "score: number?, moves: whole}]} | {ratings: [{variant: text, games: whole, elo: number, "
     "elo_95: [number], words: text}]}"},
    {"games export", "{written: whole, there: whole}"},
    {"games import",
     "{files: whole, added: whole, there: whole, unfinished: whole, unsound: whole, "
     "faults: [@fault]}"},
    {"games openings",
     "{openings: [{what: text, kind: text?, ended: flag, games: whole, wins: whole, draws: whole, "
     "losses: whole, score: number?, variant: text}]}"},
    {"games player",
     "{dossiers: [{variant: text, part: text, what: text, n: number, of: whole, share: number?, "
     "share_95: [number?], all: number?, all_95: [number?]}]}"},
    {"games rebuild", "{games: whole, unsound: whole}"},
    {"games setups",
     "{setups: [{what: text, kind: text?, games: whole, wins: whole, draws: whole, losses: whole, "
     "score: number?, variant: text}]}"},
    {"games stats",
     "{statistics: [{what: text, n: whole, wins: whole, draws: whole, losses: whole, "
     "share: number?, score: number?, score_95: [number?], variant: text, period: text?}]}"},
    {"games where",
     "{games: [{id: whole, file: text, date: text?, red: text, blue: text, opponent: text, "
     "side: text?, result: text, winner: text, reason: text?, moves: whole, variant: text, "
     "rules: text, seating: text, practice: flag, source: text, program: text?}]} | {count: whole}"},
    {"guess", "{@guess_head, pieces: [@guessed], hidden: <number>}"},
    {"guess explain",
     "{@guess_head, piece: @guessed, steps: [{ply: whole?, move: text?, evidence: [{kind: text, "
     "rank: text, factor: number}], before: <number>, after: <number>, setup_before: @novelty?, "
     "setup_after: @novelty?}]}"},
    {"guess heat",
     "{@guess_head, rank: text, squares: [{square: text, p: number, known: flag}], svg: text?}"},
    {"help",
     "{commands: [{name: text, group: text, help: text, usage: text, arguments: [{name: text, "
     "optional: flag, meaning: text?}], details: text?}], keys: [{key: text, help: text}], "
     "options: [{key: text, meaning: text}]} | @document"},
    {"hint",
     "{move: text?, resigns: flag, chance: number?, value: number?, depth: whole?, "
     "expected: text?, plans: [@plan]?, rollout: @rollout_study?, policy: @policy_study?}"},
    {"legal", "{moves: [text]}"},
    {"levels",
     "{variant: text, games: whole, seed: whole, levels: [{name: text, about: text, agent: text, "
     "styles: flag, random: number, below: number?}], styles: [{name: text, about: text, "
     "profile: text}]}"},
    {"load", "{file: text?, variant: text, red: text, blue: text, moves: whole, to_move: text, @moment}"},
    {"match", "@match_result"},
    {"match merge", "@match_result"},
    {"move", "{move: text?, resigns: flag}"},
    {"moves",
     "{file: text?, variant: text, red: text, blue: text, side: text?, comment: text?, "
     "moves: [{ply: whole, number: whole, side: text, move: text, rank: text?, "
     "fight: {result: text, attacker: text, defender: text}?, comment: text?, seconds: number?, "
     "clock: number?, chance: {red: number?, blue: number?}}], @moment}"},
    {"net show",
     "{weights: whole, operations: number, seed: whole, digest: text, options: text, "
     "further_arrays: whole, layers: [{layer: text, weights: whole}]}"},
    {"note", "{file: text, comments: [@comment]}"},
    {"outcome", "{@moment, ending: text?}"},
    {"perft", "{depth: whole, leaves: whole}"},
    {"plans",
     "{to_move: text, state: number?, scale: number, moves: [@planned]} | {active: [{plan: text, "
     "moves: whole, least: number, most: number, help: text}]}"},
    {"position edit",
     "{format: text, variant: text, text: text, red: @pieces, blue: @pieces, missing: [text]}"},
    {"positions make", "@document"},
    {"positions show",
     "{positions: [{name: text, to_move: text, pieces: whole, enemy_pieces: whole, "
     "enemy_hidden: whole, legal_moves: whole}]} | @document"},
    {"profile check", "{checked: [{profile: text, sound: flag, faults: [@fault]}]}"},
    {"profile diff",
     "{options: [{key: text, value: scalar, was: scalar, unit: text?, origin: text, meaning: text, "
     "source: text?}]}"},
    {"profile explain", "{options: [@option]}"},
    {"profile list", "{profiles: [{name: text, whose: text, in_force: flag, about: text}]}"},
    {"profile show", "{options: [@option]}"},
    {"report", "@document"},
    {"review",
     "{@moment, side: text, @sum, words: text, red: @reviewed, blue: @reviewed, state: [number?], "
     "chance: [number], truth: [number], turning_points: [{ply: whole, before: number, "
     "after: number, first: whole, last: whole, also_lost: text}], moves: [{ply: whole, "
     "side: text, move: text, chance: number, cost: number, error: number, grade: text?, "
     "better: text?, instead_of: text?, kind: text?, times: whole, why: text}], "
     "comments: [@comment]}"},
    {"rollout", "@rollout_study"},
    {"rules", "{variant: text, rules: <text>, variants: <text>, rule_sets: <text>}"},
    {"search", "@searched"},
    {"search tree", "@searched"},
    {"setup compare",
     "{squares_differ: whole, squares_differ_mirrored: whole, a: {@setup, points: number, "
     "log_probability: number?}, b: {@setup, points: number, log_probability: number?}, "
     "findings: [{row: text, points_a: number, points_b: number}]}"},
    {"setup create", "{setups: [@setup]}"},
    {"setup explore",
     "{shape: [text], people: @cell, archive: @cell, next: text?, rows: [{word: text, "
     "people: @cell, archive: @cell}]} | @setup"},
    {"setup fit", "@document"},
    {"setup learn", "@document"},
    {"setup list", "{setups: [{name: text, points: number, kind: text, variant: text, shipped: flag}]}"},
    {"setup load", "@setup"},
    {"setup mirror", "@setup"},
    {"setup novelty",
     "{setups: whole, log_probability: number, more_predictable_than: number, "
     "people_setups: whole, least_expected: [{square: text, rank: text, share: number}]?, "
     "nearest: {name: text, mirrored: flag, squares_differ: whole}?}"},
    {"setup score", "{total: number, findings: [{row: text, points: number, squares: [text]}]}"},
    {"setup study",
     "{@setup, kind: text, family: {games: whole, games_mirrored: whole, games_near: whole, "
     "mirrored: flag, squares_differ: whole, squares_known: whole}?, nearest: [{@setup, "
     "mirrored: flag, squares_differ: whole, games: whole, games_near: whole}], "
     "nearest_in_archive: [{@setup, mirrored: flag, squares_differ: whole, games: whole, "
     "wins: whole, draws: whole, losses: whole}], shape: [text], steps_counted: whole, "
     "shape_of_people: @cell, shape_in_archive: @cell, leak: {games: whole, pieces: [{piece: text, "
     "half_after: number?, curve: [{ply: whole, games: whole, p: number?, p_error: number?}]}]}, "
     "player: text, chances: [{against: text, setups: whole, games: whole, wins: whole, "
     "draws: whole, losses: whole, score: number?, score_95: [number?]}], squares: [{square: text, "
     "rank: text, attacked: number, cost: number?, cost_error: number?, cost_a_game: number?}], "
     "exchanges: {screened: whole, played: [{squares: [text], gain: number, gain_error: number?, "
     "sure: flag}]}}"},
    {"show",
     "{variant: text, setup: @setup?, board: @board?, result: text?, reason: text?, "
     "comment: text?, svg: text?}"},
    {"show values", "{red: @worth, blue: @worth}"},
    {"sweep",
     "{values: [{value: number, score: number, score_95: [number], wins: whole, draws: whole, "
     "losses: whole, mean_plies: number}]}"},
    {"tactics check", "{tactics: whole, sound: flag}"},
    {"tactics make", "@document"},
    {"tactics show",
     "{tactics: [{name: text, to_move: text, move: text, plies: whole, pieces: whole, "
     "legal_moves: whole}]} | @document"},
    {"tournament",
     "{kind: text, players: [{name: text, elo: number?, elo_error: number?, elo_95: [number?], "
     "unrated: text?, points: number, games: whole}], meetings: [{a: text, b: text, @score}], "
     "stopped: flag, @conditions}"},
    {"tune",
     "{agent: text, steps: whole, steps_in_all: whole, games_a_step: whole, points_plus: number, "
     "points_minus: number, options: [{key: text, start: number, end: number}]}"},
    {"value",
     "{side: text, people: number, programs: number, ending: text?, points: <number>, "
     "terms: <{value: number, points: number}>}"},
    {"version", "{}"},
    {"why",
     "{played: @planned?, best: @planned?, comment: text?, rollout: @rollout_study?, "
     "policy: @policy_study?}"},
};

/* Returns the shape of a row; NULL if no row has this name. */
static const char *find_shape(const struct answer_row *rows, size_t count, const char *name, size_t size)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(rows[i].name) == size && memcmp(rows[i].name, name, size) == 0)
            return rows[i].shape;
    return NULL;
}

/* Returns the named shape; NULL if there is none. */
static const char *named_shape(const char *name, size_t size)
{
    return find_shape(named_shapes, sizeof named_shapes / sizeof *named_shapes, name, size);
}

const char *answer_shape(const char *name, size_t size)
{
    const char *shape = named_shape(name, size);
    return shape ? shape
                 : find_shape(command_shapes, sizeof command_shapes / sizeof *command_shapes, name, size);
}

/* --- reading shapes --- */

/* Returns the size of a kind or name at the start of `at`. */
static size_t word_size(const char *at)
{
    size_t size = strcspn(at, ",}]>?|");
    while (size && at[size - 1] == ' ')
        size--;
    return size;
}

/* Returns the end of the shape at the start of `at`, before a '?'. */
static const char *shape_end(const char *at)
{
    int depth = 0;
    if (!strchr("{[<", *at))
        return at + word_size(at);
    do {
        depth += *at == '{' || *at == '[' || *at == '<';
        depth -= *at == '}' || *at == ']' || *at == '>';
        at++;
    } while (depth);
    return at;
}

/* Called with each member of an object: its name of `size` bytes, and its shape. */
typedef void member_visitor(struct json *json, const char *name, size_t size, const char *shape);

/* Calls `visit` with each member of the object at `at`, those of the shapes named in it included. */
static void visit_members(const char *at, member_visitor *visit, struct json *json)
{
    for (at++; *at != '}'; at += strspn(at, ", ")) {
        size_t size = *at == '@' ? word_size(at) : strcspn(at, ":");
        if (*at == '@') {
            visit_members(answer_shape(at + 1, size - 1), visit, json);
            at += size;
        } else {
            const char *shape = at + size + strlen(": ");
            visit(json, at, size, shape);
            at = shape_end(shape);
            at += *at == '?';
        }
    }
}

/* --- JSON Schema --- */

static void add_schema(struct json *json, const char *key, const char *shape);

/* Adds the schema of a member to the object `properties`. */
static void add_property(struct json *json, const char *name, size_t size, const char *shape)
{
    struct text key = {0};
    text_append(&key, name, size);
    add_schema(json, text_string(&key), shape);
    text_free(&key);
}

/* Adds the name of a member to the list `required`. */
static void add_required(struct json *json, const char *name, size_t size, const char *shape)
{
    struct text key = {0};
    (void)shape;
    text_append(&key, name, size);
    json_add_text(json, NULL, text_string(&key));
    text_free(&key);
}

/* Adds the members of an object's schema. `answer`: the object is a whole answer, which has a version. */
static void add_object(struct json *json, const char *shape, bool answer)
{
    json_printf(json, "type: %s, properties: {", "object");
    visit_members(shape, add_property, json);
    if (answer)
        add_schema(json, "version", "text");
    json_printf(json, "}, required: [");
    visit_members(shape, add_required, json);
    if (answer)
        json_add_text(json, NULL, "version");
    json_printf(json, "], additionalProperties: false");
}

/* Adds "$ref" to a named shape, or to the answer of a command. */
static void add_reference(struct json *json, const char *name, size_t size)
{
    struct text to = {0};
    text_add(&to, named_shape(name, size) ? "#/$defs/" : "#/commands/");
    for (size_t i = 0; i < size; i++)
        text_printf(&to, name[i] == ' ' ? "%%20" : "%c", name[i]);
    json_add_text(json, "$ref", text_string(&to));
    text_free(&to);
}

/* Adds "type" of a kind, one or several, and null if it may stand there. */
static void add_type(struct json *json, const char *kind, bool nullable)
{
    static const struct { const char *kind, *types[3]; } kinds[] = {
        {"text", {"string", NULL, NULL}}, {"number", {"number", NULL, NULL}},
        {"whole", {"integer", NULL, NULL}}, {"flag", {"boolean", NULL, NULL}},
        {"scalar", {"string", "number", "boolean"}},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strncmp(kind, kinds[i].kind, strlen(kinds[i].kind)) != 0)
            continue;
        bool several = nullable || kinds[i].types[1];
        if (several)
            json_open(json, "type", '[');
        for (int type = 0; type < 3 && kinds[i].types[type]; type++)
            json_add_text(json, several ? NULL : "type", kinds[i].types[type]);
        if (nullable)
            json_add_text(json, NULL, "null");
        if (several)
            json_close(json, ']');
    }
}

/* Adds the members of a shape's schema to the object that is open. */
static void add_members(struct json *json, const char *shape)
{
    switch (*shape) {
    case '{':
        add_object(json, shape, false);
        break;
    case '[':
        json_printf(json, "type: %s", "array");
        add_schema(json, "items", shape + 1);
        break;
    case '<':
        json_printf(json, "type: %s", "object");
        add_schema(json, "additionalProperties", shape + 1);
        break;
    default:
        add_reference(json, shape + 1, word_size(shape) - 1);
    }
}

/* Adds the schema of the shape at the start of `shape`. */
static void add_schema(struct json *json, const char *key, const char *shape)
{
    bool nullable = *shape_end(shape) == '?';
    json_open(json, key, '{');
    if (!strchr("{[<@", *shape)) {
        add_type(json, shape, nullable);
    } else if (nullable) {
        json_printf(json, "anyOf: [{");
        add_members(json, shape);
        json_printf(json, "}, {type: %s}]", "null");
    } else {
        add_members(json, shape);
    }
    json_close(json, '}');
}

/* Adds the schema of a command's answer, of one shape or several. */
static void add_answer(struct json *json, const char *key, const char *shape)
{
    bool several = *shape_end(shape) != '\0';
    json_open(json, key, '{');
    if (several)
        json_open(json, "anyOf", '[');
    for (const char *at = shape, *end; at; at = *end ? end + strlen(" | ") : NULL) {
        end = shape_end(at);
        if (several)
            json_open(json, NULL, '{');
        add_object(json, *at == '@' ? answer_shape(at + 1, word_size(at) - 1) : at, true);
        if (several)
            json_close(json, '}');
    }
    if (several)
        json_close(json, ']');
    json_close(json, '}');
}

/* Returns whether a command has --json. */
static bool has_json(const struct command *command)
{
    const struct argument *row;
    enum session_flag flag = SESSION_FLAGS;
    for (size_t i = 0; (row = command_flag(command, i, &flag)); i++)
        if (flag == SESSION_JSON)
            return true;
    return false;
}

const char *answer_of_command(const struct command *command)
{
    const char *shape = has_json(command) ? answer_shape(command->name, strlen(command->name)) : NULL;
    return shape || !has_json(command) ? shape : "@figures";
}

/* Appends a line of the document: a comma after the line before, and a member. */
static void add_line(struct text *out, bool *first, struct json *member)
{
    text_printf(out, "%s\n%s", *first ? "" : ",", text_string(&member->text));
    *first = false;
    text_free(&member->text);
}

void answer_schemas(const struct command_table *commands, struct text *out)
{
    bool first = true;
    text_printf(out, "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\n"
                     "\"title\":\"what each command of vedette %s answers with --json\",\n\"$defs\":{",
                program_version);
    for (size_t i = 0; i < sizeof named_shapes / sizeof *named_shapes; i++) {
        struct json member = {0};
        add_schema(&member, named_shapes[i].name, named_shapes[i].shape);
        add_line(out, &first, &member);
    }
    text_add(out, "},\n\"commands\":{");
    first = true;
    for (size_t i = 0; i < commands->count; i++) {
        const char *shape = answer_of_command(commands->rows[i]);
        struct json member = {0};
        if (!shape)
            continue;
        add_answer(&member, commands->rows[i]->name, shape);
        add_line(out, &first, &member);
    }
    text_add(out, "}}\n");
}
