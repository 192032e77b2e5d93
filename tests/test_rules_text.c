/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules in words say what the referee does: armies, fights, repetition, the rule sets' limits. */
#include "cmocka_all.h"

#include "game/piece.h"
#include "game/rules.h"
#include "report/rules_text.h"

#include <stdio.h>
#include <string.h>

static const char *rule_of(const struct variant *variant, const char *label)
{
    static char capacity[RULE_TEXT];
    for (size_t i = 0; i < rule_count; i++)
        if (strcmp(rule_rows[i].label, label) == 0)
            return rule_text(&rule_rows[i], variant, capacity);
    fail_msg("no rule about %s", label);
    return NULL;
}

static const char *rule(const char *label)
{
    return rule_of(variant_at(VARIANT_STANDARD), label);
}

/* "2 colonels 8", "spy S": how many of each rank there are, and its sign. */
static void check_army(const struct variant *variant)
{
    char each[64];
    for (int rank = 0; rank < RANKS; rank++) {
        char words[64];
        int count = variant->count[rank];
        if (count > 1)
            snprintf(words, sizeof words, " %d %ss %c", count, rank_table[rank].name,
                     rank_table[rank].symbol);
        else
            snprintf(words, sizeof words, " %s %c", rank_table[rank].name, rank_table[rank].symbol);
        if (!strstr(rule_of(variant, "The armies"), words) != !count)
            fail_msg("%s: %s: %s", variant->name, count ? "missing" : "there", words);
    }
    snprintf(each, sizeof each, "%d pieces each: ", variant->pieces);
    assert_int_equal(strncmp(rule_of(variant, "The armies"), each, strlen(each)) == 0, !variant->any_army);
    assert_int_equal(strstr(rule_of(variant, "The start"), "the rest empty") == NULL,
                     variant == variant_at(VARIANT_STANDARD));
}

TEST(test_armies)
{
    for (size_t i = 0; i < variant_count; i++)
        check_army(&variant_table[i]);
    assert_string_equal(rule("The armies"),
                        "40 pieces each: marshal X, general 9, 2 colonels 8, 3 majors 7, 4 captains 6, "
                        "4 lieutenants 5, 4 sergeants 4, 5 miners 3, 8 scouts 2, spy S, 6 bombs B, flag F.");
}

/* Three sentences say which rank wins; here all pairs by them. */
TEST(test_fights)
{
    assert_non_null(strstr(rule("An attack"), "the lower falls"));
    assert_non_null(strstr(rule("An attack"), "equal ones both fall"));
    assert_non_null(strstr(rule("Spy S"), "Takes the marshal by attacking"));
    assert_non_null(strstr(rule("Miner 3"), "any other attacker of a bomb falls"));
    for (int attacker = 0; attacker < RANKS; attacker++)
        for (int defender = 0; rank_moves(attacker) && defender < RANKS; defender++) {
            enum battle expected = attacker > defender   ? BATTLE_WON
                               : attacker < defender ? BATTLE_LOST
                                                     : BATTLE_BOTH;
            if (defender == FLAG || (attacker == SPY && defender == MARSHAL))
                expected = BATTLE_WON;
            if (defender == BOMB)
                expected = attacker == MINER ? BATTLE_WON : BATTLE_LOST;
            assert_int_equal(battle_result(attacker, defender), expected);
        }
}

/* The numbers of each rule set stand in its sentence; those of isf in the rules themselves. */
TEST(test_sets)
{
    assert_int_equal(rules_find("isf")->two_squares, 5);
    assert_non_null(strstr(rule("Two squares"), "more than five moves"));
    assert_true(rules_find("isf")->more_squares);
    for (size_t i = 0; i < rules_count; i++) {
        const struct rules *rules = &rules_table[i];
        char number[16];
        assert_in_range(strlen(rules->purpose), 1, 58); /* one line of the form */
        snprintf(number, sizeof number, " %d", rules->move_limit);
        assert_true(!rules->move_limit || strstr(rules->purpose, number));
        snprintf(number, sizeof number, " %d", rules->no_attack_limit);
        assert_true(!rules->no_attack_limit || strstr(rules->purpose, number));
    }
}

TESTS_MAIN(NULL, NULL)
