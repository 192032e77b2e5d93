/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gravon's XML, read through expat. A document type, and with it every entity declaration, is refused
 * at sight; elements nest no deeper than the form itself. */
#include "file/format.h"
#include "file/gravon.h"
#include "file/variant_name.h"
#include "game/notation.h"

#include <expat.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct xml {
    XML_Parser parser;
    const struct input *input;
    struct record *record;
    int depth;         /* elements that are open */
    bool game_seen, field_seen, result_seen, player_seen[SIDES];
    const struct variant *variant; /* that the game's type names; NULL: none, or one that is not known: */
    bool other_variant;
    size_t type;           /* where it stands, */
    struct error unknown;  /* and what there is to say of it */
    enum side player;  /* whose name is being read; SIDES: none */
    struct text name;
    size_t wanted, place;  /* a move's number, 0: none; and where its tag begins */
    size_t result;         /* where the result's tag begins */
    enum status status;
    struct error *error;
};

/* --- faults and attributes --- */

/* Where the parser stands: at the start of the present tag. */
static size_t here(const struct xml *xml)
{
    XML_Index index = XML_GetCurrentByteIndex(xml->parser);
    return index < 0 ? 0 : (size_t)index;
}

/* Ends the reading with a fault at `offset`; the first one counts. */
__attribute__((format(printf, 3, 4)))
static void stop(struct xml *xml, size_t offset, const char *format, ...)
{
    va_list args;
    if (xml->status)
        return;
    va_start(args, format);
    xml->status = input_vfault(xml->input, offset, xml->error, format, args);
    va_end(args);
    XML_StopParser(xml->parser, XML_FALSE);
}

/* Where the value of an attribute of the present tag stands in the file. */
static size_t value_place(const struct xml *xml, const char *name)
{
    size_t tag = here(xml), size = (size_t)XML_GetCurrentByteCount(xml->parser), length = strlen(name);
    const char *bytes = xml->input->bytes;
    if (tag > xml->input->size || size > xml->input->size - tag)
        return tag;
    for (size_t i = tag + 1; i + length < tag + size; i++) {
        if (!is_blank(bytes[i - 1]) || memcmp(bytes + i, name, length) != 0)
            continue;
        size_t at = i + length;
        while (at < tag + size && (is_blank(bytes[at]) || bytes[at] == '='))
            at++;
        if (at < tag + size && (bytes[at] == '"' || bytes[at] == '\''))
            return at + 1;
    }
    return tag;
}

/* The value of an attribute; where it is missing the reading ends and "" is given. */
static const char *value_of(struct xml *xml, const char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    stop(xml, here(xml), "expected the attribute \"%s\"", name);
    return "";
}

static int number_of(struct xml *xml, const char **attributes, const char *name)
{
    const char *value = value_of(xml, attributes, name);
    int number = 0;
    if (!xml->status && !number_read(value, strlen(value), &number))
        stop(xml, value_place(xml, name), "expected a whole number as \"%s\"", name);
    return number;
}

/* --- elements --- */

typedef void element_reader(struct xml *xml, const char **attributes);

static void stratego_element(struct xml *xml, const char **attributes)
{
    (void)xml, (void)attributes; /* it only holds the game */
}

/* Without a type that is known here the field says which variant it is; an unknown type is at fault where the
 * field is of none. */
static void game_element(struct xml *xml, const char **attributes)
{
    if (xml->game_seen)
        stop(xml, here(xml), "found a second game, expected one");
    xml->game_seen = true;
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], "type") == 0) {
            xml->variant = variant_find_foreign(attributes[1]);
            xml->other_variant = !xml->variant;
            xml->type = value_place(xml, "type");
            variant_name_fault(attributes[1], &xml->unknown);
        }
}

static void field_element(struct xml *xml, const char **attributes)
{
    const char *content = value_of(xml, attributes, "content");
    size_t at;
    struct error why;
    if (xml->field_seen)
        stop(xml, here(xml), "found a second field, expected one");
    xml->field_seen = true;
    if (xml->status ||
        !field_to_start(content, strlen(content), xml->variant, &xml->record->start, &at, &why))
        return;
    if (xml->other_variant)
        stop(xml, xml->type, "%s", xml->unknown.text);
    else
        stop(xml, value_place(xml, "content") + at, "%s", why.text);
}

