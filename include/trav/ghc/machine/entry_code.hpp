// trav/ghc/machine/entry_code.hpp: C++ functions as the entry code of closures.
//
// Offers EntryCode, which starts the evaluation of a function `Eval f(Machine&, ...)`. Its first parameters
// are a closure's free variables, the others are arguments. Parameters are Refs; free variables may also be
// numbers. A parameter of type Self is the closure itself and takes no room in it, because GHC's code finds
// it in a register. Costs an indirect call.
#pragma once

#include "eval.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace trav::ghc {

class EntryCode {
  public:
    /// The code of closures that bind the first `free` parameters of the function.
    template <class... P>
    EntryCode(Eval (*function)(Machine&, P...), std::size_t free)
        : start_(&start<P...>),
          function_(reinterpret_cast<Function*>(function)),
          free_(free),
          parameters_((std::size_t{0} + ... + !std::same_as<P, Self>)) {}

    /// The code in an info table; null for code of the runtime system.
    static EntryCode const* of(Entry const* entry) { return reinterpret_cast<EntryCode const*>(entry->code); }

    std::size_t free() const { return free_; }
    /// The number of arguments; 0 for thunks.
    std::size_t arity() const { return parameters_ - free_; }

    /// The same function with the same number of bound parameters is the same code.
    bool operator<(EntryCode const& other) const {
        auto const at = reinterpret_cast<std::uintptr_t>(function_),
                   at_other = reinterpret_cast<std::uintptr_t>(other.function_);
        return at != at_other ? at < at_other : free_ < other.free_;
    }

    /// Starts the evaluation of the closure (untagged) with its arguments.
    Eval operator()(Machine& machine, Closure* closure, Closure* const* arguments) const {
        return start_(*this, machine, closure, arguments);
    }

  private:
    using Function = void();

    template <class... P>
    static Eval start(EntryCode const& code, Machine& machine, Closure* closure, Closure* const* arguments) {
        // the number of pointers, or of fields and arguments, before each parameter
        constexpr auto count = [](auto... is_one) {
            std::array<std::size_t, sizeof...(P) + 1> n{};
            std::size_t i = 0;
            ((n[i + 1] = n[i] + is_one, ++i), ...);
            return n;
        };
        constexpr auto before = count(std::same_as<P, Ref>...), place = count(!std::same_as<P, Self>...);
        InfoTable const& table = info(closure);
        auto** const payload = reinterpret_cast<Closure**>(closure) +
                               (is_thunk(table.type) ? words_of<Thunk> : words_of<Closure>);
        auto* const words = reinterpret_cast<Word*>(payload + table.layout.payload.ptrs);
        Refs list;
        auto const parameter = [&]<class T>(std::type_identity<T>, std::size_t i) {
            if constexpr (std::same_as<T, Self>) return Self(list, tagged(closure));
            else if constexpr (std::same_as<T, Ref>)
                return Ref(list,
                           place[i] < code.free_ ? payload[before[i]] : arguments[place[i] - code.free_]);
            else return static_cast<T>(words[place[i] - before[i]]);
        };
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            auto const function = reinterpret_cast<Eval (*)(Machine&, P...)>(code.function_);
            return function(machine, parameter(std::type_identity<P>{}, I)...);
        }(std::index_sequence_for<P...>{});
    }

    Eval (*start_)(EntryCode const&, Machine&, Closure*, Closure* const*);
    Function* function_;
    std::size_t free_, parameters_;
};

}  // namespace trav::ghc
