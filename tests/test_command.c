/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines: words, options, the search in the table, what a session's options do. */
#include "cmocka_all.h"
#include "commands/table.h"
#include "console/help.h"
#include "console/parse.h"
#include "console/script.h"
#include "console/value.h"
#include "console/words.h"
#include "game/rules_option.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CAPACITY = 1024 }; /* for any error and any line here */

/* The words of a line, each in <>, the file behind '>' in {}, and ';' behind a command that it ends; or the
 * error. */
static const char *split(const char *line, char out[CAPACITY])
{
    const size_t capacity = CAPACITY;
    struct words words;
    struct error error = {0};
    size_t used = 0, at = 0;
    out[0] = '\0';
    for (bool more = true; more;) {
        if (words_split(line, &at, &words, &error)) {
            assert_int_equal(error.status, STATUS_BAD);
            assert_null(words.bytes);
            snprintf(out, capacity, "%s", error.text);
            return out;
        }
        for (int i = 0; i < words.count; i++)
            used += (size_t)snprintf(out + used, capacity - used, "<%s>", words.word[i]);
        if (words.count)
            assert_null(words.word[words.count]);
        if (words.out)
            used += (size_t)snprintf(out + used, capacity - used, "{%s}", words.out);
        more = words.more;
        used += (size_t)snprintf(out + used, capacity - used, "%s", more ? ";" : "");
        words_free(&words);
    }
    assert_int_equal(at, strlen(line));
    return out;
}

TEST(words_are_split)
{
    char out[CAPACITY];
    assert_string_equal(split("", out), "");
    assert_string_equal(split(" \t\r\n", out), "");
    assert_string_equal(split("legal  a.position ", out), "<legal><a.position>");
    assert_string_equal(split("a 'b c' \"d 'e'\"", out), "<a><b c><d 'e'>");
    assert_string_equal(split("x'y z'w ''", out), "<xy zw><>");
    assert_string_equal(split("apply f a4#6xa5#B # a comment", out),
                        "<apply><f><a4#6xa5#B>");
    assert_string_equal(split("# only a comment '", out), "");
    assert_string_equal(split("'#' no comment", out), "<#><no><comment>");
    assert_string_equal(split("bad 'quote", out), "column 5: the quote ' is not closed");
    assert_string_equal(split("x\"", out), "column 2: the quote \" is not closed");
}

TEST(lines_are_split_into_commands)
{
    char out[CAPACITY];
    assert_string_equal(split("load x; legal ;outcome;", out), "<load><x>;<legal>;<outcome>;");
    assert_string_equal(split(";; a;b", out), ";;<a>;<b>");
    assert_string_equal(split("a ';' \"b;c\" 'x'';'y;z # ;", out), "<a><;><b;c><x;y>;<z>");
    assert_string_equal(split("legal x > 'a b'", out), "<legal><x>{a b}");
    assert_string_equal(split("legal>f;legal >g#h # i", out), "<legal>{f};<legal>{g#h}");
    assert_string_equal(split("a '>' \"b > c\"", out), "<a><>><b > c>");
    assert_string_equal(split("a > ''", out), "<a>{}");
    assert_string_equal(split("a | head", out),
                        "column 3: there are no pipes here: '> FILE' puts the answer into a file");
    assert_string_equal(split("a >", out), "column 4: no file stands behind '>'");
    assert_string_equal(split("a; b > ; c", out), "column 8: no file stands behind '>'");
    assert_string_equal(split("a > # c", out), "column 5: no file stands behind '>'");
    assert_string_equal(split("a >> b", out), "column 4: no file stands behind '>'");
    assert_string_equal(split("a; > b", out), "column 4: no command stands before '>'");
    assert_string_equal(split("a > b c", out), "column 7: only ';' may stand behind the file of '>'");
    assert_string_equal(split("a > b > c", out), "column 7: only ';' may stand behind the file of '>'");
    assert_string_equal(split("a; b 'c", out), "column 6: the quote ' is not closed");
}

