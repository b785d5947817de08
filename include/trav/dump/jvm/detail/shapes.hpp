// ShapeTable: the common properties of the objects of each class. At first these come from the hprof file's
// record of the class alone; when all classes are known, the properties of the superclasses are added.
#pragma once

#include "../heap.hpp"
#include "bytes.hpp"
#include "classes.hpp"
#include "java_text.hpp"
#include "sizes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump::detail {

class ShapeTable {
  public:
    /// The first shape is for objects of classes that are not known yet.
    explicit ShapeTable(JvmHeap& heap) : heap_(heap) { add({}); }

    ClassTable& classes() { return classes_; }
    ClassTable const& classes() const { return classes_; }
    /// The shapes of two kinds of arrays; 0 if the file has none.
    std::uint32_t of_bytes() const { return primitives_[FieldType::byte]; }
    std::uint32_t of_characters() const { return primitives_[FieldType::character]; }
    /// The inputs of the size computation, by shape.
    std::vector<ShapeSize> const& sizes() const { return sizes_; }

    /// The number of a type.
    std::uint32_t type(std::string const& name) {
        auto const [at, fresh] = types_.try_emplace(name, 0);
        if (fresh) at->second = heap_.strings.add(name);
        return at->second;
    }
    /// Adds the shape of a class as an object. `own` are its reference fields, starting with `not_program`
    /// fields that are not the program's; `other` is the size of its other fields in bytes.
    std::uint32_t add_class_object(std::vector<std::uint32_t> own, std::size_t not_program,
                                   std::uint64_t other) {
        auto const references = static_cast<std::uint32_t>(own.size() - not_program);
        std::uint32_t const shape = add({.other = other, .references = references});
        heap_.shapes[shape].fields = std::move(own);
        return shape;
    }
    /// Adds a class, which already has a node, and the shape of its instances.
    void add_class(ClassRecord record) {
        record.is_string = record.name == "java.lang.String";
        record.shape = add({.in_file = record.instance_size});
        heap_.shapes[record.shape].type = type(record.name);
        heap_.shapes[record.shape].of_class = record.node;
        classes_.add(std::move(record));
    }
    /// The shape of the arrays of one primitive type.
    std::uint32_t of_primitives(std::uint8_t kind) {
        std::uint32_t& shape = primitives_[kind];
        if (shape != 0) return shape;
        shape = add({.element = static_cast<std::uint32_t>(FieldType::size(kind, 0))});
        heap_.shapes[shape].type = type(java_name(std::string("[") + "ZCFDBSIJ"[kind - 4]));
        heap_.shapes[shape].group = group("array");
        return shape;
    }

    /// Completes the shapes. All classes must be known.
    void finish(std::size_t id_size) {
        for (std::uint32_t number = 0; number != classes_.size(); ++number)
            if (Layout const* const layout = classes_.layout(number, id_size))
                finish_instances(number, *layout);
        finish_class_objects();
        for (std::uint32_t const shape : primitives_)  // their classes, if these are in the file
            for (std::uint32_t number = 0; shape != 0 && number != classes_.size(); ++number)
                if (heap_.shapes[classes_[number].shape].type == heap_.shapes[shape].type)
                    heap_.shapes[shape].of_class = classes_[number].node;
    }
    /// The shape of the arrays of references with this class. All classes must be known.
    std::uint32_t of_arrays(std::uint64_t class_id) {
        auto const number = classes_.find(class_id);
        if (!number && unknown_arrays_ == 0) {
            unknown_arrays_ = add({});
            heap_.shapes[unknown_arrays_].type = type("java.lang.Object[]");
        }
        std::uint32_t const shape = number ? classes_[*number].shape : unknown_arrays_;
        heap_.shapes[shape].elements_refer = sizes_[shape].elements_refer = true;
        heap_.shapes[shape].fields.clear();
        heap_.shapes[shape].group = group("array");
        return shape;
    }

  private:
    std::uint32_t add(ShapeSize size) {
        heap_.shapes.emplace_back();
        sizes_.push_back(size);
        return static_cast<std::uint32_t>(heap_.shapes.size() - 1);
    }
    static std::uint8_t group(std::string_view name) {
        return static_cast<std::uint8_t>(std::ranges::find(JvmHeap::groups, name) - JvmHeap::groups.begin());
    }

    void finish_instances(std::uint32_t number, Layout const& layout) {
        JvmShape& shape = heap_.shapes[classes_[number].shape];
        for (auto const& reference : layout.references) {
            if (heap_.strings[reference.name] == "referent" &&
                classes_.is(layout, "java.lang.ref.Reference")) {
                shape.weak_field = static_cast<std::uint32_t>(shape.fields.size());
                shape.finalizes = classes_.is(layout, "java.lang.ref.FinalReference");
            }
            shape.fields.push_back(reference.name);
        }
        ShapeSize& size = sizes_[classes_[number].shape];
        size.references = static_cast<std::uint32_t>(layout.references.size());
        size.other = layout.other;
        constexpr std::pair<char const*, char const*> groups[] = {{"java.lang.String", "string"},
                                                                  {"java.lang.ClassLoader", "class loader"},
                                                                  {"java.lang.Thread", "thread"}};
        for (auto const& [base, name] : groups)
            if (classes_.is(layout, base)) shape.group = group(name);
    }
    /// A class is an instance of java.lang.Class, plus its static fields.
    void finish_class_objects() {
        std::optional<std::uint32_t> of_all;
        for (std::uint32_t number = 0; number != classes_.size(); ++number)
            if (classes_[number].name == "java.lang.Class") of_all = number;
        for (std::uint32_t number = 0; number != classes_.size(); ++number) {
            std::uint32_t const own = heap_.shape_of[classes_[number].node];
            heap_.shapes[own].group = group("class");
            heap_.shapes[own].type = type("java.lang.Class");
            if (!of_all) continue;
            ClassRecord const& its = classes_[*of_all];
            heap_.shapes[own].of_class = its.node;
            sizes_[own].other += sizes_[its.shape].other;
            sizes_[own].references += sizes_[its.shape].references;
            sizes_[own].in_file = its.instance_size;
        }
    }

    JvmHeap& heap_;
    ClassTable classes_;
    std::vector<ShapeSize> sizes_;                // by shape
    std::array<std::uint32_t, 12> primitives_{};  // shapes of arrays by the types of their elements
    std::uint32_t unknown_arrays_ = 0;
    std::unordered_map<std::string, std::uint32_t> types_;  // by name
};

}  // namespace trav::dump::detail
