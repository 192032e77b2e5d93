/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines: words, options, the search in the table, what a session's options do. */
#include "cmocka_all.h"
#include "console/arguments.h"
#include "console/commands.h"
#include "console/help.h"
#include "console/script.h"
#include "console/words.h"
#include "game/rules_option.h"

#include <string.h>
#include <unistd.h>

enum { ROOM = 1024 }; /* for any error and any line here */

/* The words of a line, each in <>; or the error. */
static const char *split(const char *line, char out[ROOM])
{
    const size_t room = ROOM;
    struct words words;
    struct error error = {0};
    if (words_split(line, &words, &error)) {
        assert_int_equal(error.status, STATUS_BAD);
        assert_null(words.bytes);
        snprintf(out, room, "%s", error.text);
        return out;
    }
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < words.count; i++)
        used += (size_t)snprintf(out + used, room - used, "<%s>", words.word[i]);
    if (words.count)
        assert_null(words.word[words.count]);
    words_free(&words);
    return out;
}

static void words_are_split(void **state)
{
    char out[ROOM];
    (void)state;
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

static void whole_numbers_are_strict(void **state)
{
    uint64_t value = 7;
    (void)state;
    assert_true(argument_whole("0", &value) && value == 0);
    assert_true(argument_whole("18446744073709551615", &value) && value == UINT64_MAX);
    static const char *const bad[] = {"",    "-1",  "+1",  " 1", "1 ", "0x10", "1e3",
                                      "1.0", "18446744073709551616", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(argument_whole(bad[i], &value));
    assert_true(value == UINT64_MAX);
}

/* What a command with one option of each kind might read. */
struct options {
    bool json;
    const char *rules;
    uint64_t games;
    double time;
    struct word_list setups;
};

static enum status parse(const char *line, struct options *options, struct words *words,
                         struct error *error)
{
    const struct flag flags[] = {
        {.name = "json", .kind = FLAG_BARE, .value = &options->json},
        {.name = "rules", .kind = FLAG_TEXT, .value = &options->rules},
        {.name = "games", .kind = FLAG_WHOLE, .value = &options->games, .least = 1, .most = 100},
        {.name = "time", .kind = FLAG_NUMBER, .value = &options->time, .low = 0.5, .high = 2},
        {.name = "setups", .kind = FLAG_LIST, .value = &options->setups},
        {.name = "save", .kind = FLAG_BARE, .value = &options->json},
    };
    static const struct command command = {.name = "try", .arguments = "", .help = ""};
    *options = (struct options){0};
    assert_int_equal(words_split(line, words, error), STATUS_OK);
    return arguments_parse(&command, flags, sizeof flags / sizeof flags[0], &words->count,
                           words->word, error);
}

static void options_are_taken_out(void **state)
{
    struct options options;
    struct words words;
    struct error error;
    (void)state;
    assert_int_equal(parse("a --games 3 b --rules=isf --json --time 1.5 c", &options, &words, &error),
                     STATUS_OK);
    assert_int_equal(words.count, 3);
    assert_string_equal(words.word[0], "a");
    assert_string_equal(words.word[1], "b");
    assert_string_equal(words.word[2], "c");
    assert_true(options.json && options.games == 3 && options.time == 1.5);
    assert_string_equal(options.rules, "isf");
    words_free(&words);

    assert_int_equal(parse("--ga=4 --games 5 - -- --json -x --", &options, &words, &error), STATUS_OK);
    assert_int_equal(words.count, 4);
    assert_string_equal(words.word[0], "-");
    assert_string_equal(words.word[1], "--json");
    assert_string_equal(words.word[2], "-x");
    assert_string_equal(words.word[3], "--");
    assert_true(!options.json && options.games == 5);
    words_free(&words);
}

static void lists_keep_their_words(void **state)
{
    struct options options;
    struct words words;
    struct error error;
    (void)state;
    assert_int_equal(parse("--setups x y z --json a b --games 9 c", &options, &words, &error),
                     STATUS_OK);
    assert_int_equal(words.count, 3);
    assert_int_equal(options.setups.count, 3);
    assert_string_equal(options.setups.word[0], "x");
    assert_string_equal(options.setups.word[2], "z");
    assert_string_equal(words.word[2], "c");
    words_free(&words);

    assert_int_equal(parse("a --setups=x b --json c", &options, &words, &error), STATUS_OK);
    assert_int_equal(options.setups.count, 1);
    assert_string_equal(options.setups.word[0], "x");
    assert_int_equal(words.count, 3);
    words_free(&words);
}

static void wrong_options_are_told(void **state)
{
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"--wrong", "try: unknown option --wrong"},
        {"-x", "try: unknown option -x"},
        {"--=3", "try: unknown option --"},
        {"--s x", "try: option --s may be --setups or --save"},
        {"--json=1", "try: option --json takes no value"},
        {"a --games", "try: option --games needs a value"},
        {"--setups --json", "try: option --setups needs a value"},
        {"--games 0", "try: --games: found '0', expected a whole number from 1 to 100"},
        {"--games=101", "try: --games: found '101', expected a whole number from 1 to 100"},
        {"--games -1", "try: --games: found '-1', expected a whole number from 1 to 100"},
        {"--time 2.5", "try: --time: found '2.5', expected a number from 0.5 to 2"},
        {"--time=nan", "try: --time: found 'nan', expected a number from 0.5 to 2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct options options;
        struct words words;
        struct error error = {0};
        assert_int_equal(parse(cases[i].line, &options, &words, &error), STATUS_BAD);
        assert_string_equal(error.text, cases[i].text);
        words_free(&words);
    }
}

/* What command_find makes of a line: the name found and the words used, or the error. */
static const char *find(const char *line, char out[ROOM])
{
    const size_t room = ROOM;
    struct words words;
    struct error error = {0};
    int used = 0;
    assert_int_equal(words_split(line, &words, &error), STATUS_OK);
    const struct command *command = command_find(words.count, words.word, &used, &error);
    if (command)
        snprintf(out, room, "%s/%d", command->name, used);
    else
        snprintf(out, room, "%s", error.text);
    words_free(&words);
    return out;
}

static void commands_are_found(void **state)
{
    char out[ROOM];
    (void)state;
    assert_string_equal(find("legal x", out), "legal/1");
    assert_string_equal(find("leg x", out), "legal/1");
    assert_string_equal(find("bench rules", out), "bench rules/2");
    assert_string_equal(find("be r --seconds 1", out), "bench rules/2");
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
                        "'profile' is not one command; it may be: profile check, profile diff, "
                        "profile explain, profile reload, profile set, profile show");
    assert_string_equal(find("profile s x", out),
                        "'s' is not one command; it may be: profile set, profile show");
    assert_string_equal(find("pe", out), "perft/1");
}

