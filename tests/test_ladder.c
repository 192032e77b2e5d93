/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder of levels: the program's own, names of players, and bad files. */
#include "cmocka_all.h"
#include "engine.h"
#include "source.h"

#include "agent/agent.h"
#include "base/disk.h"
#include "play/ladder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "format: vedette-levels/1\ngames: 400\nseed: 1\n"
#define ROW(name, more) "  - {name: " name ", about: x, agent: random, styles: no, random: 0.5" more "}\n"
#define STYLES "styles:\n  - {name: bold, about: y, profile: careful}\n"

/* A copy of the standard variant's. */
static void take_standard(struct ladder *ladder)
{
    struct ladders *ladders = ladders_new();
    *ladder = *ladders_for_variant(ladders, VARIANT_STANDARD);
    ladders_free(ladders);
}

static enum status parse(struct ladder *ladder, const char *text, struct error *error)
{
    return ladder_parse(ladder, "ladder", text, strlen(text), error);
}

/* Five to seven of them; each figure is in the ladder's range, and each agent can be started. */
TEST(test_standard)
{
    struct ladder ladder;
    take_standard(&ladder);
    assert_in_range(ladder.count, 5, 8);
    assert_true(ladder.games >= 400);
    assert_int_equal(ladder.style_count, 3);
    for (size_t i = 0; i < ladder.count; i++) {
        const struct level *level = &ladder.levels[i];
        assert_true(level->random >= 0.9);
        /* A step is about 75 %, but for the upper ones, which are as strong as they are. */
        double max = i == ladder.count - 1 ? 0.95 : 0.85;
        assert_true(i == 0 ? level->below == 0 : level->below >= 0.7 && level->below <= max);
        for (int style = NO_STYLE; style < (int)ladder.style_count; style++) {
            struct settings own = {0};
            char spec[PLAYER_NAME_MAX];
            ladder_write_spec(&ladder, level->agent, style, spec);
            assert_int_equal(agent_settings(spec, &settings, &own, NULL), STATUS_OK);
            settings_free(&own);
        }
    }
}

/* Another variant has a ladder of its own or the standard one's. Barrage has more luck: its steps are
 * smaller, and the agent random wins more. */
TEST(test_variants)
{
    struct ladders *ladders = ladders_new();
    char text[PLAYER_WORDS];
    const struct variant *barrage = variant_find("barrage"), *duel = variant_find("duel");
    const struct ladder *own = ladders_for_variant(ladders, variant_index(barrage));
    assert_int_equal(ladders_for_variant(ladders, VARIANT_STANDARD)->variant, VARIANT_STANDARD);
    assert_ptr_equal(ladders_for_variant(ladders, variant_index(duel)),
                     ladders_for_variant(ladders, VARIANT_STANDARD));
    assert_int_equal(own->variant, variant_index(barrage));
    assert_true(own->count >= 4 && own->games >= 200);
    for (size_t i = 0; i < own->count; i++) {
        const struct level *level = &own->levels[i];
        struct settings words = {0};
        assert_true(i == 0 ? level->random > 0.75 : level->below >= 0.65 && level->below <= 0.8);
        assert_int_equal(agent_settings(level->agent, &settings, &words, NULL), STATUS_OK);
        assert_string_equal(ladder_player_name(own, level->agent, text), level->name);
        settings_free(&words);
    }
    ladders_free(ladders);
}

/* A style comes first, so that it does not take away what makes a level weak. */
TEST(test_styled)
{
    struct ladder ladder;
    char spec[PLAYER_NAME_MAX], text[PLAYER_WORDS];
    int level, style;
    take_standard(&ladder);
    int careful = ladder_style(&ladder, "CAREFUL");
    assert_true(careful >= 0);
    assert_string_equal(ladder_write_spec(&ladder, "invincible:profile=captain", careful, spec),
                        "invincible:profile=careful,profile=captain");
    assert_true(ladder_recognise(&ladder, spec, &level, &style));
    assert_int_equal(level, ladder_level(&ladder, "captain"));
    assert_int_equal(style, careful);
    assert_string_equal(ladder_player_name(&ladder, spec, text), "Captain, careful");
    assert_string_equal(ladder_write_spec(&ladder, "star", careful, spec), "star:profile=careful");
    assert_string_equal(ladder_write_spec(&ladder, "star", NO_STYLE, spec), "star");
    assert_false(ladder_recognise(&ladder, "invincible", &level, &style));
    assert_int_equal(ladder_level(&ladder, "Nobody"), -1);
}

