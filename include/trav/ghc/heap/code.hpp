// trav/ghc/heap/code.hpp: the compiler's knowledge about a piece of code.
//
//     Code("<Main.sat>")                                          // a thunk
//     Code(":").typed("[]").number(1).in("ghc-prim:GHC.Types")    // a constructor
//
// Offers Code, which borrows its texts.
#pragma once

#include "../layout/pointer.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace trav::ghc {

/// The name and properties of a constructor, function, thunk or return address.
struct Code {
    Code(char const* name) : description(name) {}
    Code(std::string_view name) : description(name) {}
    Code(std::string const& name) : description(name) {}

    /// The type, for -hy; the name itself by default. A thunk whose type begins with `->` returns a function:
    /// in tail position the machine makes the function remember its cost centres (function_values.hpp).
    Code typed(std::string_view text) const {
        return with([&](Code& c) { c.type = text; });
    }
    /// The defining `package:Module`; `main:Main` by default.
    Code in(std::string_view text) const {
        return with([&](Code& c) { c.module = text; });
    }
    /// The number of a constructor within its type, from 0.
    Code number(std::uint32_t n) const {
        return with([&](Code& c) { c.constructor = n; });
    }
    /// The arguments of a function, one letter each as in `pattern(FunType)`: p pointer, n word, ...
    Code args(std::string_view letters) const {
        return with([&](Code& c) { c.arguments = letters; });
    }
    /// The program that runs on entry; the heap only stores it. (See machine/machine.hpp.)
    Code runs(void const* program) const {
        return with([&](Code& c) { c.entry = program; });
    }
    /// The static reference table, or the only static closure, that the code refers to.
    Code refers(Closure* table) const {
        return with([&](Code& c) { c.srt = untag(table); });
    }
    /// Likewise for a variable of the machine, which must not be empty.
    template <class Variable>
        requires requires(Variable const& v) { v.closure(); }
    Code refers(Variable const& table) const {
        if (!table.closure()) throw std::invalid_argument("ghc heap: refers: a variable is empty");
        return refers(table.closure());
    }

    std::string_view description, type = description, module = "main:Main", arguments;
    std::uint32_t constructor = 0;
    Closure* srt = nullptr;
    void const* entry = nullptr;

  private:
    template <class F>
    Code with(F change) const {
        Code copy = *this;
        change(copy);
        return copy;
    }
};

}  // namespace trav::ghc