/* A prefix never hides a whole name, and every row is found by its name. */
static void every_row_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < command_count; i++) {
        char out[ROOM], line[64];
        const char *name = command_table[i]->name;
        snprintf(line, sizeof line, "%s", name);
        find(line, out);
        assert_int_equal(strncmp(out, name, strlen(name)), 0);
        assert_int_equal(out[strlen(name)], '/');
        assert_non_null(command_table[i]->run);
        assert_true(command_table[i]->help[0] != '\0');
        if (i)
            assert_true(strcmp(command_table[i - 1]->name, name) < 0);
    }
}

/* A sink that keeps what is written. */
static void keep(void *context, const char *bytes, size_t size)
{
    text_append(context, bytes, size);
}

static void start(struct session *session, struct text *out)
{
    session_init(session);
    session->write = keep;
    session->context = out;
}

static void session_options_hold_for_one_command(void **state)
{
    struct session session;
    struct text out = {0};
    struct error error = {0};
    (void)state;
    start(&session, &out);
    uint64_t seed = session.seed;
    assert_int_equal(command_run_line(&session, "profile show rules.rules --rules redeca", &error),
                     STATUS_OK);
    assert_string_equal(text_string(&out), "rules.rules  redeca  (--rules)\n");
    text_clear(&out);
    assert_int_equal(command_run_line(&session, "profile show rules.rules --seed 5 --jobs=3", &error),
                     STATUS_OK);
    assert_string_equal(text_string(&out), "rules.rules  standard\n");
    assert_true(session.seed == seed && !session.has_seed && session.jobs == 1);
    assert_int_equal(command_run_line(&session, "profile set rules.rules arts", &error), STATUS_OK);
    text_clear(&out);
    assert_int_equal(command_run_line(&session, "profile show rules.rules", &error), STATUS_OK);
    assert_string_equal(text_string(&out), "rules.rules  arts  (set)\n");
    text_free(&out);
    session_free(&session);
}

static void wrong_session_options_are_told(void **state)
{
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"version --seed x", "--seed: found 'x', expected a whole number"},
        {"version --seed 18446744073709551616",
         "--seed: found '18446744073709551616', expected a whole number"},
        {"version --jobs 0", "--jobs: found '0', expected a whole number from 1 to 256"},
        {"version --jobs", "option --jobs needs a value"},
        {"version -p nosuch", "found the unknown profile 'nosuch'; the nearest known is 'bluffer'"},
        {"version x", "usage: vedette version"},
        {"bench rules --seconds x", "bench rules: --seconds: found 'x', expected a number from 0 to "
                                    "3600"},
    };
    struct session session;
    struct text out = {0};
    (void)state;
    start(&session, &out);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error error = {0};
        assert_int_equal(command_run_line(&session, cases[i].line, &error), STATUS_BAD);
        assert_string_equal(error.text, cases[i].text);
        assert_int_equal(out.size, 0);
    }
    session_free(&session);
}

