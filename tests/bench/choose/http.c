// A byte-wise parser of HTTP/1.1 requests: one state machine over a buffer, as embeddable parsers
// are built. It can be fed any number of bytes at a time and keeps all it knows in its struct.

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

unsigned char __VERIFIER_nondet_uchar(void);

#define LENGTH 32
#define MAX_HEAD 80

enum state {
    s_dead,
    s_start,
    s_method,
    s_spaces_before_url,
    s_schema,
    s_schema_slash,
    s_schema_slash_slash,
    s_server_start,
    s_server,
    s_server_with_at,
    s_path,
    s_query_start,
    s_query,
    s_fragment_start,
    s_fragment,
    s_http_start,
    s_http_h,
    s_http_ht,
    s_http_htt,
    s_http_http,
    s_first_major,
    s_dot,
    s_first_minor,
    s_end_of_version,
    s_line_almost_done,
    s_header_field_start,
    s_header_field,
    s_value_discard_space,
    s_value_discard_space_almost_done,
    s_value_discard_fold,
    s_value_start,
    s_value,
    s_value_fold,
    s_header_almost_done,
    s_headers_almost_done,
    s_chunk_size_start,
    s_chunk_size,
    s_chunk_parameters,
    s_chunk_size_almost_done,
    s_chunk_data,
    s_chunk_data_almost_done,
    s_chunk_data_done,
    s_body_identity,
    s_message_done
};

enum header {
    h_general,
    h_c,
    h_co,
    h_con,
    h_matching_connection,
    h_matching_content_length,
    h_matching_transfer_encoding,
    h_matching_upgrade,
    h_connection,
    h_content_length,
    h_transfer_encoding,
    h_upgrade,
    h_matching_chunked,
    h_matching_token_start,
    h_matching_token,
    h_matching_keep_alive,
    h_matching_close,
    h_matching_upgrade_value,
    h_chunked,
    h_keep_alive,
    h_close,
    h_upgrade_value
};

enum error {
    e_ok,
    e_closed,
    e_method,
    e_url,
    e_version,
    e_line,
    e_header_token,
    e_content_length,
    e_twice,
    e_chunk_size,
    e_overflow,
    e_state
};

enum flag {
    f_chunked = 1,
    f_keep_alive = 2,
    f_close = 4,
    f_upgrade_named = 8,
    f_trailing = 16,
    f_upgrade = 32,
    f_length = 64,
    f_skip_body = 128
};

enum method {
    m_delete,
    m_get,
    m_head,
    m_post,
    m_put,
    m_connect,
    m_options,
    m_trace,
    m_copy,
    m_lock,
    m_mkcol,
    m_move,
    m_propfind,
    m_proppatch,
    m_search,
    m_unlock,
    m_report,
    m_merge,
    m_notify,
    m_patch,
    m_purge,
    m_link,
    m_unlink
};

static const char *const method_names[] = {
    "DELETE", "GET",  "HEAD", "POST",     "PUT",       "CONNECT", "OPTIONS", "TRACE",
    "COPY",   "LOCK", "MKCOL", "MOVE",    "PROPFIND",  "PROPPATCH", "SEARCH", "UNLOCK",
    "REPORT", "MERGE", "NOTIFY", "PATCH", "PURGE",     "LINK",    "UNLINK",
};

struct parser {
    enum state state;
    enum header header;
    enum error error;
    unsigned flags;
    unsigned index;
    unsigned head;
    enum method method;
    unsigned short major, minor;
    uint64_t length;
    unsigned marks;
    const unsigned char *field, *value, *url, *body;
    unsigned fields, values, urls, bodies, messages;
};

static const char CONNECTION[] = "connection";
static const char CONTENT_LENGTH[] = "content-length";
static const char TRANSFER_ENCODING[] = "transfer-encoding";
static const char UPGRADE[] = "upgrade";
static const char CHUNKED[] = "chunked";
static const char KEEP_ALIVE[] = "keep-alive";
static const char CLOSE[] = "close";

