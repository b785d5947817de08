// HeapBuilder: builds a JvmHeap from the objects of an hprof file, in the order of the file.
//
// References are addresses until finish(), which replaces them with numbers.
#pragma once

#include "../../../detail/large_vector.hpp"
#include "../../detail/ids.hpp"
#include "../../detail/interned.hpp"
#include "../../detail/sort_runs.hpp"
#include "../heap.hpp"
#include "addresses.hpp"
#include "bytes.hpp"
#include "classes.hpp"
#include "direct_buffers.hpp"
#include "finalizable.hpp"
#include "java_strings.hpp"
#include "roots.hpp"
#include "shapes.hpp"
#include "sizes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace trav::dump::detail {

class HeapBuilder {
  public:
    HeapBuilder(Bytes& bytes, bool android) : bytes_(bytes), android_(android) {
        heap_.file = bytes.name();
        names_("");  // the first string
    }

    /// Reserves memory for the usual contents of a file of this size; unused memory costs nothing.
    void expect(std::uint64_t bytes) {
        constexpr std::uint64_t per_object = 32, per_reference = 16;
        auto const objects = static_cast<std::size_t>(std::min<std::uint64_t>(bytes / per_object, jvm_null));
        heap_.ids.reserve(objects);
        heap_.shape_of.reserve(objects);
        heap_.length.reserve(objects);
        heap_.first_slot.reserve(objects);
        addresses_.reserve(
            static_cast<std::size_t>(std::min<std::uint64_t>(bytes / per_reference, jvm_null)));
    }

    std::string_view string(std::uint32_t number) const { return heap_.strings[number]; }
    /// The number of a new string.
    std::uint32_t text(std::string_view string) { return heap_.strings.add(string); }
    /// The number of a name; equal names have the same number.
    std::uint32_t name(std::string_view string) { return names_(string); }

    void add_class(ClassRecord record, std::vector<Static> const& statics) {
        if (shapes_.classes().find(record.id)) return;
        std::vector<std::uint32_t> names;
        std::uint64_t other = 0;  // bytes of the static fields that are not references
        for (Static const& field : statics) {
            if (field.type == FieldType::object) names.push_back(field.name);
            else other += FieldType::size(field.type, bytes_.id_size());
            // Since Java 9 it orders immutable sets.
            bool const salt = string(field.name) == "SALT32L" || string(field.name) == "SALT";
            if (salt && string(record.name) == "java.util.ImmutableCollections") heap_.process = field.value;
        }
        record.is_string = string(record.name) == "java.lang.String";
        record.is_buffer = !android_ && string(record.name) == DirectBuffers::class_name;
        record.node =
            add_node(record.id, shapes_.add_class_object(std::move(names), Static::of_runtime, other), 0);
        for (Static const& field : statics)
            if (field.type == FieldType::object) add_slot(field.value);
        shapes_.add_class(std::move(record));
    }
    /// `data`: the bytes of the fields.
    void add_instance(std::uint64_t id, std::uint64_t class_id, std::string_view data) {
        Node const node = add_node(id, 0, 0);
        if (!set_instance(node, class_id, data)) late_.push_back({node, class_id, std::string(data)});
    }
    /// Adds an array of references. The caller must then call add_slot() for each element.
    void add_objects(std::uint64_t id, std::uint64_t class_id, std::uint32_t length) {
        arrays_.emplace_back(add_node(id, 0, length), class_id);
    }
    void add_slot(std::uint64_t id) {
        if (addresses_.size() == jvm_null) bytes_.fail("more than 2^32 - 1 references");
        addresses_.add(id);
    }
    /// Adds an array of numbers or characters; `begin` has the first bytes.
    void add_primitives(std::uint64_t id, std::uint8_t type, std::uint32_t length, std::string_view begin) {
        Node const node = add_node(id, shapes_.of_primitives(type), length);
        if (type == FieldType::byte || type == FieldType::character)
            heap_.first_slot[node] = strings_.add_array(begin.substr(0, JavaStrings::longest_text));
    }
    /// Records a hash of the bytes of the last array that were not kept.
    void note_rest(std::uint64_t hash) {
        heap_.long_arrays.emplace_back(static_cast<Node>(heap_.ids.size() - 1), hash);
    }
    RootTable& roots() { return roots_; }

    JvmHeap finish() {
        shapes_.finish();
        for (auto const& [node, class_id, data] : late_)
            if (!set_instance(node, class_id, data))
                throw Error(heap_.file, "the class of " + heap_.id(node) +
                                            ", or one that it extends, is not in the file");
        for (auto const& [node, class_id] : arrays_) heap_.shape_of[node] = shapes_.of_arrays(class_id);
        Ids const numbers(heap_.ids);
        resolve(numbers);
        add_defined();
        auto outside = std::exchange(heap_.outside, {});  // it takes no room in the heap
        set_sizes(heap_, shapes_.sizes(), numbers.nodes(), bytes_.id_size(), android_);
        std::ranges::sort(outside);
        heap_.outside = std::move(outside);
        name_objects();
        roots_.finish(heap_, names_, numbers);
        add_finalizable(heap_, names_("waiting for finalizer"));
        if (heap_.roots.empty()) throw Error(heap_.file, "there is no root in it: is the file cut short?");
        add_globals();
        return std::move(heap_);
    }

