// trav/dump/jvm/heap.hpp: JvmHeap, the heap of a Java virtual machine, from an hprof file.
//
//     trav::dump::JvmHeap const heap = trav::dump::read_hprof(input);     // reader.hpp
//
// Objects are instances, arrays, and classes; the fields of a class are its static fields. A
// java.lang.ref.Reference holds its referent weakly, whether it is soft, weak, phantom or final; objects that
// only wait for their finalizer are roots. Each object has an edge to its class, each class one to its
// loader, and each loader one to each class that it has defined, which lives as long; such edges are
// machinery. Paths begin with the name of a class or of a root: `Shop.sessions`,
// `["java.lang.System"].props`, `["thread main"]`. These are the fields of a node without bytes that nothing
// refers to.
//
// Sizes are as in HotSpot: fields and elements, with the size of references in this heap (4 bytes if
// they are compressed), rounded up to a multiple of 8, or of 16 to 256 if all addresses are. Hidden fields
// that HotSpot adds to a few classes are not included. A class counts as an instance of java.lang.Class and
// its static fields. A DirectByteBuffer counts with its memory outside of the heap, but not the slices and
// duplicates of it. In a file from Android, sizes are as in the file.
//
// Costs 20 bytes per object, 4 per reference, including null references, and up to 80 per string.
#pragma once

#include "../../detail/large_vector.hpp"
#include "../detail/string_table.hpp"
#include "../dump.hpp"
#include "../strings.hpp"
#include "stacks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// No object.
inline constexpr Node jvm_null = ~Node{0};

/// The kinds of java.lang.ref.Reference, strongest first.
enum class JvmReference : std::uint8_t { none, soft, weak, finalizer, phantom };

/// The common properties of the objects of one class. Each class object has a shape of its own. A shape has
/// the fields of its own class; inherited fields are those of the shapes above it.
struct JvmShape {
    std::uint32_t type = 0;               ///< number of the class's name
    std::uint8_t group = 0;               ///< number in JvmHeap::groups
    Node of_class = jvm_null;             ///< the class as an object, if it is in the file
    std::uint64_t bytes = 0;              ///< of the object, or of an array without its elements
    std::uint32_t element = 0;            ///< of an array: bytes of an element
    bool elements_refer = false;          ///< of an array
    bool defines = false;                 ///< an object of this shape is the loader of a class
    bool outside = false;                 ///< an object of this shape has memory outside of the heap
    std::vector<std::uint32_t> fields{};  ///< its own reference fields, by the numbers of their names
    std::uint32_t references = 0;         ///< the number of reference fields, with inherited ones
    std::uint32_t above = 0;              ///< the nearest shape with inherited fields; 0: none
    std::uint32_t far_above = 0;          ///< `above` or a shape above it; see JvmHeap::field_name()
    std::uint32_t weak_field = ~std::uint32_t{0};  ///< the index of `referent`
    JvmReference reference = JvmReference::none;   ///< its kind of java.lang.ref.Reference
};

/// A Java heap in memory: a Dump.
struct JvmHeap {
    struct Edge {
        Node from, to;
        std::uint32_t field;  ///< the index of the field or element, or one of these:
    };
    static constexpr std::uint32_t of_class = ~std::uint32_t{0};  ///< to its class
    static constexpr std::uint32_t definition = of_class - 1;     ///< from a loader to a class
    struct Root {
        Node node;
        std::uint32_t name;        ///< string number
        std::uint32_t thread = 0;  ///< the number of the thread that it belongs to; 0: none
    };

    std::string file;                                     ///< the path, for messages
    std::vector<JvmShape> shapes;                         ///< the first one has no fields
    trav::detail::LargeVector<std::uint64_t> ids;         ///< per node: its address
    trav::detail::LargeVector<std::uint32_t> shape_of;    ///< per node
    trav::detail::LargeVector<std::uint32_t> length;      ///< per node: elements of an array
    trav::detail::LargeVector<std::uint32_t> first_slot;  ///< per node: its first reference
    trav::detail::LargeVector<Node> slots;                ///< references, or jvm_null
    std::vector<std::pair<Node, Node>> defined;           ///< the classes of each loader: loader, class
    std::vector<Root> roots;
    JvmStacks stacks;
    std::uint32_t finalizable = 0;  ///< how many of the last roots only wait for their finalizer
    std::vector<std::pair<Node, std::uint32_t>> names;        ///< of strings, classes and threads, by node
    std::vector<std::pair<Node, std::uint64_t>> long_arrays;  ///< of bytes and characters, by node: a hash
    std::vector<std::pair<Node, std::uint64_t>> outside;      ///< bytes outside of the heap, by node
    StringTable strings;                                      ///< the first one is empty
    std::uint32_t alignment = 8;                              ///< of objects, in bytes
    std::uint32_t edges = 0;                                  ///< references that are not null
    std::uint64_t written = 0;   ///< when the file was written: milliseconds since 1970; 0: not known
    std::uint64_t process = 0;   ///< a number that each virtual machine chooses at random; 0: not known
    std::uint64_t dangling = 0;  ///< omitted references to objects that are not in the file

    // The members of a Dump.
    static constexpr std::string_view default_retainers = "class,thread,class loader";
    static constexpr std::array<std::string_view, 0> global_names{};
    static constexpr std::array<std::string_view, 6> groups{"object", "array",        "string",
                                                            "class",  "class loader", "thread"};

