// test/ghc/layout/application.cpp: the arguments of functions and byte code objects.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/layout/application.hpp>

#include <string>
#include <vector>

using namespace trav::ghc;

TEST_CASE("arity and argument bitmap may be canned, small, large, or in a byte code object", "[unit]") {
    Heap heap;
    Closure* const x = heap.con("X");
    std::string long_pattern;
    for (int i = 0; i < 150; ++i) long_pattern += i % 7 % 2 ? 'p' : 'n';
    for (std::string const& args : {std::string("npnp"), std::string("pnp"), long_pattern})
        for (Closure* const fun : {heap.fun(Code("f").args(args), {x}), heap.bco(x, x, x, args)}) {
            CHECK(arity(fun) == args.size());
            Bitmap const bitmap = argument_bitmap(fun);
            REQUIRE(bitmap.size() == args.size());
            for (std::size_t i = 0; i < args.size(); ++i) CHECK(bitmap.pointer(i) == (args[i] == 'p'));
        }
}

TEST_CASE("scan_arguments finds the pointers among the first arguments", "[unit]") {
    Heap heap;
    Closure *const x = heap.con("X"), *const y = heap.con("Y");
    Closure* arguments[] = {x, nullptr, y, x};  // the second is a number
    Closure* const f = tagged(heap.fun(Code("f").args("pnpp"), {x}));
    std::vector<Closure*> found;
    scan_arguments(f, arguments, 3, [&](Closure*& c) { found.push_back(c); });
    CHECK(found == std::vector{x, y});
}
