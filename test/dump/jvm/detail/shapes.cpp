// The shapes of random classes, beside a model: the list of each class's superclasses.
#include "catch.hpp"
#include "support/dice.hpp"

#include <trav/dump/jvm/detail/shapes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using trav::dump::jvm_null;
using trav::dump::JvmHeap;
using trav::dump::JvmReference;
using trav::dump::JvmShape;
using trav::dump::Node;
using trav::dump::detail::ClassRecord;
using trav::dump::detail::Field;
using trav::dump::detail::FieldType;
using trav::dump::detail::ShapeSize;

namespace {

struct Class {
    std::string name;
    std::uint64_t super = 0;
    std::vector<std::pair<std::string, std::uint8_t>> fields{};
    std::uint32_t instance_size = 0;
};

/// Class i is node i.
struct Shapes {
    Shapes() {
        heap.file = "test.hprof";
        names("");
    }
    void add(std::uint64_t id, Class const& each, std::vector<std::string> const& statics = {},
             std::size_t not_program = 0, std::uint64_t other = 0) {
        ClassRecord record;
        record.id = id, record.super = each.super, record.name = names(each.name);
        record.instance_size = each.instance_size;
        for (auto const& [name, type] : each.fields) record.fields.push_back({names(name), type});
        record.node = heap.node_count();
        std::vector<std::uint32_t> own;
        for (std::string const& name : statics) own.push_back(names(name));
        heap.ids.push_back(id);
        heap.shape_of.push_back(table.add_class_object(std::move(own), not_program, other));
        table.add_class(std::move(record));
    }
    std::uint32_t number_of_instances(std::size_t c) const { return table.classes()[c].shape; }
    JvmShape const& of_instances(std::size_t c) const { return heap.shapes[number_of_instances(c)]; }
    ShapeSize const& size_of_instances(std::size_t c) const { return table.sizes()[number_of_instances(c)]; }
    JvmShape const& of_class(Node n) const { return heap.shapes[heap.shape_of[n]]; }
    ShapeSize const& size_of_class(Node n) const { return table.sizes()[heap.shape_of[n]]; }
    std::string_view type(JvmShape const& shape) const { return heap.strings[shape.type]; }
    std::string_view group(JvmShape const& shape) const { return JvmHeap::groups[shape.group]; }
    std::vector<std::string> fields(JvmShape const& shape) const {
        std::vector<std::string> found;
        for (std::uint32_t i = 0; i != shape.references; ++i)
            found.emplace_back(heap.strings[heap.field_name(shape, i)]);
        return found;
    }

    JvmHeap heap{};
    trav::dump::detail::Interned names{heap.strings};
    trav::dump::detail::ShapeTable table{heap, names, 8};
};

std::string const package = "java.lang.ref.";
/// In the order of precedence.
std::array<std::pair<std::string, JvmReference>, 4> const kinds{
    {{package + "SoftReference", JvmReference::soft},
     {package + "WeakReference", JvmReference::weak},
     {package + "FinalReference", JvmReference::finalizer},
     {package + "PhantomReference", JvmReference::phantom}}};

}  // namespace

