// trav/ghc/heap/code.hpp: what the compiler knows about a piece of code.
//
//     Code("<Main.sat>")                                          // a thunk's
//     Code(":").typed("[]").number(1).in("ghc-prim:GHC.Types")    // a constructor's
//
// Offers Code. It borrows the text that it is given.
#pragma once

#include "../layout/pointer.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace trav::ghc {

/// The name of a constructor, a function, a thunk or a return address, and its other properties.
struct Code {
    Code(char const* name) : description(name) {}
    Code(std::string_view name) : description(name) {}
    Code(std::string const& name) : description(name) {}

    /// The type it belongs to (-hy); the name itself unless given.
    Code typed(std::string_view text) const {
        return with([&](Code& c) { c.type = text; });
    }
    /// `package:Module` it is defined in; `main:Main` unless given.
    Code in(std::string_view text) const {
        return with([&](Code& c) { c.module = text; });
    }
    /// The number of a constructor within its type, from 0.
    Code number(std::uint32_t n) const {
        return with([&](Code& c) { c.constructor = n; });
    }
    /// A function's arguments, a letter for each as in `pattern(FunType)`: p pointer, n word, ...
    Code args(std::string_view letters) const {
        return with([&](Code& c) { c.arguments = letters; });
    }
    /// What runs when it is entered; the heap only stores it. (See machine/machine.hpp.)
    Code runs(void const* program) const {
        return with([&](Code& c) { c.entry = program; });
    }
    /// The static reference table (or the one static closure) that the code refers to.
    Code refers(Closure* table) const {
        return with([&](Code& c) { c.srt = untag(table); });
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