static void options_before_the_command(void **state)
{
    struct session session;
    struct text out = {0};
    struct words words;
    struct error error;
    (void)state;
    start(&session, &out);
    words_split("--seed 9 --jobs=2 --rules arts match a b --seed 4", &words, &error);
    assert_int_equal(session_options(&session, false, &words.count, words.word, &error), STATUS_OK);
    assert_int_equal(words.count, 5);
    assert_string_equal(words.word[0], "match");
    assert_true(session.seed == 9 && session.has_seed && session.jobs == 2);
    struct rules rules;
    rules_from_settings(&rules, &session.settings, rules_find("isf"));
    assert_string_equal(rules.name, "arts");
    assert_int_equal(rules.move_limit, 1200);
    words_free(&words);
    session_free(&session);
}

/* The words of the option are the rows of the rules table. */
static void rules_options_name_the_rows(void **state)
{
    struct settings settings = {0};
    struct rules rules;
    struct error error;
    (void)state;
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

static void help_is_made_from_the_table(void **state)
{
    struct session session;
    struct text out = {0};
    struct error error;
    (void)state;
    start(&session, &out);
    assert_int_equal(command_run_line(&session, "help", &error), STATUS_OK);
    for (size_t i = 0; i < command_count; i++)
        assert_non_null(strstr(text_string(&out), command_table[i]->help));
    text_clear(&out);
    assert_int_equal(command_run_line(&session, "perft --help", &error), STATUS_OK);
    assert_int_equal(strncmp(text_string(&out), "usage: vedette perft N FILE\n", 28), 0);
    text_clear(&out);
    assert_int_equal(command_run_line(&session, "help --man", &error), STATUS_OK);
    assert_int_equal(strncmp(text_string(&out), ".SH COMMANDS\n", 13), 0);
    assert_non_null(strstr(text_string(&out), "\\fBperft\\fR N FILE\n"));
    assert_non_null(strstr(text_string(&out), "\\-\\-json"));
    text_free(&out);
    session_free(&session);
}

/* Keeps the complaints of a script, one a line. */
static void complain(struct session *session, const struct error *error)
{
    text_printf(session->context, "! %s\n", error->text);
}

/* Runs a script and leaves what it wrote and complained of in `out`. */
static enum status run_script(const char *bytes, size_t size, struct text *out)
{
    struct session session;
    FILE *in = tmpfile();
    assert_non_null(in);
    assert_int_equal(fwrite(bytes, 1, size, in), size);
    rewind(in);
    start(&session, out);
    enum status status = script_run(&session, in, "stdin", complain);
    session_free(&session);
    fclose(in);
    return status;
}

static void scripts_go_on_after_errors(void **state)
{
    static const char script[] = "# a comment\n\nlagel x\nprofile show rules.rules\n"
                                 "zero\0byte\nperft 'x\nprofile show rules.rules";
    static const char expected[] = "! stdin:3: unknown command 'lagel'; did you mean 'legal'?\n"
                                   "rules.rules  standard\n"
                                   "! stdin:5: the line holds a zero byte\n"
                                   "! stdin:6: column 7: the quote ' is not closed\n"
                                   "rules.rules  standard\n";
    struct text out = {0};
    (void)state;
    assert_int_equal(run_script(script, sizeof script - 1, &out), STATUS_BAD);
    assert_string_equal(text_string(&out), expected);
    text_clear(&out);
    assert_int_equal(run_script("quit\nlagel\n", 11, &out), STATUS_OK);
    assert_int_equal(out.size, 0);
    text_free(&out);
}

static void long_lines_are_refused(void **state)
{
    struct text script = {0}, out = {0};
    (void)state;
    for (int i = 0; i < SCRIPT_LINE_MAX + 1; i++)
        text_add(&script, "x");
    text_add(&script, "\nprofile show rules.rules\n");
    assert_int_equal(run_script(script.bytes, script.size, &out), STATUS_BAD);
    assert_string_equal(text_string(&out), "! stdin:1: the line is longer than 65536 bytes\n"
                                           "rules.rules  standard\n");
    text_free(&script);
    text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_split),
        cmocka_unit_test(whole_numbers_are_strict),
        cmocka_unit_test(options_are_taken_out),
        cmocka_unit_test(lists_keep_their_words),
        cmocka_unit_test(wrong_options_are_told),
        cmocka_unit_test(commands_are_found),
        cmocka_unit_test(every_row_is_found),
        cmocka_unit_test(session_options_hold_for_one_command),
        cmocka_unit_test(wrong_session_options_are_told),
        cmocka_unit_test(options_before_the_command),
        cmocka_unit_test(rules_options_name_the_rows),
        cmocka_unit_test(help_is_made_from_the_table),
        cmocka_unit_test(scripts_go_on_after_errors),
        cmocka_unit_test(long_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
