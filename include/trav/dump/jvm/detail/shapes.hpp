// ShapeTable: the common properties of the objects of each class. At first these come from the hprof file's
// record of the class alone; when all classes are known, each class inherits from its superclass.
#pragma once

#include "../../detail/interned.hpp"
#include "../heap.hpp"
#include "bytes.hpp"
#include "classes.hpp"
#include "java_text.hpp"
#include "sizes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump::detail {

class ShapeTable {
  public:
    /// The first shape is for objects of classes that are not known yet.
    ShapeTable(JvmHeap& heap, Interned& names, std::size_t id_size)
        : heap_(heap), names_(names), classes_(id_size) {
        add({});
    }

    ClassTable& classes() { return classes_; }
    ClassTable const& classes() const { return classes_; }
    /// The shapes of two kinds of arrays; 0 if the file has none.
    std::uint32_t of_bytes() const { return primitives_[FieldType::byte]; }
    std::uint32_t of_characters() const { return primitives_[FieldType::character]; }
    /// The inputs of the size computation, by shape.
    std::vector<ShapeSize> const& sizes() const { return sizes_; }

    /// Adds the shape of a class as an object. `own` are its reference fields, starting with `not_program`
    /// fields that are not the program's; `other` is the size of its other fields in bytes.
    std::uint32_t add_class_object(std::vector<std::uint32_t> own, std::size_t not_program,
                                   std::uint64_t other) {
        auto const references = static_cast<std::uint32_t>(own.size() - not_program);
        std::uint32_t const shape = add({.other = other, .references = references});
        heap_.shapes[shape].references = static_cast<std::uint32_t>(own.size());
        heap_.shapes[shape].fields = std::move(own);
        return shape;
    }
    /// Adds a class, which already has a node, and the shape of its instances.
    void add_class(ClassRecord record) {
        record.shape = add({.in_file = record.instance_size});
        JvmShape& shape = heap_.shapes[record.shape];
        shape.type = record.name;
        shape.of_class = record.node;
        for (Field const& field : record.fields)
            if (field.type == FieldType::object) shape.fields.push_back(field.name);
        classes_.add(std::move(record));
    }
    /// The shape of the arrays of one primitive type.
    std::uint32_t of_primitives(std::uint8_t kind) {
        std::uint32_t& shape = primitives_[kind];
        if (shape != 0) return shape;
        shape = add({.element = static_cast<std::uint32_t>(FieldType::size(kind, 0))});
        heap_.shapes[shape].type = names_(java_name(std::string("[") + "ZCFDBSIJ"[kind - 4]));
        heap_.shapes[shape].group = group("array");
        return shape;
    }