TEST(whole_numbers_are_strict)
{
    uint64_t value = 7;
    assert_true(value_read_whole("0", &value) && value == 0);
    assert_true(value_read_whole("18446744073709551615", &value) && value == UINT64_MAX);
    static const char *const bad[] = {"",    "-1",  "+1",  " 1", "1 ", "0x10", "1e3",
                                      "1.0", "18446744073709551616", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(value_read_whole(bad[i], &value));
    assert_true(value == UINT64_MAX);
}

/* A command with one flag of each way to take values. */
struct try_args {
    bool json, save;
    const char *rules;
    uint64_t games;
    double time;
    int to;
    struct word_list setups, words;
};

static const char *const formats[] = {"text", "letters", NULL};

static const struct argument try_words[] = {
    {.name = "WORD", .kind = VALUE_TEXT, .list = true, .optional = true,
     .at = offsetof(struct try_args, words)},
};

static const struct argument try_flags[] = {
    {.name = "tally", .kind = VALUE_NONE, .at = offsetof(struct try_args, json)},
    {.name = "name", .alias = "nick", .kind = VALUE_TEXT, .at = offsetof(struct try_args, rules)},
    {.name = "games", .kind = VALUE_WHOLE, .at = offsetof(struct try_args, games), .min = 1, .max = 100},
    {.name = "time", .kind = VALUE_NUMBER, .at = offsetof(struct try_args, time), .low = 0.5, .high = 2,
     .unit = "s"},
    {.name = "setups", .kind = VALUE_FILE, .list = true, .at = offsetof(struct try_args, setups)},
    {.name = "save", .kind = VALUE_NONE, .at = offsetof(struct try_args, save), .unlike = "tally"},
    {.name = "to", .kind = VALUE_CHOICE, .at = offsetof(struct try_args, to), .words = formats},
};

static const struct command try_command = {
    .name = "try",
    .words = ROWS(try_words),
    .flags = ROWS(try_flags),
    .args_size = sizeof(struct try_args),
    .defaults = &(const struct try_args){.games = 7},
    .help = "",
};

/* A line parsed as `try`. */
struct tried {
    struct session session;
    struct words words;
    struct parsed parsed;
    struct error error;
    enum status status;
    const struct try_args *args;
};

static const struct try_args *try(struct tried *tried, const char *line)
{
    *tried = (struct tried){0};
    session_init(&tried->session, &command_table);
    assert_int_equal(words_split(line, &(size_t){0}, &tried->words, &tried->error), STATUS_OK);
    tried->status = parse_line(&tried->session, &try_command, tried->words.count, tried->words.word,
                               &tried->parsed, &tried->error);
    return tried->args = tried->parsed.args;
}

static void tried_free(struct tried *tried)
{
    parsed_free(&tried->parsed);
    words_free(&tried->words);
    session_free(&tried->session);
}

TEST(flags_are_taken_out)
{
    struct tried tried;
    const struct try_args *args = try(&tried, "a --games 3 b --name=isf --tally --time 1.5s c --to letters");
    assert_int_equal(tried.status, STATUS_OK);
    assert_int_equal(args->words.count, 3);
    assert_string_equal(args->words.word[0], "a");
    assert_string_equal(args->words.word[1], "b");
    assert_string_equal(args->words.word[2], "c");
    assert_true(args->json && args->games == 3 && args->time == 1.5 && args->to == 1);
    assert_string_equal(args->rules, "isf");
    tried_free(&tried);

    args = try(&tried, "--ga=4 --games 5 --nick x - -- --tally -x --");
    assert_int_equal(tried.status, STATUS_OK);
    assert_int_equal(args->words.count, 4);
    assert_string_equal(args->words.word[0], "-");
    assert_string_equal(args->words.word[1], "--tally");
    assert_string_equal(args->words.word[2], "-x");
    assert_string_equal(args->words.word[3], "--");
    assert_string_equal(args->rules, "x");
    assert_true(!args->json && args->games == 5);
    tried_free(&tried);

    args = try(&tried, "");
    assert_true(args->games == 7 && args->time == 0 && !args->rules && !args->words.count);
    tried_free(&tried);
}

TEST(lists_keep_their_words)
{
    struct tried tried;
    const struct try_args *args = try(&tried, "--setups x y z --tally a b --games 9 c");
    assert_int_equal(tried.status, STATUS_OK);
    assert_int_equal(args->words.count, 3);
    assert_int_equal(args->setups.count, 3);
    assert_string_equal(args->setups.word[0], "x");
    assert_string_equal(args->setups.word[2], "z");
    assert_string_equal(args->words.word[2], "c");
    tried_free(&tried);

    args = try(&tried, "a --setups=x b --tally c");
    assert_int_equal(args->setups.count, 1);
    assert_string_equal(args->setups.word[0], "x");
    assert_int_equal(args->words.count, 3);
    tried_free(&tried);
}

TEST(wrong_flags_are_named)
{
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"--wrong", "try: unknown option --wrong"},
        {"-x", "try: unknown option -x"},
        {"--=3", "try: unknown option --"},
        {"--gmaes=3", "try: unknown option --gmaes; did you mean --games?"},
        {"--sede 3", "try: unknown option --sede; did you mean --seed?"},
        {"--s x", "try: option --s may be --setups or --save"},
        {"--tally=1", "try: option --tally takes no value"},
        {"--json", "try has no --json"},
        {"a --games", "try: option --games needs a value"},
        {"a --games --tally", "try: option --games needs a value"},
        {"--name --tally", "try: option --name needs a value"},
        {"--name -- a", "try: option --name needs a value"},
        {"--setups --tally", "try: option --setups needs a value"},
        {"--setups -pcareful a", "try: option --setups needs a value"},
        {"--setups x --setups y", "try: option --setups came before: its words all go behind one"},
        {"--games 0", "try: --games: found '0', expected a whole number from 1 to 100"},
        {"--games=101", "try: --games: found '101', expected a whole number from 1 to 100"},
        {"--games -1", "try: --games: found '-1', expected a whole number from 1 to 100"},
        {"--time 2.5", "try: --time: found '2.5', expected a number from 0.5 to 2 s"},
        {"--time 2.5s", "try: --time: found '2.5s', expected a number from 0.5 to 2 s"},
        {"--time 2ss", "try: --time: found '2ss', expected a number from 0.5 to 2 s"},
        {"--time s", "try: --time: found 's', expected a number from 0.5 to 2 s"},
        {"--time=nan", "try: --time: found 'nan', expected a number from 0.5 to 2 s"},
        {"--to png", "try: found --to 'png', expected text or letters"},
        {"--save --tally", "try: --tally or --save, not both"},
        {"--seed --tally", "option --seed needs a value"},
        {"-p", "option -p needs a value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tried tried;
        try(&tried, cases[i].line);
        assert_int_equal(tried.status, STATUS_BAD);
        assert_string_equal(tried.error.text, cases[i].text);
        tried_free(&tried);
    }
}