  private:
    struct Late {
        Node node;
        std::uint64_t class_id;
        std::string data;
    };

    Node add_node(std::uint64_t id, std::uint32_t shape, std::uint32_t length) {
        if (heap_.ids.size() == jvm_null - 1) bytes_.fail("more than 2^32 - 2 objects");
        heap_.ids.push_back(id);
        heap_.shape_of.push_back(shape);
        heap_.length.push_back(length);
        heap_.first_slot.push_back(static_cast<std::uint32_t>(addresses_.size()));
        return static_cast<Node>(heap_.ids.size() - 1);
    }
    /// Returns false if the fields of the class are not known yet.
    bool set_instance(Node node, std::uint64_t class_id, std::string_view data) {
        ClassTable const& classes = shapes_.classes();
        auto const number = classes.find(class_id);
        if (!number || !classes[*number].complete) return false;
        ClassRecord const& record = classes[*number];
        if (data.size() != record.size)
            bytes_.fail(heap_.id(node) + " has " + std::to_string(data.size()) + " bytes of fields, but " +
                        std::string(string(record.name)) + " has " + std::to_string(record.size));
        heap_.shape_of[node] = record.shape;
        heap_.first_slot[node] = static_cast<std::uint32_t>(addresses_.size());
        classes.for_each_reference(
            *number, [&](std::size_t position) { add_slot(bytes_.id_at(data.data() + position)); });
        if (record.is_string) strings_.add_string(heap_, node, *number, classes, data, bytes_.id_size());
        if (record.is_buffer) buffers_.add(heap_, node, *number, classes, data, bytes_.id_size());
        return true;
    }

    void resolve(Ids const& numbers) {
        std::size_t const count = addresses_.count();
        heap_.slots = std::move(addresses_).nodes(numbers);
        auto const nulls = std::ranges::count(heap_.slots, jvm_null);
        heap_.edges = static_cast<std::uint32_t>(std::ssize(heap_.slots) - nulls);
        heap_.dangling = count - heap_.edges;
        for (std::uint32_t const shape : heap_.shape_of)
            heap_.edges += heap_.shapes[shape].of_class != jvm_null;
    }

    /// Adds the classes of each loader.
    void add_defined() {
        for (ClassRecord const& record : shapes_.classes()) {
            Node const loader = heap_.slots[heap_.first_slot[record.node] + Static::loader];
            if (loader == jvm_null) continue;
            heap_.defined.emplace_back(loader, record.node);
            heap_.shapes[heap_.shape_of[loader]].defines = true;
        }
        std::ranges::sort(heap_.defined);
        heap_.edges += static_cast<std::uint32_t>(heap_.defined.size());
    }

    void name_objects() {
        strings_.finish(heap_, shapes_.of_bytes(), shapes_.of_characters());
        for (ClassRecord const& record : shapes_.classes())
            heap_.names.emplace_back(record.node, record.name);
        sort_runs(heap_.names);
    }
    /// Adds the node with the classes, and the roots that are not classes, as fields. The first object
    /// with a name gets the field.
    void add_globals() {
        JvmShape globals{.type = names_("(classes)")};
        auto const first = static_cast<std::uint32_t>(heap_.slots.size());
        std::unordered_set<std::uint32_t> known;
        auto const add = [&](std::uint32_t name, Node node) {
            if (!known.insert(name).second) return;
            globals.fields.push_back(name);
            heap_.slots.push_back(node);
            ++heap_.edges;
        };
        for (ClassRecord const& record : shapes_.classes()) add(record.name, record.node);
        for (auto const& root : heap_.roots) add(root.name, root.node);
        globals.references = static_cast<std::uint32_t>(globals.fields.size());
        heap_.ids.push_back(0);
        heap_.length.push_back(0);
        heap_.first_slot.push_back(first);
        heap_.shape_of.push_back(static_cast<std::uint32_t>(heap_.shapes.size()));
        heap_.shapes.push_back(std::move(globals));
    }

    Bytes& bytes_;
    bool android_;
    JvmHeap heap_;
    Interned names_{heap_.strings};
    ShapeTable shapes_{heap_, names_, bytes_.id_size()};
    Addresses addresses_;  // targets of the slots
    std::vector<Late> late_;
    trav::detail::LargeVector<std::pair<Node, std::uint64_t>> arrays_;  // of references, and their classes
    JavaStrings strings_;
    DirectBuffers buffers_;
    RootTable roots_;
};

}  // namespace trav::dump::detail
