// trav/graph/detail/type_registry.hpp: TypeRegistry, the types of a program. Each source file adds what it
// knows of the types that it uses, before main().
//
// A source file may know the declaration of a type, its definition, or its description. The file that knows
// most determines the Type, in any order of linking.
#pragma once

#include "../../detail/compiler.hpp"
#include "../object.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <typeinfo>
#include <utility>

namespace trav::detail {

/// Whether a type belongs to one source file: it depends on a class in an unnamed namespace. By clang, such
/// types of several files may have equal names, and so equal std::type_infos.
inline bool is_of_one_file(std::type_info const& info) {
    return std::strstr(info.name(), "_GLOBAL__N_1") != nullptr;
}

/// Finds described classes by their std::type_info: by its address, or, if a shared library has another copy
/// of it, by its name. Allocates nothing, and needs no destruction.
class TypeRegistry {
  public:
    /// Replaces a type by the same type, if more is known of it. Returns true.
    bool add(Type& type, Type const& more) {
        if (type.knowledge >= more.knowledge) return true;
        type = more;
        if (type.info != nullptr && type.knowledge > knows_description) {  // for the first and last time
            type.by_address = std::exchange(by_address_[slot(*type.info)], &type);
            type.by_name = std::exchange(by_name_[type.info->hash_code() % slots], &type);
        }
        return true;
    }
    Type const* find(std::type_info const& info) const {
        for (Type const* type = by_address_[slot(info)]; type; type = type->by_address)
            if (type->info == &info) return type;
        for (Type const* type = by_name_[info.hash_code() % slots]; type; type = type->by_name)
            if (*type->info == info && !is_of_one_file(info)) return type;
        return nullptr;
    }

  private:
    static constexpr std::size_t slots = 256;
    static std::size_t slot(std::type_info const& info) {
        auto const address = reinterpret_cast<std::uintptr_t>(&info);
        return static_cast<std::size_t>(std::uint64_t{address} * 0x9E3779B97F4A7C15u >> 56);
    }
    Type const* by_address_[slots] = {};
    Type const* by_name_[slots] = {};
};

inline constinit TypeRegistry type_registry;

}  // namespace trav::detail