/* A value that looks like a flag needs the form with "=". */
TEST(values_may_look_like_flags)
{
    struct tried tried;
    const struct try_args *args = try(&tried, "--name=--tally --setups=--x");
    assert_int_equal(tried.status, STATUS_OK);
    assert_string_equal(args->rules, "--tally");
    assert_string_equal(args->setups.word[0], "--x");
    assert_false(args->json);
    tried_free(&tried);
}

/* What command_find makes of a line: the name found and the words used, or the error. */
static const char *find(const char *line, char out[CAPACITY])
{
    const size_t capacity = CAPACITY;
    struct words words;
    struct error error = {0};
    int used = 0;
    assert_int_equal(words_split(line, &(size_t){0}, &words, &error), STATUS_OK);
    const struct command *command = command_find(&command_table, words.count, words.word, &used, &error);
    if (command)
        snprintf(out, capacity, "%s/%d", command->name, used);
    else
        snprintf(out, capacity, "%s", error.text);
    words_free(&words);
    return out;
}

/* 'help WORD' goes by them, so that no row is without. */
TEST(commands_have_keywords)
{
    for (size_t i = 0; i < command_table.count; i++)
        if (!command_table.rows[i]->keywords || !command_table.rows[i]->keywords[0])
            fail_msg("%s has no keywords", command_table.rows[i]->name);
}

