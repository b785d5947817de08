// trav/ghc/layout/closure.hpp: the memory layout of GHC 9.0.2's closures on 64 bits.
//
// Offers the structs of data, functions, thunks and byte code; application.hpp, primitive.hpp and thread.hpp
// have the others. They derive from Closure, the header, so that the header may be read through either type.
// Each struct in the table of closure types comes with these functions:
//     words_in(c)        its size in words, including headers
//     pointers_in(c)     its children if a traversal takes them one by one, without an SRT
//     each_field(c, f)   calls f(field) with a reference to each pointer that a collector must update;
//                        by default these are its children
//     each_child(c, f)   the children of a struct without pointers_in; by default these are its fields
// Use size.hpp, children.hpp and fields.hpp instead, which select the struct. The structs cost nothing: they
// are GHC's own bytes.
#pragma once

#include "error.hpp"
#include "info_table.hpp"

namespace trav::ghc {

/// Adjacent pointers.
struct Pointers {
    Closure* const* first = nullptr;
    std::size_t count = 0;
    bool of_chunk = false;  ///< not quite adjacent: the pointers of a TRecChunk
};

// for structs without their own functions
template <class T>
std::size_t words_in(T const&) = delete;
template <class T>
Pointers pointers_in(T&) = delete;
template <class T, class F>
void each_field(T& c, F&& f) {
    Pointers const pointers = pointers_in(c);
    for (std::size_t i = 0; i < pointers.count; ++i) f(const_cast<Closure*&>(pointers.first[i]));
}
template <class T, class F>
void each_child(T& c, F&& f) {
    each_field(c, f);
}

/// Types that are not heap objects: stack frames, INVALID_OBJECT.
struct NoObject : Closure {};
inline std::size_t words_in(NoObject const& c) {
    throw IllFormed("has no size as a heap object", type(&c), &c);
}
inline Pointers pointers_in(NoObject&) { return {}; }

/// Pointers, then other words, as many as in the info table.
struct Payload : Closure {};
inline std::size_t words_in(Payload const& c) {
    PayloadLayout const fields = info(&c).layout.payload;
    return words_of<Payload> + std::size_t{fields.ptrs} + fields.nptrs;
}
inline Pointers pointers_in(Payload& c) { return {pointers_after(&c), info(&c).layout.payload.ptrs}; }

/// Likewise after the header of thunks and applications, which reserves a word for the result.
struct Thunk : Closure {
    Word padding;
};
inline std::size_t words_in(Thunk const& c) {
    PayloadLayout const fields = info(&c).layout.payload;
    return words_of<Thunk> + std::size_t{fields.ptrs} + fields.nptrs;
}
inline Pointers pointers_in(Thunk& c) { return {pointers_after(&c), info(&c).layout.payload.ptrs}; }

struct Selector : Thunk {
    Closure* selectee;
};
inline std::size_t words_in(Selector const&) { return words_of<Selector>; }
inline Pointers pointers_in(Selector& c) { return {&c.selectee, 1}; }

/// IND and BLACKHOLE.
struct Ind : Closure {
    Closure* indirectee;
};

/// An evaluated CAF.
struct IndStatic : Closure {
    Closure* indirectee;
    Word static_link;
    Entry const* saved_info;
};
inline std::size_t words_in(IndStatic const&) { return words_of<IndStatic>; }
inline Pointers pointers_in(IndStatic& c) { return {&c.indirectee, 1}; }

/// An unevaluated CAF.
struct ThunkStatic : IndStatic {};
inline std::size_t words_in(ThunkStatic const&) { return words_of<ThunkStatic>; }
inline Pointers pointers_in(ThunkStatic&) { return {}; }

/// `size` is the size of the whole closure in words; a large bitmap of the arguments follows.
struct Bco : Closure {
    Closure *instrs, *literals, *ptrs;
    std::uint32_t arity, size;
};
inline std::size_t words_in(Bco const& c) { return c.size; }
inline Pointers pointers_in(Bco& c) { return {&c.instrs, 3}; }

static_assert(words_of<Closure> == header_words && words_of<Payload> == header_words);
static_assert(words_of<Thunk> == header_words + 1 && words_of<Selector> == header_words + 2);
static_assert(words_of<Ind> == header_words + 1 && words_of<IndStatic> == header_words + 3);
static_assert(words_of<Bco> == header_words + 4);

}  // namespace trav::ghc
