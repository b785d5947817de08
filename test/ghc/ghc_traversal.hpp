// A reimplementation of GHC's heap traversal (rts/TraverseHeap.c) from its description, on the raw words of
// closures: the work stack with its five kinds of elements, the callbacks, and the children of every closure
// type. It is the oracle for the engine on a mock heap, and shares only the words with the library. There are
// two deliberate differences: the parent of a root is the closure that the root resolves to (GHC crashes if
// that is not the root itself), and a CONTINUATION gets its own return callback, like all other closures.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

namespace test {

using W = std::uint64_t;

/// One word of memory.
inline W word(W at, std::size_t i = 0) {
    W value;
    std::memcpy(&value, reinterpret_cast<void const*>(at + 8 * i), 8);
    return value;
}

/// A call of one of the two callbacks.
struct Call {
    char what;  // v: visit, r: return
    W closure, parent;
    bool first;
    W data;
    int accum;  // accumulator of the arrival; 0 in a visit
    bool operator==(Call const&) const = default;
};

class GhcTraversal {
  public:
    /// `visit(c, arrival)` returns whether to descend; the child data is c + data.
    using Visit = std::function<bool(W, int)>;

    GhcTraversal(Visit visit, bool return_callback, bool skip_dynamic_nocaf, std::function<bool(W)> is_static)
        : visit_(std::move(visit)),
          returns_(return_callback),
          skip_(skip_dynamic_nocaf),
          is_static_(std::move(is_static)) {}

    std::vector<Call> calls;
    int accum() const { return sentinel_.accum; }

    void push_root(W root, W data) {
        std::optional<W> const c = special_case(root);
        if (c) push({Fresh, *c, &sentinel_, data, *c});
    }
    void work() {
        Popped p;
        while (pop(p)) inner(p);
    }

  private:
    enum Kind { Step, Ptrs, Srt, Fresh, Empty };
    struct Element {
        Kind kind;
        W c;
        Element* sep;
        W data;
        W parent = 0;  // Fresh
        int accum = 0;
        std::size_t pos = 0;
        W parent_of_c = 0, data_of_c = 0;  // the arguments of c's own visit
    };
    struct Popped {
        W c, parent, data;
        Element* sep;
    };

    // info tables, next to code
    static std::uint32_t half(W c, int bytes_before) {
        std::uint32_t value;
        std::memcpy(&value, reinterpret_cast<std::byte const*>(word(c)) - bytes_before, 4);
        return value;
    }
    static unsigned type(W c) { return half(c, 8); }
    static unsigned ptrs(W c) { return half(c, 16); }
    static W srt(W c) {
        auto const offset = static_cast<std::int32_t>(half(c, 4));
        return offset == 0 ? 0 : word(c) + static_cast<W>(std::int64_t{offset});
    }
    static W untag(W c) { return c & ~W{7}; }

    std::optional<W> special_case(W c) const {
        for (;;) {
            c = untag(c);
            if (!c) return std::nullopt;
            switch (type(c)) {
            case 52: {  // TSO: ThreadComplete, ThreadKilled
                unsigned const what_next = word(c, 6) & 0xffff;
                return what_next == 4 || what_next == 3 ? std::nullopt : std::optional(c);
            }
            case 28: c = word(c, 3); continue;  // IND_STATIC
            case 7: return skip_ || is_static_(c) ? std::nullopt : std::optional(c);
            case 21: return srt(c) == 0 ? std::nullopt : std::optional(c);
            case 14: return srt(c) == 0 && ptrs(c) == 0 ? std::nullopt : std::optional(c);
            default: return c;
            }
        }
    }

    void inner(Popped p) {
        for (;;) {
            std::optional<W> const followed = special_case(p.c);
            if (!followed) return;
            W const c = *followed;
            int const arrival = arrivals_[c]++;
            calls.push_back({'v', c, p.parent, arrival == 0, p.data, 0});
            bool const go = visit_(c, arrival);
            int const accum = 1;
            W const child_data = c + p.data;
            if (!go) return;
            if (all_at_once(type(c))) {
                Element* const sep = returns_ ? push(empty(c, p, accum)) : p.sep;
                std::vector<W> children;
                push_all(c, children);
                for (W child : children) push({Fresh, child, sep, child_data, c});
                return;
            }
            Element e{Step, c, p.sep, child_data};
            e.accum = accum;
            e.parent_of_c = p.parent;
            e.data_of_c = p.data;
            W const first = first_child(e);
            if (!first) {
                if (returns_) return_callback(c, accum, p.parent, p.data, *p.sep);
                return;
            }
            Element* sep = p.sep;
            if (e.kind == Empty) {
                if (returns_) sep = push(e);
            } else {
                sep = push(e);
            }
            p = {first, c, child_data, sep};
        }
    }

