// The heaps of random classes and objects in any order, beside lists of their references.
#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "support/dice.hpp"
#include "support/message_of.hpp"

#include <trav/dump/jvm/detail/builder.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using trav::dump::JvmHeap;
using trav::dump::Node;
using trav::dump::detail::ClassRecord;
using trav::dump::detail::Static;

namespace {

using Fields = std::vector<std::pair<std::string, JavaType>>;
using Statics = std::vector<std::pair<std::string, std::pair<JavaType, std::uint64_t>>>;

/// A builder for a file with a name and a size of ids only.
struct Builder {
    explicit Builder(std::size_t id_size = 8, bool android = false)
        : heap((bytes.id_size(id_size), bytes), android) {}

    /// The first statics are links of the virtual machine.
    void add_class(std::uint64_t id, std::string const& name, std::uint64_t super, Fields const& fields = {},
                   Statics const& statics = {}, std::uint64_t loader = 0) {
        ClassRecord record;
        record.id = id, record.super = super, record.name = heap.name(name);
        for (auto const& [field, type] : fields) record.fields.push_back({heap.name(field), type});
        std::vector<Static> all;
        for (auto const& [link, to] : {std::pair("<super>", super),
                                       {"<loader>", loader},
                                       {"<signers>", 0},
                                       {"<protection domain>", 0}})
            all.push_back({heap.name(link), java_object, to});
        for (auto const& [field, value] : statics)
            all.push_back({heap.name(field), value.first, value.second});
        heap.add_class(std::move(record), all);
    }
    void add_objects(std::uint64_t id, std::uint64_t class_id, std::vector<std::uint64_t> const& elements) {
        heap.add_objects(id, class_id, static_cast<std::uint32_t>(elements.size()));
        for (std::uint64_t const each : elements) heap.add_slot(each);
    }
    std::string error() {
        return test::message_of<trav::dump::Error>([&] { heap.finish(); });
    }

    std::istringstream stream{};
    trav::dump::Input input{stream, "test.hprof"};
    trav::dump::detail::Bytes bytes{input};
    trav::dump::detail::HeapBuilder heap;
};

Node node(JvmHeap const& heap, std::uint64_t id) {
    auto const at = std::ranges::find(heap.ids, id);
    REQUIRE(at != heap.ids.end());
    return static_cast<Node>(at - heap.ids.begin());
}
using Links = std::vector<std::pair<std::string, std::uint64_t>>;  // names and ids
Links links(JvmHeap const& heap, Node n) {
    Links found;
    heap.for_each_edge(n, [&](auto const& edge) { found.emplace_back(heap.name(edge), heap.ids[edge.to]); });
    return found;
}

}  // namespace

TEST_CASE("jvm builder: random classes and objects in any order", "[unit]") {
    for (std::uint32_t seed = 0; seed != 80; ++seed) {
        CAPTURE(seed);
        test::Dice dice(seed);
        std::size_t const id_size = dice.one_in(2) ? 4 : 8;
        constexpr std::uint64_t count = 30, classes = 8, missing = 0x8000;
        std::uint64_t const class_class = dice.one_in(2) ? 0x100 : 0;
        auto const address = [](std::uint64_t i) { return 0x100 + 0x100 * i; };
        auto const reference = [&] {
            std::size_t const kind = dice.below(5);
            return kind == 0 ? 0 : kind == 1 ? missing : address(dice.below(count));
        };
        struct Class {
            std::uint64_t super = 0;
            Fields fields{};
            Statics statics{};
            std::uint64_t loader = 0;
        };
        std::vector<Class> all(classes);
        std::map<std::uint64_t, Links> expected;  // without <class> and <defined>
        std::map<std::uint64_t, std::uint64_t> class_of;
        for (std::uint64_t i = 0; i != classes; ++i) {
            Class& its = all[i];
            if (i != 0) its.super = address(dice.below(i));
            its.loader = dice.one_in(2) ? address(classes + dice.below(3)) : reference();
            for (char const* name : {"f", "g", "h"}) {
                bool const refers = dice.one_in(2);
                if (dice.one_in(2)) its.fields.emplace_back(name, refers ? java_object : java_short);
                if (dice.one_in(2))
                    its.statics.push_back({std::string("s") + name,
                                           {refers ? java_object : java_int, refers ? reference() : 7}});
            }
            Links& to = expected[address(i)];
            to = {{"<super>", its.super}, {"<loader>", its.loader}};
            for (auto const& [name, value] : its.statics)
                if (value.first == java_object) to.emplace_back(name, value.second);
            class_of[address(i)] = class_class;
        }
        Builder builder(id_size);
        std::vector<std::size_t> const order = dice.order(count);
        for (std::uint64_t const i : order) {
            std::uint64_t const id = address(i);
            if (i < classes) {
                std::string const name =
                    i == 0 && class_class != 0 ? "java.lang.Class" : "C" + std::to_string(i);
                builder.add_class(id, name, all[i].super, all[i].fields, all[i].statics, all[i].loader);
                continue;
            }
            std::uint64_t const its_class = address(dice.below(classes));
            Links& to = expected[id];
            class_of[id] = its_class;
            if (i % 3 == 0) {
                std::vector<std::uint64_t> elements(dice.below(4));
                for (std::uint64_t& each : elements) each = reference();
                for (std::size_t e = 0; e != elements.size(); ++e)
                    to.emplace_back(std::to_string(e), elements[e]);
                builder.add_objects(id, its_class, elements);
            } else {
                Big data{{}, id_size};
                for (std::uint64_t at = its_class; at != 0; at = all[at / 0x100 - 1].super)
                    for (auto const& [name, type] : all[at / 0x100 - 1].fields) {
                        std::uint64_t const value = type == java_object ? reference() : dice.below(9);
                        data.u(type == java_object ? id_size : 2, value);
                        if (type == java_object) to.emplace_back(name, value);
                    }
                builder.heap.add_instance(id, its_class, data.bytes);
            }
        }
        builder.heap.roots().add(address(0), 0, 0);
        JvmHeap const heap = builder.heap.finish();
        std::uint64_t dangling = 0, edges = 0;
        for (auto& [id, to] : expected) {
            for (auto const& link : to) dangling += link.second == missing;
            std::erase_if(to, [](auto const& link) { return link.second == 0 || link.second == missing; });
            if (class_of[id] != 0) to.insert(to.begin(), {"<class>", class_of[id]});
            for (std::uint64_t const i : order)  // in the order of the file
                if (i < classes && all[i].loader == id) to.emplace_back("<defined>", address(i));
            edges += to.size();
        }
        REQUIRE(heap.node_count() == count + 1);
        for (Node n = 0; n != count; ++n) {
            CHECK(heap.ids[n] == address(order[n]));
            CHECK(links(heap, n) == expected[heap.ids[n]]);
        }
        CHECK(heap.dangling == dangling);
        CHECK(heap.edge_count() == edges + links(heap, count).size());
    }
}