#define CR '\r'
#define LF '\n'
#define LOWER(c) ((unsigned char)((c) | 0x20))
#define IS_ALPHA(c) (LOWER(c) >= 'a' && LOWER(c) <= 'z')
#define IS_NUM(c) ((c) >= '0' && (c) <= '9')

#define FAIL(why)                                                                                 \
    do {                                                                                          \
        p->error = (why);                                                                         \
        p->state = s_dead;                                                                        \
        return (size_t)(at - data);                                                               \
    } while (0)

#define MARK(what)                                                                                \
    do {                                                                                          \
        if (p->what == NULL) {                                                                    \
            p->what = at;                                                                         \
        }                                                                                         \
    } while (0)

#define GIVE(what, count)                                                                         \
    do {                                                                                          \
        if (p->what != NULL) {                                                                    \
            if (at - p->what > 0) {                                                               \
                p->count++;                                                                       \
            }                                                                                     \
            p->what = NULL;                                                                       \
        }                                                                                         \
    } while (0)

/// The value of a hexadecimal digit, or -1.
static int unhex(unsigned char c) {
    switch (c) {
    case '0': return 0;
    case '1': return 1;
    case '2': return 2;
    case '3': return 3;
    case '4': return 4;
    case '5': return 5;
    case '6': return 6;
    case '7': return 7;
    case '8': return 8;
    case '9': return 9;
    case 'a': case 'A': return 10;
    case 'b': case 'B': return 11;
    case 'c': case 'C': return 12;
    case 'd': case 'D': return 13;
    case 'e': case 'E': return 14;
    case 'f': case 'F': return 15;
    default: return -1;
    }
}

/// The characters of tokens in lower case; 0 for all others.
static const unsigned char tokens[256] = {
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, '!', 0, '#', '$', '%', '&', '\'',
    0, 0, '*', '+', 0, '-', '.', 0,
    '0', '1', '2', '3', '4', '5', '6', '7',
    '8', '9', 0, 0, 0, 0, 0, 0,
    0, 'a', 'b', 'c', 'd', 'e', 'f', 'g',
    'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o',
    'p', 'q', 'r', 's', 't', 'u', 'v', 'w',
    'x', 'y', 'z', 0, 0, 0, '^', '_',
    '`', 'a', 'b', 'c', 'd', 'e', 'f', 'g',
    'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o',
    'p', 'q', 'r', 's', 't', 'u', 'v', 'w',
    'x', 'y', 'z', 0, '|', 0, '~', 0,
};

static unsigned char token(unsigned char c) {
    return tokens[c];
}

static int is_url_char(unsigned char c) {
    switch (c) {
    case '!': case '"': case '$': case '%': case '&': case '\'': case '(': case ')': case '*':
    case '+': case ',': case '-': case '.': case '/': case ':': case ';': case '<': case '=':
    case '>': case '@': case '[': case '\\': case ']': case '^': case '_': case '`': case '{':
    case '|': case '}': case '~':
        return 1;
    default:
        return IS_ALPHA(c) || IS_NUM(c) || c >= 0x80;
    }
}

static int is_user_char(unsigned char c) {
    if (IS_ALPHA(c) || IS_NUM(c)) {
        return 1;
    }
    switch (c) {
    case '-': case '_': case '.': case '!': case '~': case '*': case '\'': case '(': case ')':
    case '%': case ';': case ':': case '&': case '=': case '+': case '$': case ',':
        return 1;
    default:
        return 0;
    }
}