TEST(commands_are_found)
{
    char out[CAPACITY], again[CAPACITY];
    assert_string_equal(find("legal x", out), "legal/1");
    assert_string_equal(find("leg x", out), "legal/1");
    assert_string_equal(find("bench rules", out), "bench rules/2");
    assert_string_equal(find("be ru --seconds 1", out), "bench rules/2");
    assert_string_equal(find("profile show rules.rules", out), "profile show/2");
    assert_string_equal(find("profile set a b", out), "profile set/2");
    assert_string_equal(find("show v", out), "show/1");
    assert_string_equal(find("show values x", out), "show values/2");
    assert_string_equal(find("lagel x", out),
                        "unknown command 'lagel'; did you mean 'legal'?");
    assert_string_equal(find("mtach", out),
                        "unknown command 'mtach'; did you mean 'match'?");
    assert_string_equal(find("xyzzyplugh", out),
                        "unknown command 'xyzzyplugh'; 'help' lists all commands");
    assert_string_equal(find("''", out), "unknown command ''; 'help' lists all commands");
    assert_string_equal(find("profile", out),
                        "'profile' is not one command; it may be: profile check, profile diff, profile edit, "
                        "profile explain, profile list, profile reload, profile save, profile set, "
                        "profile show, profile use");
    assert_string_equal(find("profile s x", out),
                        "'s' is not one command; it may be: profile save, profile set, profile show");
    assert_string_equal(find("profile shwo x", out),
                        "unknown command 'profile shwo'; did you mean 'profile show'?");
    assert_string_equal(find("setup xyzzyplugh", out), find("setup", again));
    assert_string_equal(find("setup", out), find("setup --seed", again));
    assert_string_equal(find("pe", out), "perft/1");
}

/* A prefix never hides a whole name, and every row is found by its name. */
TEST(every_row_is_found)
{
    for (size_t i = 0; i < command_table.count; i++) {
        char out[CAPACITY], line[64];
        const char *name = command_table.rows[i]->name;
        snprintf(line, sizeof line, "%s", name);
        find(line, out);
        assert_int_equal(strncmp(out, name, strlen(name)), 0);
        assert_int_equal(out[strlen(name)], '/');
        assert_non_null(command_table.rows[i]->run);
        assert_true(command_table.rows[i]->help[0] != '\0');
        if (i)
            assert_true(strcmp(command_table.rows[i - 1]->name, name) < 0);
    }
}

/* A sink that keeps what is written. */
static void keep_answer(void *context, const char *bytes, size_t size)
{
    text_append(context, bytes, size);
}

/* A new session for each test that wants one, and what it has written. */
static struct session tested;
static struct text answers;

static int start_session(void **state)
{
    (void)state;
    session_init(&tested, &command_table);
    tested.write = keep_answer;
    tested.context = &answers;
    return 0;
}

static int end_session(void **state)
{
    (void)state;
    session_free(&tested);
    text_free(&answers);
    return 0;
}

TEST(session_options_hold_for_one_command)
{
    struct error error = {0};
    uint64_t seed = tested.seed;
    assert_int_equal(command_run_line(&tested, "profile show rules.rules --rules redeca", &error),
                     STATUS_OK);
    assert_string_equal(text_string(&answers), "rules.rules  redeca  (--rules)\n");
    text_clear(&answers);
    assert_int_equal(command_run_line(&tested, "profile show rules.rules --seed 5 --jobs=3", &error),
                     STATUS_OK);
    assert_string_equal(text_string(&answers), "rules.rules  standard\n");
    assert_true(tested.seed == seed && !tested.has_seed && tested.jobs == 1);
    assert_int_equal(command_run_line(&tested, "profile set rules.rules arts", &error), STATUS_OK);
    text_clear(&answers);
    assert_int_equal(command_run_line(&tested, "profile show rules.rules", &error), STATUS_OK);
    assert_string_equal(text_string(&answers), "rules.rules  arts  (set)\n");
}