static uint8_t square_of(struct xml *xml, const char **attributes, const char *name)
{
    const char *value = value_of(xml, attributes, name);
    int square = strlen(value) == 2 ? gravon_square(value) : -1;
    if (square < 0)
        stop(xml, value_place(xml, name), "expected a square A1-K: as \"%s\"", name);
    return (uint8_t)square;
}

static void move_element(struct xml *xml, const char **attributes)
{
    size_t id = (size_t)number_of(xml, attributes, "id"), next = xml->record->plies + 1;
    struct move move = {square_of(xml, attributes, "source"), square_of(xml, attributes, "target")};
    if (!xml->status && id != next)
        stop(xml, value_place(xml, "id"), "found move %zu, expected %zu", id, next);
    if (id == xml->wanted)
        xml->place = here(xml);
    if (!xml->status)
        record_append(xml->record, (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN});
}

static void player_element(struct xml *xml, const char **attributes)
{
    int id = number_of(xml, attributes, "id");
    if (!xml->status && (id < 1 || id > 2 || xml->player_seen[id - 1]))
        stop(xml, value_place(xml, "id"), "found player %d, expected players 1 and 2, once each", id);
    if (xml->status)
        return;
    xml->player = (enum side)(id - 1);
    xml->player_seen[id - 1] = true;
    text_clear(&xml->name);
}

static void result_element(struct xml *xml, const char **attributes)
{
    int type = number_of(xml, attributes, "type"), winner = number_of(xml, attributes, "winner");
    if (xml->result_seen)
        stop(xml, here(xml), "found a second result, expected one");
    xml->result_seen = true;
    xml->result = here(xml);
    if (!xml->status && !gravon_outcome(type, winner, &xml->record->outcome))
        stop(xml, here(xml),
             "found result type %d with winner %d, expected a type and a winner that fit", type, winner);
}

/* Each element, how many are open around it, and how many there may be in all. */
static const struct element_row {
    const char *name;
    int depth;
    element_reader *read;
} element_table[] = {
    {"stratego", 0, stratego_element}, {"game", 1, game_element},     {"field", 2, field_element},
    {"move", 2, move_element},         {"player", 2, player_element}, {"result", 2, result_element},
};

static void element_start(void *context, const char *name, const char **attributes)
{
    static const char *const expected[] = {"stratego", "game", "field, move, player or result"};
    struct xml *xml = context;
    if (xml->status)
        return;
    for (size_t i = 0; i < sizeof element_table / sizeof *element_table; i++)
        if (element_table[i].depth == xml->depth && strcmp(element_table[i].name, name) == 0) {
            xml->depth++;
            element_table[i].read(xml, attributes);
            return;
        }
    if (xml->depth < 3)
        stop(xml, here(xml), "found the element \"%s\", expected %s", name, expected[xml->depth]);
    else
        stop(xml, here(xml), "found an element \"%s\" too deep, expected none here", name);
}

static void element_end(void *context, const char *name)
{
    struct xml *xml = context;
    struct error why;
    (void)name; /* expat has checked that it is the one that was opened */
    xml->depth--;
    if (xml->player < SIDES && player_name(xml->record->player[xml->player], text_string(&xml->name),
                                           xml->name.size, &why))
        stop(xml, here(xml), "%s", why.text);
    xml->player = SIDES;
}

static void characters(void *context, const char *bytes, int size)
{
    struct xml *xml = context;
    char found[FOUND_TEXT];
    if (xml->player < SIDES) {
        text_append(&xml->name, bytes, (size_t)size);
        return;
    }
    for (int i = 0; i < size; i++)
        if (!is_blank(bytes[i])) {
            stop(xml, here(xml) + (size_t)i, "found %s, expected an element",
                 found_text(bytes + i, bytes + size, found));
            return;
        }
}

static void doctype(void *context, const char *name, const char *system, const char *public,
                    int internal)
{
    struct xml *xml = context;
    (void)name, (void)system, (void)public, (void)internal;
    stop(xml, here(xml), "found a document type, expected none: entities are not read");
}

/* --- the whole --- */

/* Of a tag that was cut off, so much of its name as a message may quote: printable, and no line-filler. */
static int tag_name_size(const char *bytes, size_t size)
{
    const size_t most = 40;
    size_t length = 0;
    while (length < size && length < most && bytes[length] > ' ' && bytes[length] < 127)
        length++;
    return (int)length;
}

