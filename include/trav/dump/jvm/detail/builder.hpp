// HeapBuilder: makes a JvmHeap of the objects of an hprof file, in the order in which they come.
//
// References are addresses until finish(), which numbers them.
#pragma once

#include "../../detail/ids.hpp"
#include "../../detail/sort_runs.hpp"
#include "../heap.hpp"
#include "addresses.hpp"
#include "bytes.hpp"
#include "classes.hpp"
#include "java_strings.hpp"
#include "java_text.hpp"
#include "roots.hpp"
#include "sizes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace trav::dump::detail {

class HeapBuilder {
  public:
    /// A reference that a class has: the number of its name, and an address.
    using Static = std::pair<std::uint32_t, std::uint64_t>;
    /// The first of them are not the program's.
    static constexpr std::size_t runtime_statics = 4;

    HeapBuilder(Bytes& bytes, bool android) : bytes_(bytes), android_(android) {
        heap_.file = bytes.name();
        text("");
        heap_.shapes.emplace_back();
        sizes_.emplace_back();
    }

    std::string_view string(std::uint32_t number) const { return heap_.strings[number]; }
    /// The number of a new string.
    std::uint32_t text(std::string_view string) {
        heap_.strings.add([&](std::string& to) { to += string; });
        return static_cast<std::uint32_t>(heap_.strings.size() - 1);
    }

    /// `other`: bytes of the static fields that are no references.
    void add_class(ClassRecord record, std::vector<Static> const& statics, std::uint64_t other) {
        if (classes_.find(record.id)) return;
        record.is_string = record.name == "java.lang.String";
        record.node = add_node(record.id, new_shape({.other = other}), 0);
        for (auto const& [name, id] : statics) {
            heap_.shapes.back().fields.push_back(name);
            add_slot(id);
        }
        sizes_.back().references = static_cast<std::uint32_t>(statics.size() - runtime_statics);
        record.shape = new_shape({.in_file = record.instance_size});
        heap_.shapes.back().type = type(record.name);
        heap_.shapes.back().of_class = record.node;
        classes_.add(std::move(record));
    }
    /// `data`: its fields.
    void add_instance(std::uint64_t id, std::uint64_t class_id, std::string_view data) {
        Node const node = add_node(id, 0, 0);
        if (!set_instance(node, class_id, data)) late_.push_back({node, class_id, std::string(data)});
    }
    /// An array of references: add_slot() for each element follows.
    void add_objects(std::uint64_t id, std::uint64_t class_id, std::uint32_t length) {
        arrays_.emplace_back(add_node(id, 0, length), class_id);
    }
    void add_slot(std::uint64_t id) {
        if (addresses_.size() == jvm_null) bytes_.fail("more than 2^32 - 1 references");
        addresses_.add(id);
    }
    /// An array of numbers or characters, of which `begin` has the first.
    void add_primitives(std::uint64_t id, std::uint8_t type, std::uint32_t length, std::string_view begin) {
        std::uint32_t& shape = primitives_[type];
        if (shape == 0) {
            shape = new_shape({.element = static_cast<std::uint32_t>(FieldType::size(type, 0))});
            heap_.shapes[shape].type = this->type(java_name(std::string("[") + "ZCFDBSIJ"[type - 4]));
            heap_.shapes[shape].group = group("array");
        }
        Node const node = add_node(id, shape, length);
        if (type == FieldType::byte || type == FieldType::character)
            heap_.first_slot[node] = strings_.add_array(begin.substr(0, JavaStrings::longest_text));
    }
    /// The array before is longer than what was kept of it: a hash of all the rest.
    void note_rest(std::uint64_t hash) {
        heap_.long_arrays.emplace_back(static_cast<Node>(heap_.ids.size() - 1), hash);
    }
    RootTable& roots() { return roots_; }

