// trav/ghc/heap/shared_values.hpp: small values that share one static closure each.
//
// Offers SharedValues. GHC's collector replaces every Char, and every Int from -16 to 255, by such a closure.
// A lookup costs one comparison for each table.
#pragma once

#include "../layout/closure.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace trav::ghc {

class SharedValues {
  public:
    /// values[i] is the static closure of this constructor with the single word `first + i`.
    void add(Entry const* table, std::int64_t first, std::vector<Closure*> values) {
        shared_.push_back({table, first, std::move(values)});
    }
    /// The static closure equal to this closure; null if there is none.
    Closure* of(Closure* c) const {
        for (Values const& s : shared_)
            if (s.table == c->info) {
                Word const at = *words_after(c) - static_cast<Word>(s.first);
                return at < s.values.size() ? s.values[at] : nullptr;
            }
        return nullptr;
    }

  private:
    struct Values {
        Entry const* table;
        std::int64_t first;
        std::vector<Closure*> values;
    };
    std::vector<Values> shared_;
};

}  // namespace trav::ghc