/* What expat refuses, in words that tell a file cut short from one that is damaged. */
static enum status xml_fault(const struct xml *xml)
{
    const size_t size = xml->input->size;
    const char *bytes = xml->input->bytes;
    size_t tag = size;
    while (tag > 0 && bytes[tag - 1] != '<' && bytes[tag - 1] != '>')
        tag--;
    switch (XML_GetErrorCode(xml->parser)) {
    case XML_ERROR_NO_ELEMENTS:
        return input_fault(xml->input, size, xml->error, "the file ends in the middle of the game");
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_PARTIAL_CHAR:
        if (tag > 0 && bytes[tag - 1] == '<')
            return input_fault(xml->input, size, xml->error, "the file ends in the middle of \"<%.*s\"",
                               tag_name_size(bytes + tag, size - tag), bytes + tag);
        return input_fault(xml->input, size, xml->error, "the file ends in the middle of a tag");
    default:
        return input_fault(xml->input, here(xml), xml->error, "found %s, expected sound XML",
                           XML_ErrorString(XML_GetErrorCode(xml->parser)));
    }
}

static void parse(struct xml *xml)
{
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, element_start, element_end);
    XML_SetCharacterDataHandler(xml->parser, characters);
    XML_SetStartDoctypeDeclHandler(xml->parser, doctype);
    XML_SetParamEntityParsing(xml->parser, XML_PARAM_ENTITY_PARSING_NEVER);
    enum XML_Status done = XML_Parse(xml->parser, xml->input->bytes, (int)xml->input->size, 1);
    if (done != XML_STATUS_OK && !xml->status)
        xml->status = xml_fault(xml);
    size_t end = xml->input->size;
    if (!xml->status && !xml->field_seen)
        xml->status = input_fault(xml->input, end, xml->error,
                                  "found no field, expected one: the game ended before both setups "
                                  "were in");
    else if (!xml->status && !xml->result_seen)
        xml->status = input_fault(xml->input, end, xml->error, "found no result, expected one");
}

enum status xml_read(const struct input *input, struct file_content *content, struct error *error)
{
    struct xml xml = {.input = input, .record = &content->record, .player = SIDES, .error = error};
    xml.parser = XML_ParserCreate(NULL);
    content->kind = FILE_XML;
    if (!xml.parser)
        return error_set(error, STATUS_FAILED, "%s: no memory for the XML parser", input->name);
    parse(&xml);
    XML_ParserFree(xml.parser);
    text_free(&xml.name);
    if (!xml.status)
        input_place(input, xml.result, &content->result_line, &content->result_column);
    return xml.status;
}

bool xml_move_place(const struct input *input, size_t index, size_t *offset)
{
    struct record read = {0};
    struct error error;
    struct xml xml = {.input = input, .record = &read, .player = SIDES, .wanted = index + 1, .error = &error};
    xml.parser = XML_ParserCreate(NULL);
    if (!xml.parser)
        return false;
    parse(&xml);
    XML_ParserFree(xml.parser);
    text_free(&xml.name);
    record_clear(&read);
    *offset = xml.place;
    return !xml.status && xml.place > 0;
}

/* Writes text as XML has it. */
static void escape(const char *text, struct text *out)
{
    static const struct {
        char byte;
        const char *name;
    } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    for (; *text; text++) {
        const char *name = NULL;
        for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
            if (entities[i].byte == *text)
                name = entities[i].name;
        if (name)
            text_add(out, name);
        else
            text_append(out, text, 1);
    }
}

enum status game_write_xml(const struct record *record, struct text *out, struct error *error)
{
    char field[FIELD_LETTERS + 1], from[GRAVON_SQUARE], to[GRAVON_SQUARE];
    int type, winner;
    enum status status = gravon_field(record, field, error);
    if (status)
        return status;
    text_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n <game type=\"%s\">\n"
                     "  \n  <field content=\"%s\"/>\n", variant_at(record->start.variant)->gravon, field);
    for (size_t i = 0; i < record->plies; i++)
        text_printf(out, "  <move id=\"%zu\" source=\"%s\" target=\"%s\"/>\n", i + 1,
                    gravon_square_write(record->moves[i].move.from, from),
                    gravon_square_write(record->moves[i].move.to, to));
    for (enum side side = RED; side <= BLUE; side++) {
        text_printf(out, "  <player id=\"%d\">", side + 1);
        if (record->player[side][0])
            escape(record->player[side], out);
        else
            text_printf(out, "Player %d", side + 1);
        text_add(out, "</player>\n");
    }
    gravon_result(record->outcome, &type, &winner);
    text_printf(out, "  <result type=\"%d\" winner=\"%d\"/>\n </game>\n</stratego>\n", type, winner);
    return STATUS_OK;
}
