// test/ghc/layout/shape.cpp: as_shape() casts a closure to the struct of its type.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/layout/shape.hpp>

#include <type_traits>

using namespace trav::ghc;

namespace {

template <class T>
bool is(Closure* c) {
    return as_shape(c, []<class Struct>(Struct&) { return std::is_same_v<Struct, T>; }) &&
           as_shape(static_cast<Closure const*>(c),
                    []<class Struct>(Struct const&) { return std::is_same_v<Struct, T>; });
}

template <class T>
concept HasSize = requires(T const& c) { words_in(c); };
struct WithoutFunctions : Payload {};

}  // namespace

TEST_CASE("closures of several types share a struct", "[unit]") {
    Heap heap;
    Closure* const x = heap.con("X");
    CHECK(is<Payload>(x));
    CHECK(is<Payload>(heap.mvar(x)));
    CHECK(is<Payload>(heap.static_fun("f", {x})));
    CHECK(is<Thunk>(heap.thunk("t", {x, x, x})));
    CHECK(is<Thunk>(heap.thunk("t", {x})));
    CHECK(is<Selector>(heap.selector(0, x)));
    CHECK(is<ThunkStatic>(heap.caf("c")));
    CHECK(is<IndStatic>(heap.ind_static(x)));
    CHECK(is<SmallMutArrPtrs>(heap.small_array({x})));
    CHECK(is<Continuation>(heap.continuation({heap.stop_frame()})));
    Closure* const stack = heap.stack({heap.update_frame(x)});
    CHECK(is<Stack>(stack));
    CHECK(is<NoObject>(reinterpret_cast<Closure*>(as<Stack>(stack)->sp)));
}

TEST_CASE("a struct does not inherit the size of its base", "[unit]") {
    static_assert(HasSize<Payload> && HasSize<Continuation>);
    static_assert(!HasSize<WithoutFunctions> && !HasSize<Ind>);
}
