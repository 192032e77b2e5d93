/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of others, such as names and comments, in HTML, SVG and Markdown. */
#ifndef VEDETTE_REPORT_MARKUP_H
#define VEDETTE_REPORT_MARKUP_H

#include "base/text.h"

/* Appends a text so that HTML and SVG show it as it is, also as the value of an attribute. What
 * text_add_plain replaces becomes \xNN. */
void markup_add(struct text *out, const char *string);

/* Appends a text so that Markdown shows it as it is, without links. It must not be at the beginning of a
 * line. What text_add_plain replaces becomes \xNN. */
void markdown_add(struct text *out, const char *string);

/* The embedded files with rules of CSS: for boards and curves, and for pages. */
#define PICTURE_STYLE "data/report/pictures.css"
#define PAGE_STYLE "data/report/page.css"

/* Appends the rules of an embedded file of CSS without its first line, a comment. */
void markup_add_style(const char *name, struct text *out);

#endif
