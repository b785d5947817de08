// by_loader: splits the objects of a Java heap by the loader of their class:
// "jdk.internal.loader.ClassLoaders$AppClassLoader app". The text includes the loader's own name if it has
// one, and its address if another loader has the same text. A class belongs to its own loader. Reflection
// makes a loader for each method that it calls often; together they are one line.
#pragma once

#include "../detail/part_of_name.hpp"
#include "../grouping.hpp"
#include "heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// The loaders of a heap's classes.
class JavaLoaders {
  public:
    static constexpr Node no_class = jvm_null - 1, reflection = jvm_null - 2;

    explicit JavaLoaders(JvmHeap const& heap) : heap_(heap), of_shape_(heap.shapes.size(), no_class) {
        std::map<std::string, int> same;
        for (std::size_t shape = 0; shape != heap.shapes.size(); ++shape) {
            Node const its = heap.shapes[shape].of_class;
            if (its == jvm_null) continue;
            of_shape_[shape] = of_class(its);
            auto const [known, fresh] = names_.try_emplace(of_shape_[shape]);
            if (fresh) ++same[known->second = called(known->first)];
        }
        for (auto& [loader, name] : names_)
            if (same[name] > 1) name += " @" + heap.id(loader);
    }
    /// The loader of an object's class; jvm_null for the virtual machine's own loader; or no_class.
    Node operator()(Node n) const {
        return heap_.group_name(heap_.group(n)) == "class" ? of_class(n) : of_shape_[heap_.shape_of[n]];
    }
    /// Whether classes of this loader belong to the virtual machine.
    bool of_machine(Node loader) const {
        if (loader == jvm_null || loader == no_class || loader == reflection) return true;
        std::string const type = type_name(heap_, loader);
        return type.ends_with("$PlatformClassLoader") || type.ends_with("$ExtClassLoader");
    }
    std::string name(Node loader) const {
        if (loader == no_class) return "(no class)";
        auto const known = names_.find(loader);
        return known == names_.end() ? called(loader) : known->second;
    }

  private:
    Node of_class(Node its) const {
        JvmShape const& shape = heap_.shapes[heap_.shape_of[its]];
        std::uint32_t const loader = heap_.find_field(shape, "<loader>");
        if (loader == shape.references) return jvm_null;
        Node const found = heap_.slots[heap_.first_slot[its] + loader];
        bool const is_object = found < heap_.node_count();
        return is_object && heap_.type_name(heap_.type(found)).ends_with(of_reflection) ? reflection : found;
    }
    std::string called(Node loader) const {
        if (loader == jvm_null) return "bootstrap";
        if (loader == reflection) return "reflect.DelegatingClassLoader";
        std::string text = detail::part_of_name(heap_.type_name(heap_.type(loader)));
        heap_.for_each_edge(loader, [&](JvmHeap::Edge const& edge) {
            if (heap_.name(edge) != "name" || heap_.name_number(edge.to) == 0) return;
            (text += ' ') += detail::part_of_name(heap_.name(edge.to));
        });
        return text;
    }

    static constexpr std::string_view of_reflection = ".reflect.DelegatingClassLoader";

    JvmHeap const& heap_;
    std::vector<Node> of_shape_;
    std::map<Node, std::string> names_;
};

}  // namespace detail

/// The names of the program's classes, without classes that are generated while it runs.
inline std::vector<std::string> own_java_classes(JvmHeap const& heap) {
    detail::JavaLoaders const loaders(heap);
    std::vector<std::string> names;
    for (Node n = 0; n != heap.node_count(); ++n) {
        if (heap.group_name(heap.group(n)) != "class" || loaders.of_machine(loaders(n))) continue;
        std::string_view const name = heap.name(n);
        auto const has = [&](std::string_view part) { return name.find(part) != name.npos; };
        bool const generated = has("$$Lambda") || has("$Proxy") || has("0x");
        if (!name.empty() && !generated && !name.ends_with("[]")) names.emplace_back(name);
    }
    return names;
}

/// The breakdown "loader" of JvmDump.
inline Grouping by_loader(JvmHeap const& heap) {
    detail::JavaLoaders const loaders(heap);
    return grouping_by(
        heap, [&](Node n) { return loaders(n); }, [&](Node loader) { return loaders.name(loader); });
}

}  // namespace trav::dump
