/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan.h"

#include "base/memory.h"
#include "plan/plans.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ROW(name) &plan_##name,
const struct plan_kind *const plan_kind_table[] = {PLANS(ROW)};
#undef ROW
const int plan_kind_count = sizeof plan_kind_table / sizeof plan_kind_table[0];

char *plan_square(const struct plan_context *context, int square, char text[SQUARE_TEXT])
{
    text[0] = '\0';
    return context->explanation ? square_write(square, context->notation, text) : text;
}

char *plan_lane(const struct plan_context *context, int lane, char text[LANE_TEXT])
{
    snprintf(text, LANE_TEXT, "%c-%c", file_write(lane * LANE_FILES, context->notation),
             file_write(lane * LANE_FILES + 1, context->notation));
    return text;
}

char *plan_name_piece(const struct plan_context *context, int number, int square, char text[PLAN_PIECE])
{
    char name[SQUARE_TEXT];
    int rank = context->piece[number].rank;
    snprintf(text, PLAN_PIECE, "the %s on %s", rank == RANK_UNKNOWN ? "piece" : rank_table[rank].name,
             square_write(square, context->notation, name));
    return text;
}

char *plan_piece_on(const struct plan_context *context, int number, int square, char text[PLAN_PIECE])
{
    text[0] = '\0';
    return context->explanation ? plan_name_piece(context, number, square, text) : text;
}

char *plan_piece_after(const struct plan_context *context, int number, int move, char text[PLAN_PIECE])
{
    const struct plan_move *made = &context->moves[move];
    int square = made->piece == number ? made->move.to : context->piece[number].square;
    return plan_piece_on(context, number, square, text);
}

void plan_explain(const struct plan_context *context, int move, double points, const char *format, ...)
{
    struct plan_explanation *explanation = context->explanation;
    char words[256];
    va_list arguments;
    if (!explanation || explanation->move != move)
        return;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    explanation->list = memory_grow(explanation->list, &explanation->capacity, explanation->count + 1,
                                    sizeof *explanation->list);
    struct plan_reason *reason = &explanation->list[explanation->count++];
    size_t phrase = strcspn(words, "|");
    *reason = (struct plan_reason){.points = points};
    snprintf(reason->phrase, sizeof reason->phrase, "%.*s", (int)phrase, words);
    snprintf(reason->figures, sizeof reason->figures, "%s", words + phrase + (words[phrase] == '|'));
}