/// The state behind a character of a URL.
static enum state url_state(enum state s, unsigned char c) {
    if (c == ' ' || c == CR || c == LF || c == '\t' || c == '\f') {
        return s_dead;
    }
    switch (s) {
    case s_spaces_before_url:
        if (c == '/' || c == '*') {
            return s_path;
        }
        if (IS_ALPHA(c)) {
            return s_schema;
        }
        break;
    case s_schema:
        if (IS_ALPHA(c)) {
            return s;
        }
        if (c == ':') {
            return s_schema_slash;
        }
        break;
    case s_schema_slash:
        if (c == '/') {
            return s_schema_slash_slash;
        }
        break;
    case s_schema_slash_slash:
        if (c == '/') {
            return s_server_start;
        }
        break;
    case s_server_with_at:
        if (c == '@') {
            return s_dead;
        }
        /* fall through */
    case s_server_start:
    case s_server:
        if (c == '/') {
            return s_path;
        }
        if (c == '?') {
            return s_query_start;
        }
        if (c == '@') {
            return s_server_with_at;
        }
        if (is_user_char(c) || c == '[' || c == ']') {
            return s_server;
        }
        break;
    case s_path:
        if (is_url_char(c)) {
            return s;
        }
        switch (c) {
        case '?': return s_query_start;
        case '#': return s_fragment_start;
        default: break;
        }
        break;
    case s_query_start:
    case s_query:
        if (is_url_char(c)) {
            return s_query;
        }
        switch (c) {
        case '?': return s_query;
        case '#': return s_fragment_start;
        default: break;
        }
        break;
    case s_fragment_start:
        if (is_url_char(c)) {
            return s_fragment;
        }
        switch (c) {
        case '?': return s_fragment;
        case '#': return s;
        default: break;
        }
        break;
    case s_fragment:
        if (is_url_char(c)) {
            return s;
        }
        switch (c) {
        case '?':
        case '#': return s;
        default: break;
        }
        break;
    default:
        break;
    }
    return s_dead;
}

static int wants_body(const struct parser *p) {
    if (p->flags & f_skip_body) {
        return 0;
    }
    switch (p->method) {
    case m_post:
    case m_put:
    case m_patch:
    case m_report:
        return 1;
    case m_get:
    case m_head:
        return (p->flags & (f_chunked | f_length)) != 0;
    default:
        return p->length > 0;
    }
}

static int keeps_alive(const struct parser *p) {
    if (p->major > 0 && p->minor > 0) {
        if (p->flags & f_close) {
            return 0;
        }
    } else {
        if (!(p->flags & f_keep_alive)) {
            return 0;
        }
    }
    return 1;
}

static enum state next_message(const struct parser *p) {
    return keeps_alive(p) ? s_start : s_message_done;
}

