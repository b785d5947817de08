// trav/dump/jvm/loaders.hpp: JavaLoaders, the class loader of each object of a Java heap: that of its class.
// A class belongs to its own loader.
//
//     trav::dump::JavaLoaders const loaders(heap);
//     loaders.name(loaders(n))       // "jdk.internal.loader.ClassLoaders$AppClassLoader app"
//
// Reflection makes a loader for each method that it calls often; they count as one, `reflection`.
#pragma once

#include "../detail/part_of_name.hpp"
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

class JavaLoaders {
  public:
    static constexpr Node no_class = jvm_null - 1, reflection = jvm_null - 2;

    /// The heap must outlive this object.
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
    /// Its class, its own name if it has one, and its address if another loader has the same text.
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

}  // namespace trav::dump
