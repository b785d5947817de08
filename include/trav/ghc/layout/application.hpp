// trav/ghc/layout/application.hpp: functions applied to arguments: PAP and AP.
//
// Offers their structs (see closure.hpp), and for a function or byte code object arity(fun),
// argument_bitmap(fun) and scan_arguments(fun, arguments, n, sink).
#pragma once

#include "closure.hpp"

namespace trav::ghc {

/// The number of arguments of a function or byte code object.
inline std::uint32_t arity(Closure const* fun) {
    return type(fun) == ClosureType::BCO ? as<Bco>(fun)->arity : fun_info(fun->info).arity;
}

/// The bitmap of the arguments of a function or byte code object.
inline Bitmap argument_bitmap(Closure const* fun) {
    if (type(fun) == ClosureType::BCO)
        return Bitmap::large(reinterpret_cast<LargeBitmap const*>(as<Bco>(fun) + 1));
    FunInfo const& table = fun_info(fun->info);
    if (table.fun_type == FunType::GEN) return Bitmap::small(table.bitmap);
    if (table.fun_type == FunType::GEN_BIG)
        return Bitmap::large(
            at_offset<LargeBitmap const>(table.common, static_cast<std::int64_t>(table.bitmap)));
    return Bitmap::canned(table.fun_type);
}

/// Calls sink(pointer) for the pointers among the first `n` words that the bitmap describes.
template <class Sink>
void scan_bitmap(Closure** words, Bitmap bitmap, std::size_t n, Sink&& sink) {
    for (std::size_t i = 0; i < n; ++i)
        if (bitmap.pointer(i)) sink(words[i]);
}

/// Likewise for the first n arguments of a function or byte code object (tagged or not).
template <class Sink>
void scan_arguments(Closure const* fun, Closure** arguments, std::size_t n, Sink&& sink) {
    scan_bitmap(arguments, argument_bitmap(untag(fun)), n, sink);
}

/// A function with too few arguments.
struct Pap : Closure {
    std::uint32_t arity, n_args;
    Closure* fun;
};
inline std::size_t words_in(Pap const& c) { return words_of<Pap> + c.n_args; }
template <class F>
void each_field(Pap& c, F&& f) {
    f(c.fun);
    scan_arguments(c.fun, pointers_after(&c), c.n_args, f);
}

/// An unevaluated application.
struct Ap : Thunk {
    std::uint32_t arity, n_args;
    Closure* fun;
};
inline std::size_t words_in(Ap const& c) { return words_of<Ap> + c.n_args; }
template <class F>
void each_field(Ap& c, F&& f) {
    f(c.fun);
    scan_arguments(c.fun, pointers_after(&c), c.n_args, f);
}

static_assert(words_of<Pap> == header_words + 2 && words_of<Ap> == header_words + 3);

}  // namespace trav::ghc