    Element empty(W c, Popped const& p, int accum) {
        Element e{Empty, c, p.sep, 0};
        e.accum = accum;
        e.parent_of_c = p.parent;
        e.data_of_c = p.data;
        return e;
    }

    bool pop(Popped& p) {
        while (!stack_.empty()) {
            Element& e = stack_.back();
            switch (e.kind) {
            case Fresh:
                p = {e.c, e.parent, e.data, e.sep};
                stack_.pop_back();
                return true;
            case Empty:
                if (returns_) return_callback(e.c, e.accum, e.parent_of_c, e.data_of_c, *e.sep);
                stack_.pop_back();
                continue;
            default: {
                W const child = next_child(e);
                if (!child) {
                    e.kind = Empty;
                    if (!returns_) stack_.pop_back();
                    continue;
                }
                p = {child, e.c, e.data, &e};
                return true;
            }
            }
        }
        return false;
    }

    void return_callback(W c, int accum, W parent, W data, Element& sep) {
        calls.push_back({'r', c, parent, false, data, accum});
        sep.accum += accum;
    }

    Element* push(Element e) {
        stack_.push_back(e);
        return &stack_.back();
    }

    static bool all_at_once(unsigned t) {
        return t == 53 || t == 52 || t == 37 || t == 25 || t == 24 || t == 26 || t == 64;
    }

    // -- element kinds: takes the first child now; e becomes the rest

    static W first_child(Element& e) {
        e.kind = Step;
        e.pos = 0;
        W const c = e.c;
        switch (type(c)) {
        case 3:
        case 6:
        case 42:
        case 63: return 0;  // CONSTR_0_1, CONSTR_0_2, ARR_WORDS, COMPACT_NFDATA
        case 47:
        case 48:
        case 38:
        case 2:
        case 5: e.kind = Empty; return word(c, 3);   // MUT_VAR, BLACKHOLE, CONSTR_1_0, _1_1
        case 22: e.kind = Empty; return word(c, 4);  // THUNK_SELECTOR
        case 4:
        case 39:
        case 40:
        case 49:
        case 54: return next_child(e);  // CONSTR_2_0, MVAR, WEAK, TREC_CHUNK: steps
        case 10:
        case 13:
        case 17:
        case 20:
        case 21:  // FUN_0_x, THUNK_0_x, THUNK_STATIC
            e.kind = Empty;
            return srt(c);
        case 9:
        case 12: e.kind = Srt; return word(c, 3);  // FUN_1_0, FUN_1_1
        case 16:
        case 19: e.kind = Srt; return word(c, 4);  // THUNK_1_0, THUNK_1_1
        case 1:
        case 7:
        case 50:
        case 51:
        case 41:
        case 23:  // CONSTR, PRIM, MUT_PRIM, TVAR, BCO
        case 43:
        case 44:
        case 45:
        case 46:
        case 59:
        case 60:
        case 61:
        case 62: e.kind = Ptrs; return next_child(e);
        case 8:
        case 11:
        case 14:
        case 15:
        case 18: {  // FUN, FUN_2_0, FUN_STATIC, THUNK, THUNK_2_0
            e.kind = Ptrs;
            return next_child(e);
        }
        default: throw std::logic_error("a closure type that cannot be reached");
        }
    }

    static W next_child(Element& e) {
        W const c = e.c;
        if (e.kind == Srt) {
            e.kind = Step;
            e.pos = ~std::size_t{0};
            return srt(c);
        }
        if (e.kind == Ptrs) {
            unsigned const t = type(c);
            std::size_t n = ptrs(c), base = 3;
            if (t >= 43 && t <= 46) n = word(c, 3), base = 5;
            else if (t >= 59 && t <= 62) n = word(c, 3), base = 4;
            else if (t == 15 || t == 18) base = 4;
            bool const has_srt = t == 8 || t == 11 || t == 14 || t == 15 || t == 18;
            W const child = e.pos < n ? word(c, base + e.pos++) : 0;
            if (child) return child;
            if (!has_srt) return 0;
            e.kind = Srt;
            return next_child(e);
        }
        if (e.pos == ~std::size_t{0}) return 0;
        switch (type(c)) {
        case 4: return e.pos < 2 ? word(c, 3 + e.pos++) : 0;
        case 39:
        case 40: return e.pos < 3 ? word(c, 3 + e.pos++) : 0;
        case 49: return e.pos < 3 ? word(c, 4 + e.pos++) : 0;
        case 54: {  // prev_chunk; then by step: entry and field in its low two bits
            if (e.pos == 0) return e.pos = 1, word(c, 3);
            std::size_t const entry = (e.pos - 1) >> 2, field = (e.pos - 1) & 3;
            if (entry == word(c, 4)) return 0;
            ++e.pos;
            return word(c, 5 + 3 * entry + (field < 2 ? field : 2));
        }
        default: return 0;
        }
    }