/* Runs a line that must succeed; what it wrote. */
static const char *answer(const char *line)
{
    struct error error = {0};
    text_clear(&answers);
    if (command_run_line(&tested, line, &error))
        fail_msg("%s: %s", line, error.text);
    return text_string(&answers);
}

/* What -p brings for one command is gone with it, also for a reload; a pick at the start stays. */
TEST(profiles_hold_for_one_command)
{
    assert_true(strlen(answer("profile diff -p careful")) > 0);
    assert_string_equal(answer("profile diff"), "");
    assert_string_equal(answer("profile reload"), "");
    assert_string_equal(answer("profile diff"), "");
    assert_int_equal(tested.profiles.count, 0);
    assert_int_equal(session_add_profile(&tested, "careful", NULL), STATUS_OK);
    answer("version -p aggressive --rules arts");
    answer("profile reload");
    assert_int_equal(tested.profiles.count, 1);
    assert_non_null(strstr(answer("profile diff"), "careful.yaml)"));
    assert_null(strstr(answer("profile diff"), "arts"));
}

/* A command that changes the session's options does so whatever flags stand beside it, and is not given
 * options for itself alone. */
TEST(changes_to_the_session_stay)
{
    static const char *const refused[][2] = {
        {"profile set --rules arts rules.move_limit 5",
         "profile set: --rules holds for one command alone, and this one changes the session"},
        {"profile set rules.move_limit 5 -p careful",
         "profile set: --profile holds for one command alone, and this one changes the session"},
        {"notation arts --notation deboer",
         "notation: --notation holds for one command alone, and this one changes the session"},
        {"profile reload -pcareful",
         "profile reload: --profile holds for one command alone, and this one changes the session"},
    };
    uint64_t seed = tested.seed;
    answer("profile set --seed 3 worth.bomb_value 0.7");
    assert_string_equal(answer("profile show worth.bomb_value"),
                        "worth.bomb_value  0.7 value  (set)\n");
    answer("profile set setup.open_flags -.5 --jobs=2");
    assert_string_equal(answer("profile show setup.open_flags"), "setup.open_flags  -0.5  (set)\n");
    answer("notation --jobs 1 arts");
    assert_string_equal(answer("notation"), "arts\n");
    assert_true(tested.seed == seed && !tested.has_seed && tested.jobs == 1);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct error error = {0};
        assert_int_equal(command_run_line(&tested, refused[i][0], &error), STATUS_BAD);
        assert_string_equal(error.text, refused[i][1]);
    }
    assert_string_equal(answer("profile diff"),
                        "notation.notation: deboer -> arts (set)\nsetup.open_flags: -1 -> -0.5 (set)\n"
                        "worth.bomb_value: 0.5 -> 0.7 (set)\n");
}

/* Options that were set by a word, at the start of the program too, are not lost in a reload. */
TEST(reloads_keep_what_was_set)
{
    struct words words;
    struct error error;
    words_split("--notation arts --rules redeca x", &(size_t){0}, &words, &error);
    assert_int_equal(session_start(&tested, &words.count, words.word, &error), STATUS_OK);
    answer("profile reload");
    assert_string_equal(answer("notation"), "arts\n");
    assert_string_equal(answer("profile show rules.rules"), "rules.rules  redeca  (--rules)\n");
    words_free(&words);
}

