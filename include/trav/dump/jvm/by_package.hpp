// by_package: splits the objects of a Java heap by the package of their class: "java.util". A class belongs
// to its own package.
#pragma once

#include "../grouping.hpp"
#include "heap.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::dump {

/// The package of a class name: "shop.cart" for "shop.cart.Order$Line[]".
inline std::string_view java_package(std::string_view name) {
    constexpr std::array<std::string_view, 8> primitives{"boolean", "char",  "float", "double",
                                                         "byte",    "short", "int",   "long"};
    if (name.empty() || name.starts_with('(')) return "(no class)";
    name = name.substr(0, name.find('['));
    if (std::ranges::find(primitives, name) != primitives.end()) return "(primitive arrays)";
    // The virtual machine calls a hidden class Shop$$Lambda.0x000800c031f0.
    if (auto const number = name.rfind(".0x"); number != name.npos) name = name.substr(0, number);
    auto const end = name.rfind('.', name.find('$'));
    return end == name.npos ? "(default package)" : name.substr(0, end);
}

/// The breakdown "package" of JvmDump.
inline Grouping by_java_package(JvmHeap const& heap) {
    auto const class_group = static_cast<std::size_t>(
        std::ranges::find(JvmHeap::groups, std::string_view("class")) - JvmHeap::groups.begin());
    return grouping_by(
        heap, [&](Node n) { return heap.group(n) == class_group ? heap.name_number(n) : heap.type(n); },
        [&](std::uint32_t name) { return std::string(java_package(heap.strings[name])); });
}

}  // namespace trav::dump
