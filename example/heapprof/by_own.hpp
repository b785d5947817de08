// The breakdowns that a format has of its own, such as where objects were allocated.
#pragma once

#include <trav/dump/dump.hpp>
#include <trav/dump/error.hpp>
#include <trav/profile/band.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace heapprof {

/// Breakdown `name` of the dump, which must outlive it. Throws dump::Error if the format has none.
template <trav::dump::Dump D>
class ByOwn {
    static constexpr auto names = trav::dump::breakdowns<D>();

  public:
    ByOwn(D const& dump, std::string const& name)
        : dump_(&dump), number_(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())) {
        if (number_ == names.size())
            throw trav::dump::Error(dump.source(),
                                    "dumps of this format do not say the '" + name + "' of objects");
    }

    std::string name() const { return std::string(names[number_]); }
    auto key(trav::dump::Node n) const {
        if constexpr (names.empty()) return n;
        else return dump_->key(number_, n);
    }
    trav::Band band(auto key) const {
        if constexpr (names.empty()) return {std::to_string(key)};
        else return {dump_->band(number_, key)};
    }

  private:
    D const* dump_;
    std::size_t number_;
};

}  // namespace heapprof