/// Parses some bytes; how many were used.
size_t execute(struct parser *p, const unsigned char *data, size_t length) {
    const unsigned char *at = data;
    const unsigned char *end = data + length;
    unsigned char ch, c;
    for (; at != end; at++) {
        ch = *at;
        if (p->state <= s_headers_almost_done) {
            p->head++;
            if (p->head > MAX_HEAD) {
                FAIL(e_overflow);
            }
        }
    again:
        switch (p->state) {
        case s_dead:
            if (ch == CR || ch == LF) {
                break;
            }
            FAIL(e_closed);
        case s_start:
            if (ch == CR || ch == LF) {
                break;
            }
            p->flags = 0;
            p->length = ULLONG_MAX;
            p->index = 1;
            p->head = 1;
            switch (ch) {
            case 'C': p->method = m_connect; break;
            case 'D': p->method = m_delete; break;
            case 'G': p->method = m_get; break;
            case 'H': p->method = m_head; break;
            case 'L': p->method = m_lock; break;
            case 'M': p->method = m_mkcol; break;
            case 'N': p->method = m_notify; break;
            case 'O': p->method = m_options; break;
            case 'P': p->method = m_post; break;
            case 'R': p->method = m_report; break;
            case 'S': p->method = m_search; break;
            case 'T': p->method = m_trace; break;
            case 'U': p->method = m_unlock; break;
            default: FAIL(e_method);
            }
            p->state = s_method;
            break;
        case s_method: {
            const char *name;
            if (ch == 0) {
                FAIL(e_method);
            }
            name = method_names[p->method];
            if (ch == ' ' && name[p->index] == 0) {
                p->state = s_spaces_before_url;
            } else if (ch == (unsigned char)name[p->index]) {
                ;
            } else if (ch >= 'A' && ch <= 'Z') {
                switch (p->method << 16 | p->index << 8 | ch) {
#define OTHER(known, place, letter, instead)                                                      \
    case (known) << 16 | (place) << 8 | (letter): p->method = (instead); break;
                    OTHER(m_connect, 2, 'P', m_copy)
                    OTHER(m_mkcol, 1, 'O', m_move)
                    OTHER(m_mkcol, 1, 'E', m_merge)
                    OTHER(m_post, 1, 'U', m_put)
                    OTHER(m_post, 1, 'A', m_patch)
                    OTHER(m_post, 1, 'R', m_propfind)
                    OTHER(m_put, 2, 'R', m_purge)
                    OTHER(m_propfind, 4, 'P', m_proppatch)
                    OTHER(m_lock, 1, 'I', m_link)
                    OTHER(m_unlock, 3, 'I', m_unlink)
                default: FAIL(e_method);
                }
            } else {
                FAIL(e_method);
            }
            p->index++;
            break;
        }
        case s_spaces_before_url:
            if (ch == ' ') {
                break;
            }
            MARK(url);
            if (p->method == m_connect) {
                p->state = s_server_start;
            }
            p->state = url_state(p->state, ch);
            if (p->state == s_dead) {
                FAIL(e_url);
            }
            break;
        case s_schema:
        case s_schema_slash:
        case s_schema_slash_slash:
        case s_server_start:
            switch (ch) {
            case ' ':
            case CR:
            case LF:
                FAIL(e_url);
            default:
                p->state = url_state(p->state, ch);
                if (p->state == s_dead) {
                    FAIL(e_url);
                }
            }
            break;
        case s_server:
        case s_server_with_at:
        case s_path:
        case s_query_start:
        case s_query:
        case s_fragment_start:
        case s_fragment:
            switch (ch) {
            case ' ':
                p->state = s_http_start;
                GIVE(url, urls);
                break;
            case CR:
            case LF:
                p->major = 0;
                p->minor = 9;
                p->state = ch == CR ? s_line_almost_done : s_header_field_start;
                GIVE(url, urls);
                break;
            default:
                p->state = url_state(p->state, ch);
                if (p->state == s_dead) {
                    FAIL(e_url);
                }
            }
            break;
        case s_http_start:
            switch (ch) {
            case 'H': p->state = s_http_h; break;
            case ' ': break;
            default: FAIL(e_version);
            }
            break;
        case s_http_h:
            if (ch != 'T') {
                FAIL(e_version);
            }
            p->state = s_http_ht;
            break;
        case s_http_ht:
            if (ch != 'T') {
                FAIL(e_version);
            }
            p->state = s_http_htt;
            break;
        case s_http_htt:
            if (ch != 'P') {
                FAIL(e_version);
            }
            p->state = s_http_http;
            break;
        case s_http_http:
            if (ch != '/') {
                FAIL(e_version);
            }
            p->state = s_first_major;
            break;
        case s_first_major:
            if (!IS_NUM(ch)) {
                FAIL(e_version);
            }
            p->major = (unsigned short)(ch - '0');
            p->state = s_dot;
            break;
        case s_dot:
            if (ch != '.') {
                FAIL(e_version);
            }
            p->state = s_first_minor;
            break;
        case s_first_minor:
            if (!IS_NUM(ch)) {
                FAIL(e_version);
            }
            p->minor = (unsigned short)(ch - '0');
            p->state = s_end_of_version;
            break;
        case s_end_of_version:
            if (ch == CR) {
                p->state = s_line_almost_done;
                break;
            }
            if (ch == LF) {
                p->state = s_header_field_start;
                break;
            }
            FAIL(e_version);
        case s_line_almost_done:
            if (ch != LF) {
                FAIL(e_line);
            }
            p->state = s_header_field_start;
            break;
        case s_header_field_start:
            if (ch == CR) {
                p->state = s_headers_almost_done;
                break;
            }
            if (ch == LF) {
                p->state = s_headers_almost_done;
                goto again;
            }
            c = token(ch);
            if (!c) {
                FAIL(e_header_token);
            }
            MARK(field);
            p->index = 0;
            p->state = s_header_field;
            switch (c) {
            case 'c': p->header = h_c; break;
            case 't': p->header = h_matching_transfer_encoding; break;
            case 'u': p->header = h_matching_upgrade; break;
            default: p->header = h_general; break;
            }
            break;
        case s_header_field:
            c = token(ch);
            if (c) {
                switch (p->header) {
                case h_general:
                    break;
                case h_c:
                    p->index++;
                    p->header = c == 'o' ? h_co : h_general;
                    break;
                case h_co:
                    p->index++;
                    p->header = c == 'n' ? h_con : h_general;
                    break;
                case h_con:
                    p->index++;
                    switch (c) {
                    case 'n': p->header = h_matching_connection; break;
                    case 't': p->header = h_matching_content_length; break;
                    default: p->header = h_general; break;
                    }
                    break;
#define MATCH(matching, text, matched)                                                            \
    case matching:                                                                                \
        p->index++;                                                                               \
        if (p->index > sizeof(text) - 1 || c != (unsigned char)(text)[p->index]) {                \
            p->header = h_general;                                                                \
        } else if (p->index == sizeof(text) - 2) {                                                \
            p->header = matched;                                                                  \
        }                                                                                         \
        break;
                    MATCH(h_matching_connection, CONNECTION, h_connection)
                    MATCH(h_matching_content_length, CONTENT_LENGTH, h_content_length)
                    MATCH(h_matching_transfer_encoding, TRANSFER_ENCODING, h_transfer_encoding)
                    MATCH(h_matching_upgrade, UPGRADE, h_upgrade)
                case h_connection:
                case h_content_length:
                case h_transfer_encoding:
                case h_upgrade:
                    if (ch != ' ') {
                        p->header = h_general;
                    }
                    break;
                default:
                    FAIL(e_state);
                }
                break;
            }
            if (ch == ':') {
                p->state = s_value_discard_space;
                GIVE(field, fields);
                break;
            }
            FAIL(e_header_token);
        case s_value_discard_space:
            if (ch == ' ' || ch == '\t') {
                break;
            }
            if (ch == CR) {
                p->state = s_value_discard_space_almost_done;
                break;
            }
            if (ch == LF) {
                p->state = s_value_discard_fold;
                break;
            }
            /* fall through */
        case s_value_start:
            MARK(value);
            p->state = s_value;
            p->index = 0;
            c = LOWER(ch);
            switch (p->header) {
            case h_upgrade:
                p->flags |= f_upgrade;
                p->header = h_general;
                break;
            case h_transfer_encoding:
                p->header = c == 'c' ? h_matching_chunked : h_general;
                break;
            case h_content_length:
                if (!IS_NUM(ch)) {
                    FAIL(e_content_length);
                }
                if (p->flags & f_length) {
                    FAIL(e_twice);
                }
                p->flags |= f_length;
                p->length = ch - '0';
                break;
            case h_connection:
                switch (c) {
                case 'k': p->header = h_matching_keep_alive; break;
                case 'c': p->header = h_matching_close; break;
                case 'u': p->header = h_matching_upgrade_value; break;
                default: p->header = h_matching_token; break;
                }
                break;
            case h_matching_token_start:
                break;
            default:
                p->header = h_general;
                break;
            }
            break;
        case s_value:
            if (ch == CR) {
                p->state = s_header_almost_done;
                GIVE(value, values);
                break;
            }
            if (ch == LF) {
                GIVE(value, values);
                p->state = s_header_almost_done;
                goto again;
            }
            if (ch < 0x20 && ch != '\t') {
                FAIL(e_header_token);
            }
            c = LOWER(ch);
            switch (p->header) {
            case h_general:
                break;
            case h_connection:
            case h_transfer_encoding:
                FAIL(e_state);
            case h_content_length:
                if (ch == ' ') {
                    break;
                }
                if (!IS_NUM(ch)) {
                    FAIL(e_content_length);
                }
                if (p->length > (ULLONG_MAX - 10) / 10) {
                    FAIL(e_content_length);
                }
                p->length = p->length * 10 + (uint64_t)(ch - '0');
                break;
#define MATCH_VALUE(matching, text, matched, otherwise)                                           \
    case matching:                                                                                \
        p->index++;                                                                               \
        if (p->index > sizeof(text) - 1 || c != (unsigned char)(text)[p->index]) {                \
            p->header = otherwise;                                                                \
        } else if (p->index == sizeof(text) - 2) {                                                \
            p->header = matched;                                                                  \
        }                                                                                         \
        break;
                MATCH_VALUE(h_matching_chunked, CHUNKED, h_chunked, h_general)
                MATCH_VALUE(h_matching_keep_alive, KEEP_ALIVE, h_keep_alive, h_matching_token)
                MATCH_VALUE(h_matching_close, CLOSE, h_close, h_matching_token)
                MATCH_VALUE(h_matching_upgrade_value, UPGRADE, h_upgrade_value, h_matching_token)
            case h_matching_token_start:
                if (c == 'k') {
                    p->header = h_matching_keep_alive;
                } else if (c == 'c') {
                    p->header = h_matching_close;
                } else if (c == 'u') {
                    p->header = h_matching_upgrade_value;
                } else if (token(c)) {
                    p->header = h_matching_token;
                } else if (c == ' ' || c == '\t') {
                    ;
                } else {
                    p->header = h_general;
                }
                p->index = 0;
                break;
            case h_matching_token:
                if (ch == ',') {
                    p->header = h_matching_token_start;
                    p->index = 0;
                }
                break;
            case h_chunked:
                if (ch != ' ') {
                    p->header = h_general;
                }
                break;
            case h_keep_alive:
            case h_close:
            case h_upgrade_value:
                if (ch == ',') {
                    if (p->header == h_keep_alive) {
                        p->flags |= f_keep_alive;
                    } else if (p->header == h_close) {
                        p->flags |= f_close;
                    } else {
                        p->flags |= f_upgrade_named;
                    }
                    p->header = h_matching_token_start;
                    p->index = 0;
                } else if (ch != ' ') {
                    p->header = h_matching_token;
                }
                break;
            default:
                p->state = s_value;
                p->header = h_general;
                break;
            }
            break;
        case s_header_almost_done:
            if (ch != LF) {
                FAIL(e_line);
            }
            p->state = s_value_fold;
            break;
        case s_value_fold:
            if (ch == ' ' || ch == '\t') {
                p->state = s_value_start;
                goto again;
            }
            switch (p->header) {
            case h_keep_alive: p->flags |= f_keep_alive; break;
            case h_close: p->flags |= f_close; break;
            case h_chunked: p->flags |= f_chunked; break;
            case h_upgrade_value: p->flags |= f_upgrade_named; break;
            default: break;
            }
            p->state = s_header_field_start;
            goto again;
        case s_value_discard_space_almost_done:
            if (ch != LF) {
                FAIL(e_line);
            }
            p->state = s_value_discard_fold;
            break;
        case s_value_discard_fold:
            if (ch == ' ' || ch == '\t') {
                p->state = s_value_discard_space;
                break;
            }
            switch (p->header) {
            case h_connection: p->flags |= f_keep_alive; break;
            case h_content_length: FAIL(e_content_length);
            default: break;
            }
            p->value = at;
            GIVE(value, values);
            p->state = s_header_field_start;
            goto again;
        case s_headers_almost_done:
            if (ch != LF) {
                FAIL(e_line);
            }
            if (p->flags & f_trailing) {
                p->messages++;
                p->state = next_message(p);
                break;
            }
            if ((p->flags & f_chunked) && (p->flags & f_length)) {
                FAIL(e_twice);
            }
            if ((p->flags & f_upgrade) && (p->flags & f_upgrade_named)) {
                p->messages++;
                return (size_t)(at - data) + 1;
            }
            if (p->method == m_connect) {
                p->messages++;
                return (size_t)(at - data) + 1;
            }
            if (p->flags & f_skip_body) {
                p->messages++;
                p->state = next_message(p);
            } else if (p->flags & f_chunked) {
                p->state = s_chunk_size_start;
            } else if (p->length == 0) {
                p->messages++;
                p->state = next_message(p);
            } else if (p->length != ULLONG_MAX) {
                p->state = wants_body(p) ? s_body_identity : s_message_done;
            } else {
                p->messages++;
                p->state = next_message(p);
            }
            break;
        case s_body_identity: {
            uint64_t left = (uint64_t)(end - at);
            uint64_t take = p->length < left ? p->length : left;
            MARK(body);
            p->length -= take;
            at += take - 1;
            if (p->length == 0) {
                GIVE(body, bodies);
                p->messages++;
                p->state = next_message(p);
            }
            break;
        }
        case s_chunk_size_start: {
            int digit = unhex(ch);
            if (digit == -1) {
                FAIL(e_chunk_size);
            }
            p->length = (uint64_t)digit;
            p->state = s_chunk_size;
            break;
        }
        case s_chunk_size: {
            int digit;
            if (ch == CR) {
                p->state = s_chunk_size_almost_done;
                break;
            }
            digit = unhex(ch);
            if (digit == -1) {
                if (ch == ';' || ch == ' ') {
                    p->state = s_chunk_parameters;
                    break;
                }
                FAIL(e_chunk_size);
            }
            if (p->length > (ULLONG_MAX - 16) / 16) {
                FAIL(e_content_length);
            }
            p->length = p->length * 16 + (uint64_t)digit;
            break;
        }
        case s_chunk_parameters:
            if (ch == CR) {
                p->state = s_chunk_size_almost_done;
            }
            break;
        case s_chunk_size_almost_done:
            if (ch != LF) {
                FAIL(e_line);
            }
            if (p->length == 0) {
                p->flags |= f_trailing;
                p->state = s_header_field_start;
            } else {
                p->state = s_chunk_data;
            }
            break;
        case s_chunk_data:
            MARK(body);
            p->length--;
            if (p->length == 0) {
                p->state = s_chunk_data_almost_done;
            }
            break;
        case s_chunk_data_almost_done:
            if (ch != CR) {
                FAIL(e_line);
            }
            p->state = s_chunk_data_done;
            GIVE(body, bodies);
            break;
        case s_chunk_data_done:
            if (ch != LF) {
                FAIL(e_line);
            }
            p->state = s_chunk_size_start;
            break;
        case s_message_done:
            if (ch == CR || ch == LF) {
                break;
            }
            FAIL(e_closed);
        default:
            FAIL(e_state);
        }
    }
    GIVE(field, fields);
    GIVE(value, values);
    GIVE(url, urls);
    GIVE(body, bodies);
    return length;
}

int main(void) {
    unsigned char data[LENGTH];
    struct parser p = {.state = s_start};
    size_t used;
    for (int i = 0; i < LENGTH; i++) {
        data[i] = __VERIFIER_nondet_uchar();
    }
    used = execute(&p, data, LENGTH);
    if (used != LENGTH) {
        return p.error != e_ok ? (int)p.error : 100;
    }
    return p.messages > 0;
}
