// trav/graph/detail/derived_types.hpp: finds types by their std::type_info.
#pragma once

#include "../../detail/array.hpp"
#include "../object.hpp"

#include <cstddef>
#include <cstdint>
#include <typeinfo>

namespace trav::detail {

/// A hash table of a few types, by the address of their std::type_info. If a shared library has another copy
/// of a type_info, the type is found by comparison.
class DerivedTypes {
  public:
    explicit DerivedTypes(std::initializer_list<Type const*> types) {
        std::size_t size = 4;
        while (size < 2 * types.size()) size *= 2;
        entries_ = Array<Type const*>(size);
        for (Type const* const type : types) {
            if (!type->info) continue;
            std::size_t at = home(*type->info);
            while (entries_[at]) at = (at + 1) & (size - 1);
            entries_[at] = type;
        }
    }
    Type const* find(std::type_info const& info) const {
        for (std::size_t at = home(info); entries_[at]; at = (at + 1) & (entries_.size() - 1))
            if (entries_[at]->info == &info) return entries_[at];
        for (std::size_t at = 0; at != entries_.size(); ++at)
            if (entries_[at] && same(*entries_[at]->info, info)) return entries_[at];
        return nullptr;
    }

  private:
    static bool same([[maybe_unused]] std::type_info const& a, [[maybe_unused]] std::type_info const& b) {
#ifdef __cpp_rtti
        return a == b;
#else
        return false;
#endif
    }
    std::size_t home(std::type_info const& info) const {
        auto const address = reinterpret_cast<std::uintptr_t>(&info);
        return static_cast<std::size_t>(std::uint64_t{address} * 0x9E3779B97F4A7C15u >> 40) &
               (entries_.size() - 1);
    }
    Array<Type const*> entries_;
};

}  // namespace trav::detail
