/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the last word of a command line may become. */
#include "cmocka_all.h"
#include "commands/table.h"
#include "console/command.h"
#include "console/complete.h"
#include "console/words.h"
#include "folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct session session;

/* Writes an empty file into the test's folder. */
static void touch(const char *name)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fclose(file);
}

static int set_up_complete(void **state)
{
    if (folder_set_up(state) || chdir(folder) != 0)
        return -1;
    mkdir("games", 0700);
    touch("games/one.game");
    touch("games/two words.game");
    touch(".hidden");
    mkdir("games/.odd", 0700);
    touch("games/.odd/a\nb.game");
    touch("games/.odd/\033[31m.game");
    touch("games/.odd/it's \"both\".game");
    touch("games/.odd/it's.game");
    touch("mine.yaml");
    touch("mine.game");
    session_init(&session, &command_table);
    return 0;
}

static int tear_down_complete(void **state)
{
    session_free(&session);
    return chdir("/") || folder_tear_down(state);
}

/* The completions of a line, each with a '|' behind it, or a '+' where more of the word may follow. */
static const char *complete_to(const char *line, size_t point)
{
    static char text[8192];
    struct completions completions = {0};
    size_t used = 0;
    complete_line(&session, line, point, &completions);
    text[0] = '\0';
    for (size_t i = 0; i < completions.count && used < sizeof text - 100; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%c", completions.items[i].text,
                                 completions.items[i].open ? '+' : '|');
    completions_free(&completions);
    return text;
}

static const char *complete(const char *line)
{
    return complete_to(line, strlen(line));
}

TEST(names_of_commands)
{
    assert_string_equal(complete("ma"), "match|");
    assert_string_equal(complete("  ma"), "match|");
    assert_string_equal(complete("pla"), "plans|play|");
    assert_non_null(strstr(complete("bench "), "|guess|learn|levels|net|plans|"));
    assert_string_equal(complete("be ru"), "rules|");
    assert_string_equal(complete("guess h"), "heat|");
    assert_string_equal(complete("nosuch "), "");
    assert_string_equal(complete("help pro"), "profile|");
    assert_string_equal(complete("help profile s"), "save|set|show|");
    assert_string_equal(complete("# gu"), "");
    assert_string_equal(complete_to("gu and more", 2), "guess|");
    for (size_t i = 0; i < command_table.count; i++) {
        size_t size;
        char first[64];
        snprintf(first, sizeof first, "%s|", command_table.rows[i]->name);
        command_word(command_table.rows[i], 0, &size);
        snprintf(first + size, sizeof first - size, "|");
        assert_non_null(strstr(complete(""), first));
    }
}

TEST(flags_of_commands)
{
    assert_string_equal(complete("match random random --ga"), "--games|");
    assert_string_equal(complete("match --fi"), "--fixed|");
    assert_string_equal(complete("show --"),
                        "--all|--at|--game|--jobs|--json|--notation|--out|--profile|--rules|--seed|--side|"
                        "--to|");
    assert_string_equal(complete("version "), "--jobs|--json|--notation|--out|--profile|--rules|--seed|");
    assert_string_equal(complete("match a b --setups x --js"), "--json|");
    assert_string_equal(complete("show -- --"), "");
    assert_string_equal(complete("--se"), "--seed|");
    assert_string_equal(complete("--seed 3 --jobs=2 -p careful ver"), "version|");
    assert_string_equal(complete("-p ca"), "captain|careful|");
}

TEST(commands_behind_others)
{
    assert_string_equal(complete("legal x; ma"), "match|");
    assert_string_equal(complete("legal 'x;ma"), "");
    assert_string_equal(complete("legal x;guess h"), "heat|");
    assert_string_equal(complete("repeat 3 ma"), "match|");
    assert_string_equal(complete("repeat 3 guess h"), "heat|");
    assert_string_equal(complete("repeat 3 --seed 2 match a b --ga"), "--games|");
    assert_string_equal(complete("time repeat 2 -- match a b --ga"), "--games|");
    assert_string_equal(complete("repeat --o"), "--out|");
    assert_string_equal(complete("repeat ma"), "");
    assert_string_equal(complete("time "), complete(""));
    assert_string_equal(complete("profile show > /nonexistent/"), "");
    assert_string_equal(complete("profile show > /nonexistent/x ru"), "");
}

