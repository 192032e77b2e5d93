/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/played_study.h"

#include "console/study_text.h"

void played_study_tell(struct session *session, const struct agent_question *asking,
                       const struct rollout_study *study, struct move played)
{
    enum notation notation = session_notation(session);
    struct text out = {0};
    if (!asking->agent)
        text_add(&out, "\nwhat it was chosen from:\n");
    study_headline(study, notation, &out);
    if (study->trials) {
        text_add(&out, "\n");
        study_table(study, notation, &out);
        text_add(&out, "\n");
        study_legend(study, notation, &out);
    }
    for (int i = 0; i < study->count; i++)
        if (move_equal(study->move[i].move, played) || i == study->best) {
            text_add(&out, "\n");
            study_move(study, i, notation, &out);
        }
    if (session->answer)
        study_json(study, notation, false, NULL, session->answer);
    session_write(session, text_string(&out), out.size);
    text_free(&out);
}
