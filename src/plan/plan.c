/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan.h"

#include "base/decimal.h"
#include "plan/plans.h"

#include <stdarg.h>
#include <stdio.h>

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

void plan_explain(const struct plan_context *context, int move, double points, const char *format, ...)
{
    if (!context->explanation || context->explanation->move != move)
        return;
    char reason_text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason_text, sizeof reason_text, format, arguments);
    va_end(arguments);
    if (context->explanation->out->size)
        text_add(context->explanation->out, "; ");
    text_printf(context->explanation->out, "%s, %+.2f", reason_text, decimal_plain_zero(points, 2));
}
