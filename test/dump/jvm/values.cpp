#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "support/folder.hpp"

#include <trav/dump/jvm/values.hpp>

#include <string>
#include <vector>

namespace {

trav::dump::JvmHeap heap_of(std::string const& file) {
    trav::dump::Input input(file);
    return trav::dump::read_hprof(input);
}
// "id.field=text" of the objects with these ids, in the order of the file; texts in quotes.
std::string values(trav::dump::JvmHeap const& heap, std::vector<std::uint64_t> const& ids) {
    std::vector<bool> wanted(heap.node_count());
    for (trav::dump::Node n = 0; n != heap.node_count(); ++n)
        for (std::uint64_t const id : ids) wanted[n] = wanted[n] || heap.ids[n] == id;
    std::string text;
    trav::dump::for_each_java_value(heap, wanted, [&](trav::dump::DumpValue const& value) {
        std::string const quote = value.kind == trav::dump::ValueKind::text ? "\"" : "";
        text += std::to_string(heap.ids[value.node]) + '.' + std::string(value.field) + '=' + quote +
                std::string(value.text) + quote + ' ';
    });
    return text;
}

// Orders 10 and 11, of which the first precedes its class.
WrittenHprof orders(std::size_t id_size = 8, std::uint64_t last = 11) {
    WrittenHprof file(id_size);
    Big data = file.data();
    data.u(4, 0xffffffff).u(8, 0xfffffffed5fa0e00).u(4, 0x3fc00000).u(8, 0xbfd0000000000000);
    data.u(1, 0x80).u(1, 1).u(2, 0xe9).id(0).u(2, 0xfffd).id(11);
    file.instance(10, 3, data);
    file.class_(1, "java/lang/Object", 0, {});
    file.class_(3, "shop/Order", 2,
                {{"total", java_int},
                 {"big", java_long},
                 {"f", java_float},
                 {"d", java_double},
                 {"b", java_byte},
                 {"open", java_boolean},
                 {"letter", java_char},
                 {"name", java_object}});
    file.class_(2, "shop/Base", 1, {{"s", java_short}, {"next", java_object}});
    data = file.data();
    data.u(4, 5).u(8, 0).u(4, 0).u(8, 0).u(1, 0).u(1, 0).u(2, 0xd800).id(10).u(2, 7).id(0);
    if (last != 0) file.instance(last, 3, data);
    return file;
}

}  // namespace

TEST_CASE("java values: all kinds of fields, with inherited ones", "[unit]") {
    Folder const folder;
    for (std::size_t const id_size : {std::size_t{4}, std::size_t{8}}) {
        write(folder / "x.hprof", orders(id_size).bytes());
        auto const heap = heap_of(folder / "x.hprof");
        CHECK(no_java_values(heap).empty());
        CHECK(values(heap, {11}) == "11.total=5 11.big=0 11.f=0 11.d=0 11.b=0 11.open=false "
                                    "11.letter=\"\xef\xbf\xbd\" 11.s=7 11.next=null ");
        // It waits for its class.
        CHECK(values(heap, {10}) == "10.total=-1 10.big=-5000000000 10.f=1.5 10.d=-0.25 10.b=-128 "
                                    "10.open=true 10.letter=\"\xc3\xa9\" 10.name=null 10.s=-3 ");
        CHECK(values(heap, {}).empty());
    }
}

TEST_CASE("java values: static fields, lengths of arrays, and wrapped numbers", "[unit]") {
    Folder const folder;
    WrittenHprof file;
    file.class_(1, "java/lang/Object", 0, {});
    std::uint64_t const count = file.string("count"), none = file.string("none");
    file.load_class(2, "shop/Shop");
    file.heap.u(1, 0x20).id(2).u(4, 0).id(1).id(0).id(0).id(0).id(0).id(0).u(4, 0);
    file.heap.u(2, 1).u(2, 1).u(1, java_int).u(4, 99);  // a constant
    file.heap.u(2, 2).id(count).u(1, java_int).u(4, 7).id(none).u(1, java_object).id(0).u(2, 0);
    file.class_(3, "java/lang/Integer", 1, {{"value", java_int}});
    file.class_(4, "shop/Box", 1, {{"value", java_int}});
    file.instance(5, 3, file.data().u(4, 42));
    file.instance(6, 4, file.data().u(4, 43));
    file.objects(7, 1, {5, 0, 6});
    file.primitives(8, java_long, 2, std::string(16, 'x'));
    file.class_(2, "shop/Shop", 1, {});  // again: it has no number
    file.instance(9, 3, file.data().u(4, 44));
    write(folder / "x.hprof", file.bytes());
    auto const heap = heap_of(folder / "x.hprof");
    CHECK(values(heap, {2, 5, 6, 7, 8, 9}) ==
          "2.count=7 2.none=null 5.value=42 5.=42 6.value=43 7.length=3 8.length=2 9.value=44 9.=44 ");
}

TEST_CASE("java values: classes without fields are skipped", "[unit]") {
    Folder const folder;
    WrittenHprof file;
    file.class_(1, "java/lang/Object", 0, {});
    file.class_(2, "A", 1, {{"a", java_int}});
    file.class_(3, "B", 2, {});
    file.class_(4, "C", 3, {});
    file.class_(5, "D", 4, {{"d", java_int}});
    file.class_(6, "E", 5, {});
    file.class_(7, "F", 1, {});
    file.instance(10, 6, file.data().u(4, 1).u(4, 2));
    file.instance(11, 4, file.data().u(4, 3));
    file.instance(12, 3, file.data().u(4, 4));
    file.instance(13, 7, file.data());
    file.instance(14, 6, file.data().u(4, 5).u(4, 6));
    write(folder / "x.hprof", file.bytes());
    CHECK(values(heap_of(folder / "x.hprof"), {10, 11, 12, 13, 14}) ==
          "10.d=1 10.a=2 11.a=3 12.a=4 14.d=5 14.a=6 ");
}

TEST_CASE("java values: a file that has changed, and one that cannot be read twice", "[unit]") {
    Folder const folder;
    write(folder / "x.hprof", orders().bytes());
    auto const heap = heap_of(folder / "x.hprof");
    auto const changed = Catch::Contains("has changed since it was read");
    WrittenHprof more = orders();
    more.primitives(12, java_byte, 0, "");
    write(folder / "x.hprof", more.bytes());
    CHECK_THROWS_WITH(values(heap, {11}), changed);
    write(folder / "x.hprof", orders(8, 12).bytes());  // another object
    CHECK_THROWS_WITH(values(heap, {11}), changed);
    write(folder / "x.hprof", orders(8, 0).bytes());  // one less
    CHECK_THROWS_WITH(values(heap, {10}), changed);
    std::filesystem::remove(folder / "x.hprof");
    CHECK_THROWS(values(heap, {11}));
    CHECK(no_java_values(heap) == "cannot be read twice, so the values of fields are not known");
    CHECK(!no_java_values(orders().read()).empty());  // a stream
}
