#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/loaders.hpp>

#include <cstdint>
#include <string>
#include <vector>

using trav::dump::JavaLoaders;
using trav::dump::JvmHeap;
using trav::dump::Node;

namespace {

enum : std::uint64_t { object = 0x100, string = 0x108, loader = 0x110 };

WrittenHprof with_loaders() {
    WrittenHprof file;
    file.class_(object, "java/lang/Object", 0, {});
    file.class_(string, "java/lang/String", object, {{"value", java_object}});
    file.class_(loader, "app/Loader", object,
                {{"title", java_object}, {"name", java_object}, {"parent", java_object}});
    return file;
}
void add_loader(WrittenHprof& file, std::uint64_t id, std::string const& name) {
    file.instance(id, loader, file.data().id(id + 0x10).id(id + 0x10).id(0));
    file.instance(id + 0x10, string, file.data().id(id + 0x18));
    file.primitives(id + 0x18, java_byte, static_cast<std::uint32_t>(name.size()), name);
}
Node node(JvmHeap const& heap, std::uint64_t id) {
    for (Node n = 0; n != heap.node_count(); ++n)
        if (heap.ids[n] == id) return n;
    FAIL("there is no " << id);
    return 0;
}

}  // namespace

TEST_CASE("jvm loaders: the loader of an object is that of its class", "[unit]") {
    WrittenHprof file = with_loaders();
    add_loader(file, 0x1000, "shop");
    add_loader(file, 0x1100, "unused");
    file.class_(0x200, "shop/Order", object, {{"next", java_object}}, {{"last", 0x2000}}, 0x1000);
    file.class_(0x208, "[Lshop/Order;", object, {}, {}, 0x1000);
    file.class_(0x210, "gone/Order", object, {}, {}, 0x9999);  // its loader is not in the file
    file.instance(0x2000, 0x200, file.data().id(0));
    file.objects(0x2010, 0x208, {0x2000});
    file.instance(0x2020, 0x210, file.data());
    file.primitives(0x2030, java_int, 1, std::string(4, '\0'));  // no class is in the file
    JvmHeap const heap = file.read();
    JavaLoaders const loaders(heap);
    Node const shop = node(heap, 0x1000);
    for (std::uint64_t const of_shop : {0x200u, 0x208u, 0x2000u, 0x2010u})
        CHECK(loaders(node(heap, of_shop)) == shop);
    for (std::uint64_t const of_machine :
         std::vector<std::uint64_t>{object, string, loader, 0x1000, 0x1010, 0x210, 0x2020})
        CHECK(loaders(node(heap, of_machine)) == trav::dump::jvm_null);
    CHECK(loaders(node(heap, 0x2030)) == JavaLoaders::no_class);
    CHECK(loaders.name(shop) == "app.Loader shop");
    CHECK(loaders.name(node(heap, 0x1100)) == "app.Loader unused");  // of no class
    CHECK(loaders.name(trav::dump::jvm_null) == "bootstrap");
    CHECK(loaders.name(JavaLoaders::no_class) == "(no class)");
}

TEST_CASE("jvm loaders: an address tells loaders with one text apart", "[unit]") {
    WrittenHprof file = with_loaders();
    add_loader(file, 0x1000, "a");
    add_loader(file, 0x1100, "b");
    add_loader(file, 0x1200, "a");
    for (std::uint64_t const each : {0x1000u, 0x1100u, 0x1200u}) {
        file.class_(each + 1, "A" + std::to_string(each), object, {}, {}, each);
        file.class_(each + 2, "B" + std::to_string(each), object, {}, {}, each);  // two classes of a loader
    }
    JvmHeap const heap = file.read();
    JavaLoaders const loaders(heap);
    CHECK(loaders.name(node(heap, 0x1000)) == "app.Loader a @0x1000");
    CHECK(loaders.name(node(heap, 0x1100)) == "app.Loader b");
    CHECK(loaders.name(node(heap, 0x1200)) == "app.Loader a @0x1200");
}

TEST_CASE("jvm loaders: the machine's own loaders, and those of reflection", "[unit]") {
    WrittenHprof file = with_loaders();
    file.class_(0x200, "sun/reflect/DelegatingClassLoader", object, {});
    file.class_(0x208, "Loaders$PlatformClassLoader", object, {});
    file.class_(0x210, "Launcher$ExtClassLoader", object, {});
    file.class_(0x218, "Loaders$AppClassLoader", object, {});
    for (std::uint64_t i = 0; i != 4; ++i) {
        file.instance(0x1000 + 0x10 * i, 0x200 + 8 * i, file.data());
        file.class_(0x300 + 8 * i, "C" + std::to_string(i), object, {}, {}, 0x1000 + 0x10 * i);
    }
    file.instance(0x2000, 0x318, file.data());  // of the last class
    JvmHeap const heap = file.read();
    JavaLoaders const loaders(heap);
    CHECK(loaders(node(heap, 0x2000)) == node(heap, 0x1030));
    CHECK(loaders(node(heap, 0x300)) == JavaLoaders::reflection);
    CHECK(loaders(node(heap, 0x308)) == node(heap, 0x1010));
    CHECK(loaders.name(JavaLoaders::reflection) == "reflect.DelegatingClassLoader");
    CHECK(loaders.of_machine(trav::dump::jvm_null));
    CHECK(loaders.of_machine(JavaLoaders::no_class));
    CHECK(loaders.of_machine(JavaLoaders::reflection));
    CHECK(loaders.of_machine(node(heap, 0x1010)));
    CHECK(loaders.of_machine(node(heap, 0x1020)));
    CHECK_FALSE(loaders.of_machine(node(heap, 0x1030)));
}