TEST_CASE("jvm builder: the classes, then roots by other names, are fields of one more object", "[unit]") {
    Builder builder;
    builder.add_class(0x100, "A", 0);
    builder.add_class(0x200, "B", 0x100);
    builder.add_class(0x300, "A", 0);      // by another loader
    builder.add_class(0x200, "Twice", 0);  // ignored
    builder.heap.add_instance(0x400, 0x100, "");
    builder.heap.add_instance(0x500, 0x200, "");
    for (std::uint64_t const id : {0x500u, 0x400u})
        builder.heap.roots().add(id, 0, builder.heap.name("monitor"));
    builder.heap.roots().add(0x200, 0, 0);
    builder.heap.roots().add(0x100, 0, builder.heap.name("block"));
    JvmHeap const heap = builder.heap.finish();
    CHECK(heap.file == "test.hprof");
    REQUIRE(heap.node_count() == 6);
    CHECK(heap.globals() == std::vector<Node>{5});
    CHECK(links(heap, 5) == Links{{"A", 0x100}, {"B", 0x200}, {"block", 0x100}, {"monitor", 0x400}});
    CHECK(heap.type_name(heap.type(5)) == "(classes)");
    CHECK(heap.ids[5] == 0);
    CHECK(heap.size(5) == 0);
    CHECK(heap.name(0) == "A");
    CHECK(heap.strings[0].empty());
}

TEST_CASE("jvm builder: the sizes of classes include their static fields", "[unit]") {
    auto const size = [](Statics const& statics) {
        Builder builder;
        builder.add_class(0x1000, "java.lang.Class", 0, {{"count", java_int}});
        builder.add_class(0x2000, "A", 0, {}, statics);
        builder.heap.roots().add(0x1000, 0, 0);
        JvmHeap const heap = builder.heap.finish();
        return heap.size(1);
    };
    // objects as far apart as these have headers of 16 bytes and references of 8
    CHECK(size({}) == 16 + 4 + 4);
    CHECK(size({{"a", {java_int, 1}}}) == 16 + 4 + 4);
    CHECK(size({{"a", {java_int, 1}}, {"b", {java_byte, 1}}}) == 16 + 4 + 5 + 7);
    CHECK(size({{"a", {java_object, 0}}, {"b", {java_long, 1}}}) == 16 + 4 + 8 + 8 + 4);
}

