/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/played_study.h"

#include "report/study_text.h"

void played_study_tell(struct session *session, const struct agent_question *asking,
                       const struct rollout_study *study, struct move played)
{
    enum notation notation = session_notation(session);
    struct text out = {0};
    char name[MOVE_TEXT];
    if (!asking->agent)
        text_add(&out, "\nwhat it was chosen from:\n");
    study_headline(study, notation, &out);
    if (study->trials) {
        text_add(&out, "\n");
        study_table(study, notation, &out);
        text_add(&out, "\n");
        study_legend(study, notation, &out);
    }
    bool tried = false;
    for (int i = 0; i < study->count; i++) {
        bool is_played = move_equal(study->move[i].move, played);
        tried |= is_played;
        if (is_played || i == study->best) {
            text_add(&out, "\n");
            study_move(study, i, notation, &out);
        }
    }
    if (!tried)
        text_printf(&out, "\n%s, the move played, had not been tried by then.\n",
                    move_write(played, asking->board->at[played.to] != NO_PIECE, notation, name));
    study_json(study, notation, false, "rollout", session->answer);
    session_print_text(session, &out);
}