/* What is none of the program's levels is called by what was given. */
TEST(test_players)
{
    static const char *const names[][2] = {
        {"you", "you"},
        {"Ann: the second", "Ann: the second"},
        {"invincible", "invincible"},
        {"invincible:profile=recruit", "Recruit"},
        {"invincible:profile=mine", "mine"},
        {"invincible:profile=bluffer", "invincible, bluffer"},
        {"invincible:profile=bluffer,profile=mine", "mine, bluffer"},
        {"invincible:profile=mine,profile=bluffer", "invincible:profile=mine,profile=bluffer"},
        {"invincible:profile=bluffer,draw_after=3", "invincible:profile=bluffer,draw_after=3"},
        {"invincible:draw_after=3", "invincible:draw_after=3"},
        {"nobody:profile=mine", "nobody:profile=mine"},
    };
    struct ladder ladder;
    take_standard(&ladder);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[PLAYER_WORDS];
        assert_string_equal(ladder_player_name(&ladder, names[i][0], text), names[i][1]);
    }
}

TEST(test_read)
{
    struct ladder ladder;
    assert_int_equal(parse(&ladder, HEAD "levels:\n" ROW("One", "") ROW("Two", ", below: .75") STYLES, NULL),
                     STATUS_OK);
    assert_int_equal(ladder.count, 2);
    assert_string_equal(ladder.levels[1].name, "Two");
    assert_float_equal(ladder.levels[1].below, 0.75, 1e-9);
    assert_string_equal(ladder.styles[0].profile, "careful");
}

/* A ladder of a variant without styles of its own has those of the standard one. */
TEST(test_styles_of_variant)
{
    struct ladder ladder;
    assert_int_equal(parse(&ladder, HEAD "variant: barrage\nlevels:\n" ROW("One", ""), NULL), STATUS_OK);
    assert_int_equal(ladder.style_count, 0);
    struct ladders *ladders = ladders_new();
    const struct ladder *own = ladders_for_variant(ladders, variant_index(variant_find("barrage")));
    const struct ladder *standard = ladders_for_variant(ladders, VARIANT_STANDARD);
    assert_ptr_not_equal(own, standard);
    assert_int_equal(own->style_count, standard->style_count);
    assert_true(own->style_count > 0);
    for (size_t i = 0; i < own->style_count; i++)
        assert_string_equal(own->styles[i].profile, standard->styles[i].profile);
    ladders_free(ladders);
}

/* The example in doc/FILES.md. */
TEST(test_documented)
{
    static const char beginning[] = "format: vedette-levels/1\n";
    struct ladder ladder;
    struct text page = {0};
    source_text("doc/FILES.md", &page);
    const char *begin = strstr(text_string(&page), beginning), *end = begin ? strstr(begin, "```") : NULL;
    assert_non_null(end);
    assert_int_equal(ladder_parse(&ladder, "FILES.md", begin, (size_t)(end - begin), NULL), STATUS_OK);
    assert_int_equal(ladder.count, 2);
    text_free(&page);
}

