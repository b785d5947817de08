// by_loader: splits the objects of a Java heap by the loader of their class:
// "jdk.internal.loader.ClassLoaders$AppClassLoader app". The text includes the loader's own name if it has
// one, and its address if another loader has the same text. A class belongs to its own loader. Reflection
// makes a loader for each method that it calls often; together they are one line.
#pragma once

#include "../grouping.hpp"
#include "detail/java_text.hpp"
#include "heap.hpp"
#include "loaders.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace trav::dump {

/// The names of the program's classes, without classes that are generated while it runs.
inline std::vector<std::string> own_java_classes(JvmHeap const& heap) {
    JavaLoaders const loaders(heap);
    std::vector<std::string> names;
    for (Node n = 0; n != heap.node_count(); ++n) {
        if (heap.group_name(heap.group(n)) != "class" || loaders.of_machine(loaders(n))) continue;
        std::string_view const name = heap.name(n);
        auto const has = [&](std::string_view part) { return name.find(part) != name.npos; };
        bool const generated = has("$$Lambda") || has("$Proxy") || has("0x");
        if (name != detail::nameless_class && !generated && !name.ends_with("[]")) names.emplace_back(name);
    }
    return names;
}

/// The breakdown "loader" of JvmDump.
inline Grouping by_loader(JvmHeap const& heap) {
    JavaLoaders const loaders(heap);
    return grouping_by(
        heap, [&](Node n) { return loaders(n); }, [&](Node loader) { return loaders.name(loader); });
}

}  // namespace trav::dump
