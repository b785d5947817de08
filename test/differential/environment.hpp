// The variables of a running piece of code, and the frames that GHC makes of them.
//
// GHC lays out the stack of a piece of code as a whole (CmmLayoutStack): a variable keeps its slot in every
// frame that needs it. Others take the oldest free slots, those of closures that this code allocated and of
// the cost centres first. So a frame may have words that nothing uses.
#pragma once

#include "closures.hpp"
#include "free_variables.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace differential {

class Environment {
  public:
    /// The parameter is in the list of the code's variables.
    Environment(Machine& m, Ref const& parameter) : m_(m), list_(parameter) { list_ = Ref(); }

    Ref& operator[](Var var) {
        if (var.number >= values_.size()) values_.resize(var.number + 1), origins_.resize(var.number + 1);
        return values_[var.number];
    }
    /// A variable of a pattern, a parameter, or a result; it has no value yet.
    Ref& bind(Var var) { return start(var, false); }
    /// A variable of a closure that this code allocates.
    Ref& allocate(Var var) { return start(var, true); }

    /// Forgets all variables but these.
    void keep(Vars const& live) {
        for (std::size_t i = 0; i != values_.size(); ++i)
            if (!needs(live, i)) values_[i] = Ref();
    }
    /// Keeps the variables that the continuation of a call needs, in the order of its frame. The frame also
    /// holds `more` variables that are not here.
    void call(Vars const& live, std::size_t more) {
        lay_out(live);
        Ref const zero = m_.con(code_of(Con::Z));
        std::vector<Ref> kept(values_.size());
        unused_.clear();
        for (std::size_t const slot : stack_) {
            if (slot == cost_centres) continue;
            if (slot != free && values_[slot]) {
                kept[slot] = list_;  // is now the first in the list
                kept[slot] = std::move(values_[slot]);
            } else if (more != 0) {
                --more;
            } else {  // free, or a counter
                unused_.push_back(list_);
                unused_.back() = zero;
            }
        }
        values_ = std::move(kept);
    }

    long counter = 0;  ///< the only one

  private:
    struct Origin {
        bool allocated = false;
        std::size_t since = 0;
    };
    static constexpr std::size_t free = 0, cost_centres = ~std::size_t{0};

    Ref& start(Var var, bool allocated) {
        Ref& value = (*this)[var];
        origins_[var.number] = {allocated, ++bound_};
        return value;
    }
    static bool needs(Vars const& live, std::size_t number) {
        return std::any_of(live.begin(), live.end(), [&](Var const& var) { return var.number == number; });
    }
    void lay_out(Vars const& live) {
        for (std::size_t& slot : stack_)
            if (!needs(live, slot)) slot = free;
        if (std::exchange(called_, true)) stack_.push_back(free);  // the last return address
        std::vector<std::size_t> fresh;
        for (Var const& var : live)
            if (std::find(stack_.begin(), stack_.end(), var.number) == stack_.end())
                fresh.push_back(var.number);
        auto const order = [&](std::size_t number) {
            return std::tuple(!origins_[number].allocated, origins_[number].since);
        };
        std::sort(fresh.begin(), fresh.end(),
                  [&](std::size_t x, std::size_t y) { return order(x) < order(y); });
        auto const allocated = std::find_if(fresh.begin(), fresh.end(),
                                            [&](std::size_t number) { return !origins_[number].allocated; });
        fresh.insert(allocated, cost_centres);
        for (std::size_t& slot : stack_)
            if (slot == free && !fresh.empty()) {
                slot = fresh.front();
                fresh.erase(fresh.begin());
            }
        stack_.insert(stack_.end(), fresh.rbegin(), fresh.rend());
        while (stack_.back() == free) stack_.pop_back();
    }

    Machine& m_;
    std::vector<Ref> values_;  // by number
    std::vector<Origin> origins_;
    std::vector<Ref> unused_;         // words of the frame
    std::vector<std::size_t> stack_;  // numbers of variables, oldest slot first
    std::size_t bound_ = 0;
    bool called_ = false;
    Ref list_;  // before all variables; refers to nothing
};

}  // namespace differential