    // -- all children at once, in push order

    static void push_all(W c, std::vector<W>& out) {
        auto const push = [&](W child) {
            if (untag(child)) out.push_back(child);
        };
        switch (type(c)) {
        case 53: stack(word(c, 4), c + 40 + 8 * (word(c, 3) & 0xffffffff), push); break;  // STACK
        case 52: {                                                                        // TSO
            push(word(c, 5));
            push(word(c, 13));
            push(word(c, 14));
            push(word(c, 12));
            W const why = word(c, 6) >> 16 & 0xffff;
            if (why == 1 || why == 14 || why == 2 || why == 12) push(word(c, 7));
            break;
        }
        case 37:
            for (int i = 3; i < 6; ++i) push(word(c, static_cast<std::size_t>(i)));
            break;  // BLOCKING_QUEUE
        case 25:    // PAP
            push(word(c, 4));
            arguments(word(c, 4), c + 40, word(c, 3) >> 32, push);
            break;
        case 24:  // AP
            push(word(c, 5));
            arguments(word(c, 5), c + 48, word(c, 4) >> 32, push);
            break;
        case 26:  // AP_STACK
            push(word(c, 5));
            stack(c + 48, c + 48 + 8 * word(c, 4), push);
            break;
        case 64: stack(c + 48, c + 48 + 8 * word(c, 5), push); break;  // CONTINUATION
        default: break;
        }
    }

    static void small(W at, W bits, std::size_t n, auto push) {
        for (std::size_t i = 0; i < n; ++i, bits >>= 1)
            if (!(bits & 1)) push(word(at, i));
    }
    static void large(W at, W bitmap, std::size_t n, auto push) {
        for (std::size_t i = 0; i < n; ++i)
            if (!(word(bitmap, 1 + i / 64) >> (i % 64) & 1)) push(word(at, i));
    }
    static void arguments(W fun, W at, std::size_t n, auto push) {
        fun = untag(fun);
        if (type(fun) == 23) return large(at, fun + 56, n, push);
        W const entry = word(fun);
        std::uint32_t kind;
        std::memcpy(&kind, reinterpret_cast<void const*>(entry - 40), 4);
        W const bitmap = word(entry - 48);
        if (kind == 0) return small(at, bitmap >> 6, n, push);
        if (kind == 1) return large(at, entry + bitmap, n, push);
        // ARG_NONE ... ARG_PPPPPPPP: a 1 bit is not a pointer
        static constexpr unsigned canned[] = {0,     0,     0,     0, 1, 0, 1, 1, 1,     3,
                                              15,    255,   3,     1, 2, 0, 7, 3, 0b101, 0b001,
                                              0b110, 0b010, 0b100, 0, 0, 0, 0, 0, 0};
        small(at, canned[kind], n, push);
    }
    static std::size_t bitmap_size(W fun) {
        fun = untag(fun);
        return type(fun) == 23 ? word(fun, 7) : 0;
    }
    static void stack(W p, W end, auto push) {
        while (p < end) {
            auto const push_srt = [&] {
                if (srt(p)) push(srt(p));
            };
            switch (type(p)) {
            case 33:
                push(word(p, 3));
                p += 32;
                break;  // UPDATE_FRAME
            case 35:
            case 36:
            case 34:
            case 57:
            case 56:
            case 55:
            case 30: {
                W const bitmap = word(word(p) - 16);
                small(p + 8, bitmap >> 6, bitmap & 63, push);
                push_srt();
                p += 8 + 8 * (bitmap & 63);
                break;
            }
            case 29: {  // RET_BCO
                push(word(p, 1));
                std::size_t const n = bitmap_size(word(p, 1));
                large(p + 16, untag(word(p, 1)) + 56, n, push);
                p += 16 + 8 * n;
                break;
            }
            case 31: {  // RET_BIG
                W const bitmap = word(p) + word(word(p) - 16);
                large(p + 8, bitmap, word(bitmap), push);
                push_srt();
                p += 8 + 8 * word(bitmap);
                break;
            }
            case 32:  // RET_FUN
                push(word(p, 2));
                arguments(word(p, 2), p + 24, word(p, 1), push);
                push_srt();
                p += 24 + 8 * word(p, 1);
                break;
            default: throw std::logic_error("no stack frame");
            }
        }
    }

    Visit visit_;
    bool returns_, skip_;
    std::function<bool(W)> is_static_;
    std::map<W, int> arrivals_;
    std::deque<Element> stack_;
    Element sentinel_{Empty, 0, nullptr, 0};
};

}  // namespace test