TEST_CASE("jvm shapes: random classes inherit from their superclasses", "[unit]") {
    constexpr std::uint32_t no_field = JvmShape{}.weak_field;
    for (std::uint32_t seed = 0; seed != 60; ++seed) {
        CAPTURE(seed);
        test::Dice dice(seed);
        // class i has id 8 * (i + 1) and extends an earlier one, none, or a missing one
        std::vector<Class> all;
        std::vector<std::string> special{package + "Reference", "java.lang.String", "java.lang.ClassLoader",
                                         "java.lang.Thread"};
        for (auto const& kind : kinds) special.push_back(kind.first);
        for (std::size_t i = 0; i != 30; ++i) {
            Class each{.name = "C" + std::to_string(i)};
            if (i != 0 && !dice.one_in(8)) each.super = 8 * (dice.below(i) + 1);
            else if (dice.one_in(4)) each.super = 0x7777;
            if (!special.empty() && dice.one_in(3)) {
                each.name = dice.of(special);
                std::erase(special, each.name);
            }
            for (char const* name : {"a", "referent", "b"})
                if (dice.one_in(3)) each.fields.emplace_back(name, FieldType::object);
                else if (dice.one_in(2)) each.fields.emplace_back(name, FieldType::integer);
            each.instance_size = static_cast<std::uint32_t>(dice.below(100));
            all.push_back(each);
        }
        Shapes shapes;
        std::vector<std::size_t> const order = dice.order(all.size());  // of the file
        for (std::size_t const i : order) shapes.add(8 * (i + 1), all[i]);
        shapes.table.finish();
        for (std::size_t number = 0; number != order.size(); ++number) {
            std::size_t const i = order[number];
            CAPTURE(i);
            std::vector<Class const*> line{&all[i]};  // the class, its superclass, and so on
            while (line.back()->super != 0 && line.back()->super != 0x7777)
                line.push_back(&all[line.back()->super / 8 - 1]);
            bool const complete = line.back()->super == 0;
            std::vector<std::string> fields;
            std::uint64_t other = 0;
            std::uint32_t weak = no_field;
            std::string_view group = "object";
            if (!complete) line.clear();  // it inherits nothing, and its own fields are not counted
            for (Class const* each : line)
                for (auto const& [name, type] : each->fields)
                    if (type != FieldType::object) other += 4;
                    else fields.push_back(name);
            auto const extends = [&](std::string const& name) {
                return std::ranges::any_of(line, [&](auto* each) { return each->name == name; });
            };
            // the first field from the top, in a Reference
            bool of_reference = false;
            std::size_t left = fields.size();
            for (std::size_t up = line.size(); up-- != 0;) {
                of_reference = of_reference || line[up]->name == package + "Reference";
                for (std::size_t f = line[up]->fields.size(); f-- != 0;) {
                    auto const& [name, type] = line[up]->fields[f];
                    if (type != FieldType::object) continue;
                    --left;
                    if (of_reference && weak == no_field && name == "referent")
                        weak = static_cast<std::uint32_t>(left);
                }
            }
            auto const* const kind =
                std::ranges::find_if(kinds, [&](auto& each) { return extends(each.first); });
            if (extends("java.lang.String")) group = "string";
            if (extends("java.lang.ClassLoader")) group = "class loader";
            if (extends("java.lang.Thread")) group = "thread";

            JvmShape const& shape = shapes.of_instances(number);
            ShapeSize const& size = shapes.size_of_instances(number);
            CHECK(shapes.type(shape) == all[i].name);
            CHECK(shape.of_class == number);
            CHECK(shapes.fields(shape) == fields);
            CHECK(shape.weak_field == weak);
            CHECK(shape.reference ==
                  (weak == no_field || kind == kinds.end() ? JvmReference::none : kind->second));
            CHECK(shapes.group(shape) == group);
            CHECK(size.references == fields.size());
            CHECK(size.other == other);
            CHECK(size.in_file == all[i].instance_size);
            CHECK(size.element == 0);
            CHECK_FALSE(size.elements_refer);
        }
    }
}

TEST_CASE("jvm shapes: a field is a logarithm of steps away", "[unit]") {
    constexpr std::uint32_t count = 1000;
    Shapes shapes;
    for (std::uint64_t i = 0; i != count; ++i)
        shapes.add(8 * (i + 1), {.name = "C", .super = 8 * i, .fields = {{"f", FieldType::object}}});
    shapes.table.finish();
    for (std::size_t c = 0; c != count; ++c) {
        JvmShape const& shape = shapes.of_instances(c);
        std::uint32_t const above = shapes.heap.shapes[shape.above].references;
        std::uint32_t const far = shapes.heap.shapes[shape.far_above].references;
        CHECK(above == c);
        CHECK(far <= above);
    }
    for (std::uint32_t left = 1; left <= count; ++left) {
        std::uint32_t at = shapes.number_of_instances(count - 1), steps = 0;
        for (; shapes.heap.shapes[at].references != left; ++steps) {
            JvmShape const& shape = shapes.heap.shapes[at];
            at = shapes.heap.shapes[shape.far_above].references >= left ? shape.far_above : shape.above;
        }
        CHECK(steps <= 3 * 10);  // 2^10 > 1000
    }
}