    /// Completes the shapes. All classes must be known.
    void finish() {
        if (auto const number = classes_.in_a_cycle())
            throw Error(heap_.file, "the class " + std::string(heap_.strings[classes_[*number].name]) +
                                        " extends itself");
        depth_.resize(heap_.shapes.size());
        bases_.resize(classes_.size());
        for (std::uint32_t const number : classes_.in_order()) finish_instances(number);
        finish_class_objects();
        for (std::uint32_t const shape : primitives_)  // 0, of no object, if there are none
            if (ClassRecord const* const its = named(heap_.shapes[shape].type))
                heap_.shapes[shape].of_class = its->node;
    }
    /// The shape of the arrays of references with this class. All classes must be known.
    std::uint32_t of_arrays(std::uint64_t class_id) {
        auto const number = classes_.find(class_id);
        std::uint32_t& shape = arrays_[number ? *number : ClassRecord::none];
        if (shape != 0) return shape;
        shape = add({.elements_refer = true});
        heap_.shapes[shape].type = number ? classes_[*number].name : names_("java.lang.Object[]");
        if (number) heap_.shapes[shape].of_class = classes_[*number].node;
        heap_.shapes[shape].elements_refer = true;
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

    /// The bases that matter, each a bit; a class has the bits of its superclasses, too.
    enum Base : unsigned {
        reference = 1,
        final_reference = 2,
        string = 4,
        class_loader = 8,
        thread = 16,
        soft_reference = 32,
        weak_reference = 64,
        phantom_reference = 128
    };
    static unsigned base(std::string_view name) {
        constexpr std::pair<char const*, Base> bases[] = {
            {"java.lang.ref.Reference", reference},
            {"java.lang.ref.SoftReference", soft_reference},
            {"java.lang.ref.WeakReference", weak_reference},
            {"java.lang.ref.FinalReference", final_reference},
            {"java.lang.ref.PhantomReference", phantom_reference},
            {"java.lang.String", string},
            {"java.lang.ClassLoader", class_loader},
            {"java.lang.Thread", thread}};
        for (auto const& [its, bit] : bases)
            if (name == its) return bit;
        return 0;
    }
    static JvmReference kind_of_reference(unsigned bases) {
        if ((bases & soft_reference) != 0) return JvmReference::soft;
        if ((bases & weak_reference) != 0) return JvmReference::weak;
        if ((bases & final_reference) != 0) return JvmReference::finalizer;
        return (bases & phantom_reference) != 0 ? JvmReference::phantom : JvmReference::none;
    }
    /// Adds what a class inherits. Its superclass must be finished.
    void finish_instances(std::uint32_t number) {
        ClassRecord const& record = classes_[number];
        JvmShape& shape = heap_.shapes[record.shape];
        auto const own = static_cast<std::uint32_t>(shape.fields.size());
        unsigned bases = base(heap_.strings[record.name]);
        shape.references = own;
        if (record.parent != ClassRecord::none) {
            bases |= bases_[record.parent];
            JvmShape const& super = heap_.shapes[classes_[record.parent].shape];
            shape.references += super.references;
            if (super.weak_field != no_field) shape.weak_field = own + super.weak_field;
        }
        if (record.above != ClassRecord::none) put_under(shape, classes_[record.above].shape);
        depth_[record.shape] = depth_[shape.above] + 1;
        bases_[number] = static_cast<std::uint8_t>(bases);
        if (shape.weak_field == no_field && (bases & reference) != 0)
            for (std::uint32_t i = 0; i != own; ++i)
                if (heap_.strings[shape.fields[i]] == "referent") shape.weak_field = i;
        if (shape.weak_field != no_field) shape.reference = kind_of_reference(bases);
        sizes_[record.shape].references = shape.references;
        sizes_[record.shape].other = record.other;
        if ((bases & string) != 0) shape.group = group("string");
        if ((bases & class_loader) != 0) shape.group = group("class loader");
        if ((bases & thread) != 0) shape.group = group("thread");
    }
    /// Sets the shapes above a shape. The far one skips as many as in a skew-binary number, so that each of
    /// them is a logarithm of steps away (Myers, An applicative random-access stack, 1983).
    void put_under(JvmShape& shape, std::uint32_t above) const {
        std::uint32_t const far = heap_.shapes[above].far_above, farther = heap_.shapes[far].far_above;
        shape.above = above;
        shape.far_above = depth_[above] - depth_[far] == depth_[far] - depth_[farther] ? farther : above;
    }
    /// A class is an instance of java.lang.Class, plus its static fields.
    void finish_class_objects() {
        std::uint32_t const class_class = names_("java.lang.Class");
        ClassRecord const* const its = named(class_class);
        for (ClassRecord const& each : classes_) {
            std::uint32_t const own = heap_.shape_of[each.node];
            heap_.shapes[own].group = group("class");
            heap_.shapes[own].type = class_class;
            if (its == nullptr) continue;
            heap_.shapes[own].of_class = its->node;
            sizes_[own].other += sizes_[its->shape].other;
            sizes_[own].references += sizes_[its->shape].references;
            sizes_[own].in_file = its->instance_size;
        }
    }
    /// The class with a name, a string number; null if it is not in the file.
    ClassRecord const* named(std::uint32_t name) const {
        auto const its = std::ranges::find(classes_, name, &ClassRecord::name);
        return its == classes_.end() ? nullptr : &*its;
    }

    static constexpr std::uint32_t no_field = JvmShape{}.weak_field;

    JvmHeap& heap_;
    Interned& names_;
    ClassTable classes_;
    std::vector<ShapeSize> sizes_;                             // by shape
    std::vector<std::uint32_t> depth_;                         // by shape: the shapes above it, and itself
    std::vector<std::uint8_t> bases_;                          // by class
    std::array<std::uint32_t, 12> primitives_{};               // shapes of arrays by the types of elements
    std::unordered_map<std::uint32_t, std::uint32_t> arrays_;  // shapes of arrays of references by class
};

}  // namespace trav::dump::detail