TEST(options_of_the_search)
{
    assert_string_equal(complete("search x.game et"), "etc=+");
    assert_string_equal(complete("search x.game etc="), "etc=no|etc=yes|");
    assert_string_equal(complete("search x.game probe=2 et"), "etc=+");
    assert_string_equal(complete("search probe=2 et"), "etc=+");
    assert_string_equal(complete("search etc=y"), "etc=yes|");
    assert_string_equal(complete("search tree a4-a5 x.game etc=y"), "etc=yes|");
    assert_string_equal(complete("search x.game worth.bomb_v"), "worth.bomb_value=+");
    assert_string_equal(complete("search x.game search.etc=n"), "search.etc=no|");
    assert_string_equal(complete("search x.game prof"), "");
    assert_string_equal(complete("bench search et"), "etc=+");
}

TEST(names_of_positions)
{
    assert_string_equal(complete("positions show opening-00"),
                        "opening-001|opening-002|opening-003|opening-004|opening-005|opening-006|opening-007|"
                        "opening-008|opening-009|");
    assert_string_equal(complete("tactics show fork-0"),
                        "fork-01|fork-02|fork-03|fork-04|fork-05|fork-06|fork-07|fork-08|fork-09|");
    assert_string_equal(complete("tactics show fork-01 "), complete("version "));
}

TEST(values_by_their_kinds)
{
    assert_string_equal(complete("show --side "), "blue|red|");
    assert_string_equal(complete("show --for r"), "red|");
    assert_string_equal(complete("convert x --to=g"), "--to=game|--to=gravon|--to=gsn|");
    assert_string_equal(complete("guess --kind h"), "hard|");
    assert_string_equal(complete("version --rules a"), "arts|");
    assert_string_equal(complete("notation "), "arts|deboer|");
    assert_string_equal(complete("guess explain b1"), "b1|b10|");
    assert_string_equal(complete("guess heat c"), "captain|colonel|");
    assert_string_equal(complete("guess heat --notation arts 1"), "");
    assert_string_equal(complete("guess --note j10"), "j10=+");
    assert_string_equal(complete("guess --note j10=X"), "j10=X|");
    assert_string_equal(complete("perft "), "");
    assert_string_equal(complete("match a b --games "), "");
    assert_string_equal(complete("bench ablation Mov"), "MovePenalty|");
    assert_string_equal(complete("setup load arts-0"),
                        "arts-03|arts-04|arts-05|arts-06|arts-07|arts-08|arts-09|");
}

TEST(options_and_their_values)
{
    assert_string_equal(complete("profile show ru"), "rules|rules.+runner|runner.+");
    assert_string_equal(complete("profile set rules.mo"), "rules.more_squares|rules.move_limit|");
    assert_string_equal(complete("profile set rules.rules d"), "deepnash|");
    assert_string_equal(complete("profile set --save setup.generator f"), "faithful|");
    assert_string_equal(complete("profile check ca"), "captain|careful|");
}

TEST(agents_with_their_options)
{
    assert_string_equal(complete("match r"), "random|random:+rnad|rnad:+runner|runner:+");
    assert_string_equal(complete("match random pr"), "probabilistic|probabilistic:+progcomp:+");
    assert_string_equal(complete("match random progcomp:/bi"), "progcomp:/bin/+");
    assert_string_equal(complete("match random progcomp:/x,il"), "progcomp:/x,illegal=+");
    assert_string_equal(complete("match probabilistic:pi"), "probabilistic:piece=+");
    assert_string_equal(complete("match probabilistic:piece=2,profile=ag"),
                        "probabilistic:piece=2,profile=aggressive|");
    assert_string_equal(complete("match random:rules.rules=d"), "random:rules.rules=deepnash|");
    assert_string_equal(complete("match random:setup.generator"), "random:setup.generator=+");
    assert_string_equal(complete("match nobody:"), "");
    assert_string_equal(complete("guess learn x --players random pr"),
                        "probabilistic|probabilistic:+progcomp:+");
}

TEST(files_and_folders)
{
    assert_string_equal(complete("legal "), "games/+mine.game|mine.yaml|");
    assert_string_equal(complete("legal ."), ".hidden|");
    assert_string_equal(complete("legal games/"), "'games/two words.game'|games/one.game|");
    assert_string_equal(complete("legal 'games/two wo"), "'games/two words.game'|");
    /* Names that no line can hold are left out. */
    assert_string_equal(complete("legal games/.odd/"), "\"games/.odd/it's.game\"|");
    assert_string_equal(complete("match a b --save g"), "games/+");
    assert_string_equal(complete("match a b --setups mine.game m"), "mine.game|mine.yaml|");
    assert_string_equal(complete("profile diff m"), "mine.yaml|");
    assert_string_equal(complete("legal nosuch/"), "");
}

