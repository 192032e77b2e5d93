/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/move_breakdown.h"

#include "plan/plans.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Inserts a line in the order of absolute points. Drops the smallest one if there are too many. */
static void add_breakdown_line(struct move_breakdown *breakdown, const struct plan_context *context,
                               const struct plan_column *column, double value)
{
    bool full = breakdown->count == BREAKDOWN_LINES;
    if (full && fabs(breakdown->line[BREAKDOWN_LINES - 1].value) >= fabs(value))
        return;
    int index = full ? BREAKDOWN_LINES - 1 : breakdown->count++;
    for (; index > 0 && fabs(breakdown->line[index - 1].value) < fabs(value); index--)
        breakdown->line[index] = breakdown->line[index - 1];
    plan_head(context, column->kind, column->subject, breakdown->line[index].head);
    plan_in_words(context, column->kind, column->subject, breakdown->line[index].words);
    breakdown->line[index].value = value;
    /* Random subtracts points only from an overlooked move: so many that the line comes first. */
    if (column->kind == &plan_random && value < 0) {
        breakdown->overlooked = true;
        snprintf(breakdown->line[index].words, sizeof breakdown->line[index].words, "overlooked");
    }
}

void move_breakdown_make(struct move_breakdown *breakdown, const struct plan_context *context,
                         const struct plan_table *table, int move)
{
    *breakdown = (struct move_breakdown){.move = context->moves[move].move,
                                         .attack = plan_attacks(context, move),
                                         .total = table->total[move], .place = 1, .of = table->moves};
    for (int i = 0; i < table->moves; i++)
        breakdown->place += table->total[i] > breakdown->total; /* place 1 plus the number of better moves */
    for (int i = 0; i < table->columns; i++)
        if (table->column[i].value[move] != 0)
            add_breakdown_line(breakdown, context, &table->column[i], table->column[i].value[move]);
}

const char *reason_find(const char *lines, const char *head, size_t *size)
{
    size_t letters = strlen(head);
    while (*lines) {
        size_t line_size = strcspn(lines, "\n");
        if (strncmp(lines, head, letters) == 0 && lines[letters] == ' ') {
            /* Skip the blanks after the head, the points, and the blanks after these. */
            const char *reason = lines + letters + strspn(lines + letters, " ");
            reason += strcspn(reason, " \n");
            reason += strspn(reason, " ");
            *size = (size_t)(lines + line_size - reason);
            return reason;
        }
        lines += line_size + (lines[line_size] == '\n');
    }
    return NULL;
}
