// trav/graph/detail/bases.hpp: each_base(), the direct base classes of a class, by its std::type_info.
//
// Of the Itanium C++ ABI, which g++ and clang follow: the object of type std::type_info has a derived class
// with a pointer to its only base, or with a list of all bases. Other compilers, and -fno-rtti, list none.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>
#include <string_view>
#include <typeinfo>

namespace trav::detail {

#if __has_include(<cxxabi.h>) && defined(__cpp_rtti)
inline constexpr bool lists_bases = true;

/// Calls f(std::type_info const&, address) for each direct base class of an object.
inline void each_base(std::type_info const& info, void const* object, auto&& f) {
    std::string_view const kind = typeid(info).name();
    auto const* at =
        reinterpret_cast<char const*>(&info) + 2 * sizeof(void*);  // after the vtable and the name
    auto const next = [&]<class T>(T value) {
        copy_bytes(&value, at, sizeof value);
        at += sizeof value;
        return value;
    };
    std::type_info const* base = nullptr;
    if (kind.find("__si_class_type_info") != kind.npos) {
        f(*next(base), object);
    } else if (kind.find("__vmi_class_type_info") != kind.npos) {
        next(0u);  // flags
        for (unsigned count = next(0u); count != 0; --count) {
            base = next(base);
            auto const flags = next(std::ptrdiff_t{0});
            std::ptrdiff_t offset = flags >> 8;
            if ((flags & 1) != 0) {  // virtual: the vtable has the offset
                char const* vtable = nullptr;
                copy_bytes(&vtable, object, sizeof vtable);
                copy_bytes(&offset, vtable + offset, sizeof offset);
            }
            f(*base, static_cast<char const*>(object) + offset);
        }
    }
}
#else
inline constexpr bool lists_bases = false;
inline void each_base(std::type_info const&, void const*, auto&&) {}
#endif

}  // namespace trav::detail