/* Moves are those of the game at hand; where one may be left out, the word may be a file too. */
TEST(moves_of_the_game)
{
    struct error error = {0};
    assert_string_equal(complete("plans a"), "");
    assert_string_equal(complete("plans m"), "mine.game|mine.yaml|");
    assert_string_equal(complete("plans a4-a5 m"), "mine.game|mine.yaml|");
    assert_string_equal(complete("apply x a4-a5 "), "");
    FILE *file = fopen("few.position", "w");
    fputs("format: vedette-position/1\nto_move: red\nboard: |\n", file);
    for (int row = 10; row > 0; row--)
        fputs(row == 6 || row == 5 ? "  . . ~ ~ . . ~ ~ . .\n"
              : row == 2           ? "  . . . . . . . . . b2*\n"
              : row == 1           ? "  rF . . . . . . . . r3*\n"
                                   : "  . . . . . . . . . .\n", file);
    fputs("captured: {red: \"\", blue: \"\"}\n", file);
    fclose(file);
    assert_int_equal(command_run_line(&session, "load few.position", &error), STATUS_OK);
    assert_string_equal(complete("apply x "), "j1-i1|j1xj2|");
    assert_string_equal(complete("plans j1x"), "j1xj2|");
    session_drop_game(&session);
}

/* The start of the word, and a line cut at any byte. */
TEST(lines_are_cut)
{
    static const char line[] = "match 'a b' random:rules.rules=isf \"c --setups x\" --to=y # z";
    struct words words;
    size_t start;
    bool is_file;
    assert_true(words_split_unfinished("guess heat", 10, &words, &start, &is_file));
    assert_int_equal(words.count, 2);
    assert_int_equal(start, 6);
    words_free(&words);
    assert_true(words_split_unfinished("guess ", 6, &words, &start, &is_file));
    assert_int_equal(words.count, 2);
    assert_string_equal(words.word[1], "");
    assert_int_equal(start, 6);
    words_free(&words);
    assert_true(words_split_unfinished("a x'b c", 7, &words, &start, &is_file));
    assert_int_equal(words.count, 2);
    assert_string_equal(words.word[1], "xb c");
    assert_int_equal(start, 2);
    words_free(&words);
    assert_false(is_file);
    assert_true(words_split_unfinished("a b; 'c;' > d", 13, &words, &start, &is_file));
    assert_true(is_file);
    assert_int_equal(words.count, 2);
    assert_string_equal(words.word[0], "c;");
    assert_string_equal(words.word[1], "d");
    assert_int_equal(start, 12);
    words_free(&words);
    static const char *const none[] = {"a # b", "a > b c", "a > b > c", "a > b ", "> b", "a; > b", "a > # b",
                                       "a > ; b", "a > b c; d", "a | b", "| ", "a > | b", "a; b | c"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(words_split_unfinished(none[i], strlen(none[i]), &words, &start, &is_file));
    for (size_t i = 0; i < sizeof line; i++) {
        struct completions completions = {0};
        complete_line(&session, line, i, &completions);
        assert_true(completions.start <= i);
        completions_free(&completions);
    }
}

/* What a line goes on with is a word of it: where no command can stand nothing is offered, and a name that
 * the line would read otherwise is put so that it stands for itself. */
TEST(completed_lines_are_lines)
{
    assert_string_equal(complete("play --\xff\xff | profile sh"), "");
    assert_string_equal(complete("legal a | "), "");
    mkdir("signs", 0700);
    touch("signs/|");
    touch("signs/a$b");
    touch("signs/-x");
    assert_string_equal(complete("legal signs/"), "'signs/a$b'|'signs/|'|signs/-x|");
    assert_int_equal(chdir("signs"), 0);
    assert_string_equal(complete("legal |"), "'|'|");
    assert_string_equal(complete("legal "), "'a$b'|'|'|./-x|");
    assert_string_equal(complete("legal ./"), "'./a$b'|'./|'|./-x|");
    assert_string_equal(complete("legal -- -"), "-x|");
    assert_string_equal(complete("profile show --out="), "'--out=a$b'|'--out=|'|--out=-x|");
    assert_int_equal(chdir(".."), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_commands),
        cmocka_unit_test(flags_of_commands),
        cmocka_unit_test(commands_behind_others),
        cmocka_unit_test(values_by_their_kinds),
        cmocka_unit_test(options_of_the_search),
        cmocka_unit_test(names_of_positions),
        cmocka_unit_test(options_and_their_values),
        cmocka_unit_test(agents_with_their_options),
        cmocka_unit_test(files_and_folders),
        cmocka_unit_test(moves_of_the_game),
        cmocka_unit_test(lines_are_cut),
        cmocka_unit_test(completed_lines_are_lines),
    };
    return cmocka_run_group_tests(tests, set_up_complete, tear_down_complete);
}