    JvmHeap finish() {
        for (auto const& [node, class_id, data] : late_)
            if (!set_instance(node, class_id, data))
                throw Error(heap_.file, "the class of " + heap_.id(node) +
                                            ", or one that it extends, is not in the file");
        finish_classes();
        finish_arrays();
        Ids const numbers(heap_.ids);
        resolve(numbers);
        set_sizes(heap_, sizes_, numbers.entries(), bytes_.id_size(), android_);
        name_objects();
        roots_.finish(heap_, numbers);
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
    std::uint32_t new_shape(ShapeSize size) {
        heap_.shapes.emplace_back();
        sizes_.push_back(size);
        return static_cast<std::uint32_t>(heap_.shapes.size() - 1);
    }
    std::uint32_t type(std::string const& name) {
        auto const [at, fresh] = types_.try_emplace(name, 0);
        if (fresh) at->second = text(name);
        return at->second;
    }
    static std::uint8_t group(std::string_view name) {
        return static_cast<std::uint8_t>(std::ranges::find(JvmHeap::groups, name) - JvmHeap::groups.begin());
    }

    /// False if the fields of its class are not known yet.
    bool set_instance(Node node, std::uint64_t class_id, std::string_view data) {
        auto const number = classes_.find(class_id);
        Layout const* const layout = number ? classes_.layout(*number, bytes_.id_size()) : nullptr;
        if (!layout) return false;
        ClassRecord const& record = classes_[*number];
        if (data.size() != layout->size)
            bytes_.fail(heap_.id(node) + " has " + std::to_string(data.size()) + " bytes of fields, but " +
                        record.name + " has " + std::to_string(layout->size));
        heap_.shape_of[node] = record.shape;
        heap_.first_slot[node] = static_cast<std::uint32_t>(addresses_.size());
        for (auto const& reference : layout->references)
            add_slot(bytes_.id_at(data.data() + reference.offset));
        if (record.is_string) strings_.add_string(heap_, node, *number, classes_, data, bytes_.id_size());
        return true;
    }

    void finish_classes() {
        for (std::uint32_t number = 0; number != classes_.size(); ++number) {
            ClassRecord const& record = classes_[number];
            JvmShape& shape = heap_.shapes[record.shape];
            Layout const* const layout = classes_.layout(number, bytes_.id_size());
            if (record.name == "java.lang.Class") class_class_ = number;
            if (!layout) continue;
            for (auto const& reference : layout->references) {
                if (heap_.strings[reference.name] == "referent" &&
                    classes_.is(*layout, "java.lang.ref.Reference"))
                    shape.weak_field = static_cast<std::uint32_t>(shape.fields.size());
                shape.fields.push_back(reference.name);
            }
            sizes_[record.shape].references = static_cast<std::uint32_t>(layout->references.size());
            sizes_[record.shape].other = layout->other;
            constexpr std::pair<char const*, char const*> groups[] = {
                {"java.lang.String", "string"},
                {"java.lang.ClassLoader", "class loader"},
                {"java.lang.Thread", "thread"}};
            for (auto const& [base, name] : groups)
                if (classes_.is(*layout, base)) shape.group = group(name);
        }
        for (std::uint32_t number = 0; number != classes_.size(); ++number) {
            std::uint32_t const own = heap_.shape_of[classes_[number].node];
            heap_.shapes[own].group = group("class");
            heap_.shapes[own].type = type("java.lang.Class");
            if (!class_class_) continue;
            ClassRecord const& record = classes_[*class_class_];
            heap_.shapes[own].of_class = record.node;
            sizes_[own].other += sizes_[record.shape].other;
            sizes_[own].references += sizes_[record.shape].references;
            sizes_[own].in_file = record.instance_size;
        }
        for (std::uint8_t kind = 0; kind != primitives_.size(); ++kind) {  // their classes, if they are there
            if (primitives_[kind] == 0) continue;
            JvmShape& shape = heap_.shapes[primitives_[kind]];
            for (std::uint32_t number = 0; number != classes_.size(); ++number)
                if (heap_.shapes[classes_[number].shape].type == shape.type)
                    shape.of_class = classes_[number].node;
        }
    }

    void finish_arrays() {
        std::uint32_t unknown = 0;
        for (auto const& [node, class_id] : arrays_) {
            auto const number = classes_.find(class_id);
            if (!number && unknown == 0) {
                unknown = new_shape({});
                heap_.shapes[unknown].type = type("java.lang.Object[]");
            }
            std::uint32_t const shape = number ? classes_[*number].shape : unknown;
            heap_.shapes[shape].elements_refer = sizes_[shape].elements_refer = true;
            heap_.shapes[shape].fields.clear();
            heap_.shapes[shape].group = group("array");
            heap_.shape_of[node] = shape;
        }
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

    void name_objects() {
        strings_.finish(heap_, primitives_[FieldType::byte], primitives_[FieldType::character]);
        for (std::size_t number = 0; number != classes_.size(); ++number)
            heap_.names.emplace_back(classes_[number].node, type(classes_[number].name));
        sort_runs(heap_.names);
    }
    /// The node that has classes, and roots that are none, as fields: of each name the first.
    void add_globals() {
        JvmShape globals{.type = type("(classes)")};
        auto const first = static_cast<std::uint32_t>(heap_.slots.size());
        std::unordered_set<std::string_view> known;
        auto const add = [&](std::string const& name, Node node) {
            if (!known.insert(name).second) return;
            globals.fields.push_back(type(name));
            heap_.slots.push_back(node);
            ++heap_.edges;
        };
        for (std::size_t number = 0; number != classes_.size(); ++number)
            add(classes_[number].name, classes_[number].node);
        for (auto const& root : heap_.roots) add(root.name, root.node);
        heap_.ids.push_back(0);
        heap_.length.push_back(0);
        heap_.first_slot.push_back(first);
        heap_.shape_of.push_back(static_cast<std::uint32_t>(heap_.shapes.size()));
        heap_.shapes.push_back(std::move(globals));
    }

    Bytes& bytes_;
    bool android_;
    JvmHeap heap_;
    ClassTable classes_;
    std::vector<ShapeSize> sizes_;  // per shape
    Addresses addresses_;           // what slots refer to
    std::vector<Late> late_;
    std::vector<std::pair<Node, std::uint64_t>> arrays_;  // of references, and their classes
    JavaStrings strings_;
    std::array<std::uint32_t, 12> primitives_{};  // shapes by the type of an element
    std::optional<std::uint32_t> class_class_;
    std::unordered_map<std::string, std::uint32_t> types_;
    RootTable roots_;
};

}  // namespace trav::dump::detail