TEST(wrong_session_options_are_named)
{
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"version --seed x", "--seed: found 'x', expected a whole number, 0 or more"},
        {"version --seed 18446744073709551616",
         "--seed: found '18446744073709551616', expected a whole number from 0 to 18446744073709551615"},
        {"version --jobs 0", "--jobs: found '0', expected a whole number from 1 to 256"},
        {"version --jobs", "option --jobs needs a value"},
        {"version -p nosuch", "found the unknown profile 'nosuch', expected a known one or a file"},
        {"version x", "version: found 'x', expected no more; usage: vedette version [--json] [--out FILE]"},
        {"bench rules --seconds x", "bench rules: --seconds: found 'x', expected a number from 0 to "
                                    "3600 s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error error = {0};
        assert_int_equal(command_run_line(&tested, cases[i].line, &error), STATUS_BAD);
        assert_string_equal(error.text, cases[i].text);
        assert_int_equal(answers.size, 0);
    }
}

TEST(options_before_the_command)
{
    struct words words;
    struct error error;
    words_split("--seed 9 --jobs=2 --rules arts match a b --seed 4", &(size_t){0}, &words, &error);
    assert_int_equal(session_start(&tested, &words.count, words.word, &error), STATUS_OK);
    assert_int_equal(words.count, 5);
    assert_string_equal(words.word[0], "match");
    assert_true(tested.seed == 9 && tested.has_seed && tested.jobs == 2);
    struct rules rules;
    rules_from_settings(&rules, &tested.settings, rules_find("isf"));
    assert_string_equal(rules.name, "arts");
    assert_int_equal(rules.move_limit, 1200);
    words_free(&words);
}

/* The words of the option are the rows of the rules table. */
TEST(rules_options_name_the_rows)
{
    struct settings settings = {0};
    struct rules rules;
    struct error error;
    settings_init(&settings, option_groups);
    for (size_t i = 0; i < rules_count; i++) {
        assert_int_equal(settings_set(&settings, "rules.rules", rules_table[i].name, "set", &error),
                         STATUS_OK);
        rules_from_settings(&rules, &settings, rules_find("isf"));
        assert_string_equal(rules.name, rules_table[i].name);
        assert_int_equal(rules.move_limit, rules_table[i].move_limit);
    }
    assert_int_equal(settings_set(&settings, "rules.rules", "standard", "set", &error), STATUS_OK);
    rules_from_settings(&rules, &settings, rules_find("redeca"));
    assert_string_equal(rules.name, "redeca");
    assert_int_equal(settings_set(&settings, "rules.two_squares", "3", "set", &error), STATUS_OK);
    assert_int_equal(settings_set(&settings, "rules.more_squares", "yes", "set", &error), STATUS_OK);
    rules_from_settings(&rules, &settings, rules_find("redeca"));
    assert_string_equal(rules.name, "custom");
    assert_int_equal(rules.two_squares, 3);
    assert_true(rules.more_squares);
    assert_int_equal(rules.move_limit, 10000);
    settings_free(&settings);
}

/* Makes one blank of each line end and the blanks around it: what was broken into lines stands as it was. */
static void squeeze(struct text *text)
{
    size_t size = 0;
    for (size_t i = 0; i < text->size; i++) {
        bool blank = text->bytes[i] == ' ' || text->bytes[i] == '\n';
        if (!blank || size == 0 || text->bytes[size - 1] != ' ')
            text->bytes[size++] = blank ? ' ' : text->bytes[i];
    }
    text->bytes[text->size = size] = '\0';
}

TEST(help_is_made_from_the_table)
{
    struct error error;
    assert_int_equal(command_run_line(&tested, "help", &error), STATUS_OK);
    squeeze(&answers);
    for (size_t i = 0; i < command_table.count; i++)
        assert_non_null(strstr(text_string(&answers), command_table.rows[i]->help));
    text_clear(&answers);
    assert_int_equal(command_run_line(&tested, "perft --help", &error), STATUS_OK);
    assert_ptr_equal(strstr(text_string(&answers),
                            "usage: vedette perft N FILE [--at PLY] [--game N] [--json] [--out FILE]\n"),
                     text_string(&answers));
    text_clear(&answers);
    assert_int_equal(command_run_line(&tested, "help --man", &error), STATUS_OK);
    assert_int_equal(strncmp(text_string(&answers), ".SH COMMANDS\n", 13), 0);
    assert_non_null(strstr(text_string(&answers),
                           "\\fBperft\\fR N FILE [\\-\\-at PLY] [\\-\\-game N] [\\-\\-json]"));
    assert_non_null(strstr(text_string(&answers), "\\-\\-json"));
}

