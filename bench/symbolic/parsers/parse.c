/* Real parsers on all of standard input: bench/symbolic/afl compiles it once a parser, with its sources. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef CJSON
#include "cJSON.h"
static void parse(const char *p, size_t n) {
  cJSON *j = cJSON_ParseWithLength(p, n);
  if (j) free(cJSON_Print(j));
  cJSON_Delete(j);
}
#elif defined YAJL
#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>
static int null(void *g) { return yajl_gen_null(g) == yajl_gen_status_ok; }
static int boolean(void *g, int b) { return yajl_gen_bool(g, b) == yajl_gen_status_ok; }
static int number(void *g, const char *s, size_t n) { return yajl_gen_number(g, s, n) == yajl_gen_status_ok; }
static int string(void *g, const unsigned char *s, size_t n) { return yajl_gen_string(g, s, n) == yajl_gen_status_ok; }
static int map(void *g) { return yajl_gen_map_open(g) == yajl_gen_status_ok; }
static int map_end(void *g) { return yajl_gen_map_close(g) == yajl_gen_status_ok; }
static int list(void *g) { return yajl_gen_array_open(g) == yajl_gen_status_ok; }
static int list_end(void *g) { return yajl_gen_array_close(g) == yajl_gen_status_ok; }
static yajl_callbacks calls = {null, boolean, NULL, NULL, number, string, map, string, map_end, list, list_end};
static void parse(const char *p, size_t n) {
  yajl_gen g = yajl_gen_alloc(NULL);
  yajl_handle h = yajl_alloc(&calls, NULL, g);
  yajl_config(h, yajl_allow_comments, 1);
  yajl_gen_config(g, yajl_gen_beautify, 1);
  if (yajl_parse(h, (const unsigned char *)p, n) != yajl_status_ok || yajl_complete_parse(h) != yajl_status_ok) {
    unsigned char *e = yajl_get_error(h, 1, (const unsigned char *)p, n);
    yajl_free_error(h, e);
  }
  yajl_free(h);
  yajl_gen_free(g);
}
#elif defined YAML
#include <yaml.h>
static void parse(const char *p, size_t n) {
  yaml_parser_t y;
  yaml_document_t d;
  yaml_parser_initialize(&y);
  yaml_parser_set_input_string(&y, (const unsigned char *)p, n);
  while (yaml_parser_load(&y, &d)) {
    int last = !yaml_document_get_root_node(&d);
    yaml_document_delete(&d);
    if (last) break;
  }
  yaml_parser_delete(&y);
}
#elif defined JANSSON
#include <jansson.h>
static void parse(const char *p, size_t n) {
  json_error_t e;
  json_t *j = json_loadb(p, n, JSON_DECODE_ANY | JSON_ALLOW_NUL, &e);
  if (j) free(json_dumps(j, JSON_ENCODE_ANY | JSON_INDENT(1)));
  json_decref(j);
}
#elif defined HTTP
#include "http_parser.h"
static void parse(const char *p, size_t n) {
  http_parser_settings s;
  http_parser h;
  struct http_parser_url u;
  http_parser_settings_init(&s);
  http_parser_init(&h, HTTP_BOTH);
  http_parser_execute(&h, &s, p, n);
  http_parser_url_init(&u);
  http_parser_parse_url(p, n, 0, &u);
}
#elif defined MXML
#include "mxml.h"
static void parse(const char *p, size_t n) {
  (void)n;
  mxml_node_t *x = mxmlLoadString(NULL, p, MXML_OPAQUE_CALLBACK);
  if (x) free(mxmlSaveAllocString(x, MXML_NO_CALLBACK));
  if (x) mxmlDelete(x);
}
#endif

int main(void) {
  static char text[1 << 16];
  size_t n = 0;
  for (ssize_t got; n < sizeof text - 1 && (got = read(0, text + n, sizeof text - 1 - n)) > 0;) n += (size_t)got;
  text[n] = 0;
  parse(text, n);
  return 0;
}