TEST_CASE("jvm shapes: a class is an object of java.lang.Class, with its static fields", "[unit]") {
    auto const read = [](std::string const& class_class) {
        Shapes shapes;
        shapes.add(8, {.name = "Shop", .instance_size = 40}, {"<super>", "<loader>", "open", "closed"}, 2, 5);
        shapes.add(16, {.name = "Base", .fields = {{"x", FieldType::object}, {"y", FieldType::double_}}});
        shapes.add(24, {.name = class_class,
                        .super = 16,
                        .fields = {{"module", FieldType::object}, {"count", FieldType::byte}},
                        .instance_size = 112});
        shapes.table.finish();
        CHECK(shapes.type(shapes.of_class(0)) == "java.lang.Class");
        CHECK(shapes.group(shapes.of_class(0)) == "class");
        CHECK(shapes.fields(shapes.of_class(0)) ==
              std::vector<std::string>{"<super>", "<loader>", "open", "closed"});
        CHECK(shapes.group(shapes.of_instances(0)) == "object");
        std::vector<std::uint64_t> found{shapes.size_of_class(0).references, shapes.size_of_class(0).other,
                                         shapes.size_of_class(0).in_file};
        if (Node const its = shapes.of_class(0).of_class; its != jvm_null) found.push_back(its);
        return found;
    };
    // references, other bytes, the size in an Android file, and the node of java.lang.Class
    CHECK(read("java.lang.Class") == std::vector<std::uint64_t>{2 + 2, 5 + 8 + 1, 112, 2});
    CHECK(read("java.lang.Classes") == std::vector<std::uint64_t>{2, 5, 0});
}

TEST_CASE("jvm shapes: one for the arrays of each primitive type", "[unit]") {
    std::vector<std::string> const types{"boolean[]", "char[]",  "float[]", "double[]",
                                         "byte[]",    "short[]", "int[]",   "long[]"};
    std::vector<std::uint32_t> const bytes{1, 2, 4, 8, 1, 2, 4, 8};
    Shapes shapes;
    CHECK(shapes.table.of_bytes() == 0);
    CHECK(shapes.table.of_characters() == 0);
    shapes.add(8, {.name = "java.lang.Object"});
    shapes.add(16, {.name = "long[]"});
    for (int twice = 0; twice != 2; ++twice)
        for (std::uint8_t i = 0; i != 8; ++i) CHECK(shapes.table.of_primitives(i + 4) == 5u + i);
    CHECK(shapes.table.of_bytes() == 9);
    CHECK(shapes.table.of_characters() == 6);
    shapes.table.finish();
    REQUIRE(shapes.heap.shapes.size() == 13);
    REQUIRE(shapes.table.sizes().size() == 13);
    for (std::uint32_t i = 0; i != 8; ++i) {
        JvmShape const& shape = shapes.heap.shapes[5 + i];
        CHECK(shapes.type(shape) == types[i]);
        CHECK(shapes.group(shape) == "array");
        CHECK(shape.of_class == (types[i] == "long[]" ? 1 : jvm_null));
        CHECK(shape.references == 0);
        CHECK_FALSE(shape.elements_refer);
        CHECK(shapes.table.sizes()[5 + i].element == bytes[i]);
        CHECK_FALSE(shapes.table.sizes()[5 + i].elements_refer);
    }
}

TEST_CASE("jvm shapes: one for the arrays of references of each class", "[unit]") {
    Shapes shapes;
    shapes.add(8, {.name = "java.lang.Object"});
    shapes.add(16, {.name = "A[]"});
    shapes.add(24, {.name = "B[]"});
    shapes.table.finish();
    for (int twice = 0; twice != 2; ++twice) {
        CHECK(shapes.table.of_arrays(24) == 7);
        CHECK(shapes.table.of_arrays(16) == 8);
        CHECK(shapes.table.of_arrays(0x7777) == 9);
        CHECK(shapes.table.of_arrays(0x8888) == 9);
        CHECK(shapes.table.of_arrays(8) == 10);
    }
    std::vector<std::pair<std::string_view, Node>> const expected{
        {"B[]", 2}, {"A[]", 1}, {"java.lang.Object[]", jvm_null}, {"java.lang.Object", 0}};
    for (std::uint32_t i = 0; i != 4; ++i) {
        JvmShape const& shape = shapes.heap.shapes.at(7 + i);
        CHECK(std::pair(shapes.type(shape), shape.of_class) == expected[i]);
        CHECK(shape.elements_refer);
        CHECK(shapes.group(shape) == "array");
        CHECK(shapes.table.sizes().at(7 + i).elements_refer);
        CHECK(shapes.table.sizes()[7 + i].element == 0);
    }
}

TEST_CASE("jvm shapes: a ring of classes is refused", "[unit]") {
    Shapes shapes;
    shapes.add(8, {.name = "shop.A", .super = 16});
    shapes.add(16, {.name = "shop.B", .super = 24});
    shapes.add(24, {.name = "shop.C", .super = 16});
    CHECK_THROWS_MATCHES(shapes.table.finish(), trav::dump::Error,
                         Catch::Matchers::Message("test.hprof: the class shop.B extends itself"));
}