/* Keeps the complaints of a script, one a line. */
static void complain(struct session *session, const struct error *error)
{
    text_printf(session->context, "! %s\n", error->text);
}

/* Runs a script; what it wrote and complained of is in `answers`. */
static enum status run_script(const char *bytes, size_t size)
{
    FILE *in = tmpfile();
    assert_non_null(in);
    assert_int_equal(fwrite(bytes, 1, size, in), size);
    rewind(in);
    enum status status = script_run(&tested, in, "stdin", complain);
    fclose(in);
    return status;
}

TEST(scripts_go_on_after_errors)
{
    static const char script[] = "# a comment\n\nlagel x\nprofile show rules.rules\n"
                                 "zero\0byte\nperft 'x\nprofile show rules.rules";
    static const char expected[] = "! stdin:3: unknown command 'lagel'; did you mean 'legal'?\n"
                                   "rules.rules  standard\n"
                                   "! stdin:5: the line holds a zero byte\n"
                                   "! stdin:6: column 7: the quote ' is not closed\n"
                                   "rules.rules  standard\n";
    assert_int_equal(run_script(script, sizeof script - 1), STATUS_BAD);
    assert_string_equal(text_string(&answers), expected);
    text_clear(&answers);
    assert_int_equal(run_script("quit\nlagel\n", 11), STATUS_OK);
    assert_int_equal(answers.size, 0);
}

/* A sink by which Ctrl-C comes while a command answers. */
static void interrupt(void *context, const char *bytes, size_t size)
{
    (void)bytes, (void)size;
    atomic_store((atomic_bool *)context, true);
}

static struct text complaints;

static void keep_complaint(struct session *session, const struct error *error)
{
    (void)session;
    text_printf(&complaints, "%s\n", error->text);
}

/* Ctrl-C ends the command and its script, with status 1; the next line that is typed runs. */
TEST(interrupts_end_one_line)
{
    static const char script[] = "version\nlagel\nversion\n";
    struct error error = {0};
    atomic_bool stop = false;
    FILE *in = tmpfile();
    assert_int_equal(fwrite(script, 1, sizeof script - 1, in), sizeof script - 1);
    rewind(in);
    tested.stop = &stop;
    tested.context = &stop;
    tested.write = interrupt;
    assert_int_equal(script_run(&tested, in, "stdin", keep_complaint), STATUS_NO);
    assert_string_equal(text_string(&complaints), "stdin:1: version: stopped\n");
    assert_true(atomic_load(&stop));
    tested.write = NULL;
    assert_int_equal(command_run_line(&tested, "version", &error), STATUS_OK);
    assert_false(atomic_load(&stop));
    text_clear(&complaints);
    rewind(in);
    atomic_store(&stop, true); /* it came while the first line was waited for */
    assert_int_equal(script_run(&tested, in, "stdin", keep_complaint), STATUS_NO);
    assert_string_equal(text_string(&complaints), "stdin:1: stopped\n");
    text_free(&complaints);
    fclose(in);
}

/* A command that was stopped leaves no file, even where it noticed nothing. */
TEST(stopped_answers_are_no_files)
{
    struct error error = {0};
    atomic_bool stop = true;
    char path[] = "/tmp/vedette-out-XXXXXX", out[] = "--out", version[] = "version";
    char *words[] = {version, out, path, NULL};
    assert_int_equal(close(mkstemp(path)), 0);
    assert_int_equal(unlink(path), 0);
    tested.stop = &stop;
    assert_int_equal(command_run(&tested, 3, words, &error), STATUS_NO);
    assert_string_equal(error.text, "version: stopped");
    assert_int_equal(access(path, F_OK), -1);
    atomic_store(&stop, false);
    assert_int_equal(command_run(&tested, 3, words, &error), STATUS_OK);
    assert_int_equal(unlink(path), 0);
}