/* Each is refused, with its place. */
TEST(test_bad)
{
    static const char *const bad[][2] = {
        {"", "ladder:1:1: "},
        {"[]", "expected \"format: vedette-levels/1\""},
        {"format: vedette-levels/2\n", "ladder:1:9: "},
        {"format: [vedette-levels/1]\n", "ladder:1:9: "},
        {HEAD, "expected \"levels\""},
        {"format: vedette-levels/1\nvariant: bridge\n", "ladder:2:10: expected the variant classic, barrage"},
        {HEAD "levels: []\n" STYLES, "ladder:4:9: expected \"levels\""},
        {HEAD "levels: 3\n" STYLES, "ladder:4:9: "},
        {HEAD "levels: [3]\n" STYLES, "ladder:4:10: found no mapping"},
        {HEAD "levels:\n" ROW("One", "") STYLES "more: 1\n", "ladder:8:1: found the key \"more\""},
        {HEAD "levels:\n" ROW("One", ", below: 0.5") STYLES, "the lowest has none"},
        {HEAD "levels:\n" ROW("One", "") ROW("Two", "") STYLES, "found no key \"below\""},
        {HEAD "levels:\n" ROW("One", "") ROW("oNE", ", below: 0.5") STYLES, "found \"oNE\" again"},
        {HEAD "levels:\n" ROW("One", "") ROW("Two", ", below: 1.5") STYLES, "a number from 0 to 1"},
        {HEAD "levels:\n" ROW("One", "") ROW("Two", ", below: nan") STYLES, "a number from 0 to 1"},
        {HEAD "levels:\n" ROW("\"a b\"", "") STYLES, "letters"},
        {HEAD "levels:\n" ROW("abcdefghijklmnopqrstuvwxyz", "") STYLES, "letters"},
        {HEAD "levels:\n" ROW("One", ", one: 1") STYLES, "\"one\""},
        {HEAD "levels:\n  - {name: One, about: x, agent: nobody, styles: no, random: 1}\n" STYLES,
         "no agent"},
        {HEAD "levels:\n  - {name: One, about: x, agent: random, styles: maybe, random: 1}\n" STYLES,
         "yes or no"},
        {HEAD "levels:\n  - {name: One, about: \"x\\ny\", agent: random, styles: no, random: 1}\n" STYLES,
         "one line"},
        {HEAD "levels:\n  - {name: One, about: [x], agent: random, styles: no, random: 1}\n" STYLES,
         "a scalar"},
        {HEAD "levels:\n  - {name: One, agent: random, styles: no, random: 1}\n" STYLES, "\"about\""},
        {HEAD "levels:\n" ROW("One", "") "styles:\n  - {name: bold, about: x, profile: ../x}\n", "letters"},
        {HEAD "levels:\n" ROW("One", ""), "expected \"styles\""},
        {HEAD "variant: barrage\nlevels:\n" ROW("One", "") "styles: []\n", "expected \"styles\""},
        {"format: vedette-levels/1\nseed: 1\nlevels:\n" ROW("One", "") STYLES, "\"games\""},
        {"format: vedette-levels/1\ngames: -1\nseed: 1\nlevels:\n" ROW("One", "") STYLES, "ladder:2:8: "},
        {"format: vedette-levels/1\ngames: 1\nseed: {}\nlevels:\n" ROW("One", "") STYLES, "\"seed\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ladder ladder;
        struct error error = {0};
        assert_int_equal(parse(&ladder, bad[i][0], &error), STATUS_BAD);
        if (!strstr(error.text, bad[i][1]))
            fail_msg("row %zu: %s", i, error.text);
    }
}

/* More rows than there is room for. */
TEST(test_many)
{
    struct text text = {0};
    struct ladder ladder;
    struct error error = {0};
    text_add(&text, HEAD "levels:\n");
    for (int i = 0; i < LEVELS_MAX + 1; i++)
        text_printf(&text, "  - {name: L%c, about: x, agent: random, styles: no, random: 1%s}\n", 'a' + i,
                    i ? ", below: 0.5" : "");
    text_add(&text, STYLES);
    assert_int_equal(parse(&ladder, text_string(&text), &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "one more level"));
    text_clear(&text);
    text_add(&text, HEAD "levels:\n" ROW("One", "") "styles:\n");
    for (int i = 0; i < STYLES_MAX + 1; i++)
        text_printf(&text, "  - {name: S%c, about: x, profile: careful}\n", 'a' + i);
    assert_int_equal(parse(&ladder, text_string(&text), &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "one more style"));
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_standard), cmocka_unit_test(test_styled), cmocka_unit_test(test_players),
        cmocka_unit_test(test_read),     cmocka_unit_test(test_bad),    cmocka_unit_test(test_many),
        cmocka_unit_test(test_styles_of_variant),
        cmocka_unit_test(test_documented), cmocka_unit_test(test_variants),
    };
    return cmocka_run_group_tests(tests, engine_set_up, engine_tear_down);
}