TEST_CASE("jvm builder: arrays of numbers, their first bytes, and a hash of the others", "[unit]") {
    Builder builder;
    builder.add_class(0x100, "java.lang.String", 0, {{"value", java_object}});
    builder.heap.add_instance(0x200, 0x100, Big().id(0x400).bytes);
    builder.heap.add_primitives(0x300, java_int, 2, "12345678");
    builder.heap.add_primitives(0x400, java_byte, 100, std::string(100, 'x'));
    builder.heap.note_rest(77);
    builder.heap.add_instance(0x500, 0x100, Big().id(0x600).bytes);
    builder.heap.add_primitives(0x600, java_char, 1, std::string("\0c", 2));
    builder.heap.add_instance(0x700, 0x100, Big().id(0x300).bytes);  // not a text
    builder.add_class(0x180, "Box", 0, {{"value", java_object}});
    builder.heap.add_instance(0x800, 0x180, Big().id(0x400).bytes);  // not a string
    builder.heap.roots().add(0x200, 0, 0);
    JvmHeap const heap = builder.heap.finish();
    CHECK(heap.name(1) == std::string(64, 'x'));
    CHECK(heap.name(node(heap, 0x500)) == "c");
    CHECK(heap.name(node(heap, 0x700)).empty());
    CHECK(heap.name(node(heap, 0x800)).empty());
    CHECK(heap.long_arrays == std::vector<std::pair<Node, std::uint64_t>>{{3, 77}});
    CHECK(heap.strings[heap.roots.at(0).name] == std::string(64, 'x'));
    CHECK(std::vector<std::uint32_t>(heap.length.begin(), heap.length.end()) ==
          std::vector<std::uint32_t>{0, 0, 2, 100, 0, 1, 0, 0, 0, 0});
    CHECK(heap.type_name(heap.type(2)) == "int[]");
    CHECK(std::ranges::is_sorted(heap.names));
}

TEST_CASE("jvm builder: missing parts and other sizes are errors", "[unit]") {
    Builder none;
    none.add_class(0x100, "A", 0);
    CHECK(none.error() == "test.hprof: there is no root in it: is the file cut short?");
    Builder lost;
    lost.add_class(0x100, "A", 0x777);
    lost.heap.add_instance(0x1ab, 0x100, "");
    CHECK(lost.error() == "test.hprof: the class of 0x1ab, or one that it extends, is not in the file");
    for (std::size_t const size : {4u, 6u}) {
        std::string const rest = "0x200 has " + std::to_string(size) + " bytes of fields, but A has 5";
        Builder late;
        late.heap.add_instance(0x200, 0x100, std::string(size, '\0'));
        late.add_class(0x100, "A", 0, {{"a", java_int}, {"b", java_byte}});
        CHECK(late.error() == "test.hprof: byte 0: " + rest);
        Builder early;
        early.add_class(0x100, "A", 0, {{"a", java_int}, {"b", java_byte}});
        CHECK_THROWS_WITH(early.heap.add_instance(0x200, 0x100, std::string(size, '\0')),
                          "test.hprof: byte 0: " + rest);
    }
}

TEST_CASE("jvm builder: objects waiting for their finalizer are the last roots", "[unit]") {
    Builder builder;
    builder.add_class(0x100, "java.lang.ref.Reference", 0, {{"referent", java_object}});
    builder.add_class(0x200, "java.lang.ref.FinalReference", 0x100);
    builder.heap.add_instance(0x300, 0x200, Big().id(0x100).bytes);
    builder.heap.add_instance(0x400, 0x200, Big().id(0x300).bytes);
    builder.heap.roots().add(0x200, 0, builder.heap.name("monitor"));
    JvmHeap const heap = builder.heap.finish();
    REQUIRE(heap.roots.size() == 2);
    CHECK(heap.roots[0].node == 1);
    CHECK(heap.roots[1].node == 2);
    CHECK(heap.strings[heap.roots[1].name] == "waiting for finalizer");
    CHECK(heap.finalizable == 1);
}

TEST_CASE("jvm builder: only direct buffers have memory outside of the heap, but not Android's", "[unit]") {
    for (bool const android : {false, true})
        for (std::string const& name : {std::string("java.nio.DirectByteBuffer"), std::string("Pool")}) {
            Builder builder(8, android);
            auto const add = [&](std::uint64_t id) {
                builder.heap.add_instance(id, 0x100, Big().u(4, id).id(0x100).bytes);
            };
            add(0x400);  // before its class
            builder.add_class(0x100, name, 0, {{"capacity", java_int}, {"cleaner", java_object}});
            add(0x300), add(0x200);
            builder.heap.roots().add(0x100, 0, 0);
            std::vector<std::pair<Node, std::uint64_t>> expected{{0, 0x400}, {2, 0x300}, {3, 0x200}};
            if (android || name == "Pool") expected.clear();
            CHECK(builder.heap.finish().outside == expected);
        }
}

TEST_CASE("jvm builder: random numbers of virtual machines", "[unit]") {
    auto const process = [](std::string const& name, std::string const& field) {
        Builder builder;
        builder.add_class(0x100, name, 0, {}, {{field, {java_int, 5}}});
        builder.heap.roots().add(0x100, 0, 0);
        return builder.heap.finish().process;
    };
    CHECK(process("java.util.ImmutableCollections", "SALT32L") == 5);
    CHECK(process("java.util.ImmutableCollections", "SALT") == 5);
    CHECK(process("java.util.ImmutableCollections", "EMPTY") == 0);
    CHECK(process("java.util.Collections", "SALT") == 0);
    CHECK(process("java.util.Collections", "SALT32L") == 0);
}