/* Ctrl-C as soon as the games are over. */
static void interrupt_at_end(struct session *session, const char *line)
{
    if (!*line)
        atomic_store(session->stop, true);
}

/* A match whose last game was over before Ctrl-C is whole: its status says so, and its file is written. */
TEST(whole_matches_are_not_stopped)
{
    static char match[] = "match", random[] = "random", games[] = "--games=2", out[] = "--out";
    struct error error = {0};
    atomic_bool stop = false;
    char path[] = "/tmp/vedette-out-XXXXXX";
    char *words[] = {match, random, random, games, NULL}, *file[] = {match, random, random, games, out, path,
                                                                     NULL};
    assert_int_equal(close(mkstemp(path)), 0);
    assert_int_equal(unlink(path), 0);
    tested.stop = &stop;
    tested.progress = interrupt_at_end;
    assert_int_equal(command_run(&tested, 4, words, &error), STATUS_OK);
    assert_true(atomic_load(&stop));
    atomic_store(&stop, false);
    assert_int_equal(command_run(&tested, 6, file, &error), STATUS_OK);
    assert_int_equal(unlink(path), 0);
    atomic_store(&stop, true); /* before the first game */
    words[3] = games; /* which the run above has changed */
    assert_int_equal(command_run(&tested, 4, words, &error), STATUS_NO);
    assert_non_null(strstr(error.text, "match: stopped: the figures are of 0 of 2 games"));
}

TEST(long_lines_are_refused)
{
    struct text script = {0};
    for (int i = 0; i < SCRIPT_LINE_MAX + 1; i++)
        text_add(&script, "x");
    text_add(&script, "\nprofile show rules.rules\n");
    assert_int_equal(run_script(script.bytes, script.size), STATUS_BAD);
    assert_string_equal(text_string(&answers), "! stdin:1: the line is longer than 65536 bytes\n"
                                           "rules.rules  standard\n");
    text_free(&script);
}

static char kept_progress[400];

static void keep_progress(struct session *session, const char *lines)
{
    (void)session;
    snprintf(kept_progress, sizeof kept_progress, "%s", lines);
}

/* A line of progress ends at the screen's edge, and not within a letter. */
TEST(progress_fits)
{
    char letters[200];
    tested.progress = keep_progress;
    memset(letters, 'a', sizeof letters);
    strcpy(letters + 78, "\u00e9\u00e9\u00e9");
    session_progress(&tested, "%s", letters);
    strcpy(letters + 78, "\u00e9");
    assert_string_equal(kept_progress, letters);
    session_progress(&tested, "short");
    assert_string_equal(kept_progress, "short");
}

#define SESSION_TEST(test) cmocka_unit_test_setup_teardown(test, start_session, end_session)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_split),
        cmocka_unit_test(lines_are_split_into_commands),
        cmocka_unit_test(whole_numbers_are_strict),
        cmocka_unit_test(flags_are_taken_out),
        cmocka_unit_test(lists_keep_their_words),
        cmocka_unit_test(wrong_flags_are_named),
        cmocka_unit_test(values_may_look_like_flags),
        cmocka_unit_test(commands_are_found),
        cmocka_unit_test(commands_have_keywords),
        cmocka_unit_test(every_row_is_found),
        SESSION_TEST(session_options_hold_for_one_command),
        SESSION_TEST(profiles_hold_for_one_command),
        SESSION_TEST(changes_to_the_session_stay),
        SESSION_TEST(reloads_keep_what_was_set),
        SESSION_TEST(wrong_session_options_are_named),
        SESSION_TEST(options_before_the_command),
        cmocka_unit_test(rules_options_name_the_rows),
        SESSION_TEST(help_is_made_from_the_table),
        SESSION_TEST(scripts_go_on_after_errors),
        SESSION_TEST(interrupts_end_one_line),
        SESSION_TEST(stopped_answers_are_no_files),
        SESSION_TEST(whole_matches_are_not_stopped),
        SESSION_TEST(long_lines_are_refused),
        SESSION_TEST(progress_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