    std::string const& source() const { return file; }
    std::string remark() const {
        if (dangling <= edges / 1000) return "";  // HotSpot leaves out some objects of its own
        return std::to_string(dangling) + (dangling == 1 ? " reference leads" : " references lead") +
               " to objects that are not in the file: left out";
    }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(ids.size()); }
    std::uint32_t edge_count() const { return edges; }
    std::uint64_t size(Node n) const {
        JvmShape const& shape = shapes[shape_of[n]];
        if (shape.element == 0) return shape.bytes + (shape.outside ? bytes_outside(n) : 0);
        return aligned(shape.bytes + std::uint64_t{length[n]} * shape.element);
    }
    /// Of a direct buffer: its memory outside of the heap, which size() includes.
    std::uint64_t bytes_outside(Node n) const {
        auto const at = std::ranges::lower_bound(outside, n, {}, &std::pair<Node, std::uint64_t>::first);
        return at != outside.end() && at->first == n ? at->second : 0;
    }
    /// A size in bytes, rounded up.
    std::uint64_t aligned(std::uint64_t bytes) const {
        std::uint64_t const most = alignment - std::uint64_t{1};
        return (bytes + most) & ~most;
    }
    /// The address in hexadecimal.
    std::string id(Node n) const {
        std::string text;
        for (std::uint64_t rest = ids[n]; rest != 0 || text.empty(); rest /= 16)
            text += "0123456789abcdef"[rest % 16];
        std::ranges::reverse(text);
        return "0x" + text;
    }
    IdLife id_life() const { return IdLife::dump; }
    std::uint32_t type(Node n) const { return shapes[shape_of[n]].type; }
    std::string_view type_name(std::uint32_t type) const { return strings[type]; }
    std::size_t group(Node n) const { return shapes[shape_of[n]].group; }
    std::size_t group_count() const { return groups.size(); }
    std::string_view group_name(std::size_t group) const { return groups[group]; }
    /// The text of a string, cut after 64 bytes, or the name of a class or thread.
    std::string_view name(Node n) const { return strings[name_number(n)]; }
    std::uint32_t name_number(Node n) const {
        auto const at = std::ranges::lower_bound(names, n, {}, &std::pair<Node, std::uint32_t>::first);
        return at != names.end() && at->first == n ? at->second : 0;
    }

    void for_each_root(auto f) const {
        for (Root const& root : roots) f(root.node, strings[root.name]);
    }
    /// The node with the classes and roots as fields.
    std::vector<Node> globals() const { return {node_count() - 1}; }

    void for_each_edge(Node n, auto f) const {
        JvmShape const& shape = shapes[shape_of[n]];
        if (shape.of_class != jvm_null) f(Edge{n, shape.of_class, of_class});
        std::uint32_t const count = shape.elements_refer ? length[n] : shape.references;
        Node const* const slot = slots.data() + first_slot[n];
        for (std::uint32_t i = 0; i != count; ++i)
            if (slot[i] != jvm_null) f(Edge{n, slot[i], i});
        if (!shape.defines) return;
        auto at = std::ranges::lower_bound(defined, n, {}, &std::pair<Node, Node>::first);
        for (; at != defined.end() && at->first == n; ++at) f(Edge{n, at->second, definition});
    }
    std::string name(Edge const& edge) const {
        if (edge.field == of_class) return "<class>";
        if (edge.field == definition) return "<defined>";
        JvmShape const& shape = shapes[shape_of[edge.from]];
        if (shape.elements_refer) return std::to_string(edge.field);
        return std::string(strings[field_name(shape, edge.field)]);
    }
    /// The number of the name of a reference field. Takes the logarithm of the number of superclasses.
    std::uint32_t field_name(JvmShape const& shape, std::uint32_t index) const {
        std::uint32_t const left = shape.references - index;  // the fields from this one on
        JvmShape const* at = &shape;
        while (shapes[at->above].references >= left)
            at = &shapes[shapes[at->far_above].references >= left ? at->far_above : at->above];
        return at->fields[at->references - left];
    }
    /// The index of the first reference field with this name, or the number of the fields.
    std::uint32_t find_field(JvmShape const& shape, std::string_view name) const {
        std::uint32_t index = 0;
        for (JvmShape const* at = &shape; index != shape.references; at = &shapes[at->above])
            for (std::uint32_t const field : at->fields) {
                if (strings[field] == name) return index;
                ++index;
            }
        return index;
    }
    NameKind name_kind(Edge const& edge) const {
        if (of_runtime(edge)) return NameKind::internal;
        return shapes[shape_of[edge.from]].elements_refer ? NameKind::element : NameKind::field;
    }
    bool strong(Edge const& edge) const {
        return of_runtime(edge) || edge.field != shapes[shape_of[edge.from]].weak_field;
    }
    /// Calls f(DumpString) for each java.lang.String.
    void for_each_string(auto f) const {
        for (Node n = 0; n != node_count(); ++n) {
            if (group_name(group(n)) != "string") continue;
            Node array = n;
            JvmShape const& shape = shapes[shape_of[n]];
            for_each_edge(n, [&](Edge const& edge) {
                if (!of_runtime(edge) && strings[field_name(shape, edge.field)] == "value") array = edge.to;
            });
            std::uint32_t const text = name_number(n);
            auto const rest =
                std::ranges::lower_bound(long_arrays, array, {}, &std::pair<Node, std::uint64_t>::first);
            bool const longer = rest != long_arrays.end() && rest->first == array;
            f(DumpString{n, array, text != 0, strings[text], longer ? rest->second : 0});
        }
    }
    /// Whether no field has the reference.
    static bool of_runtime(Edge const& edge) { return edge.field == of_class || edge.field == definition; }
    /// References to a class that no field has, and a class's references that are not the program's, such as
    /// the one to its loader.
    auto machinery() const {
        return [this](Edge const& edge) {
            if (of_runtime(edge)) return true;
            JvmShape const& shape = shapes[shape_of[edge.from]];
            return groups[shape.group] == "class" && strings[field_name(shape, edge.field)].starts_with('<');
        };
    }
};

}  // namespace trav::dump
