#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/by_loader.hpp>

#include <cstdint>
#include <string>
#include <vector>

TEST_CASE("jvm by loader: the program's classes have loaders of their own", "[unit]") {
    WrittenHprof file;
    file.class_(0x100, "java/lang/Object", 0, {});
    file.class_(0x108, "jdk/internal/loader/ClassLoaders$AppClassLoader", 0x100, {});
    file.class_(0x110, "jdk/internal/loader/ClassLoaders$PlatformClassLoader", 0x100, {});
    file.class_(0x118, "java/sql/Driver", 0x100, {}, {}, 0x2000);
    file.class_(0x120, "shop/Order", 0x100, {}, {}, 0x1000);
    file.class_(0x128, "shop/Order$$Lambda$14+0x0000000800c03000", 0x100, {}, {}, 0x1000);
    file.class_(0x130, "jdk/proxy1/$Proxy4", 0x100, {}, {}, 0x1000);
    file.class_(0x138, "[Lshop/Order;", 0x100, {}, {}, 0x1000);
    file.class_(0x140, "shop/Order$$Lambda$15", 0x100, {}, {}, 0x1000);                 // of Java 8
    file.class_(0x148, "shop/Order$Hidden+0x0000000800c03400", 0x100, {}, {}, 0x1000);  // of Lookup
    file.dump_class(0x150, 0x100, {}, {}, 0x1000);  // its name is not in the file
    file.instance(0x1000, 0x108, file.data());
    file.instance(0x2000, 0x110, file.data());
    file.instance(0x3000, 0x120, file.data());
    file.class_(0x4000, "shop/Item", 0x100, {}, {}, 0x1000);
    CHECK(trav::dump::own_java_classes(file.read()) == std::vector<std::string>{"shop.Order", "shop.Item"});
}

// Java 8 loads its extensions (lib/ext) by sun.misc.Launcher$ExtClassLoader, the parent of $AppClassLoader.
TEST_CASE("jvm by loader: Java 8's loader of extensions is the machine's", "[unit]") {
    WrittenHprof file;
    file.class_(0x100, "java/lang/Object", 0, {});
    file.class_(0x108, "sun/misc/Launcher$AppClassLoader", 0x100, {});
    file.class_(0x110, "sun/misc/Launcher$ExtClassLoader", 0x100, {});
    file.class_(0x118, "sun/net/spi/nameservice/dns/DNSNameService", 0x100, {}, {}, 0x2000);
    file.class_(0x120, "shop/Order", 0x100, {}, {}, 0x1000);
    file.instance(0x1000, 0x108, file.data());
    file.instance(0x2000, 0x110, file.data());
    CHECK(trav::dump::own_java_classes(file.read()) == std::vector<std::string>{"shop.Order"});
}

TEST_CASE("jvm by loader: all loaders of reflection are one line", "[unit]") {
    for (std::string const package : {"jdk/internal/reflect/", "sun/reflect/"}) {
        WrittenHprof file;
        file.class_(0x100, "java/lang/Object", 0, {});
        file.class_(0x108, package + "DelegatingClassLoader", 0x100, {});
        for (std::uint64_t i = 0; i != 3; ++i) {
            std::uint64_t const loader = 0x1000 + 0x10 * i;
            file.class_(0x200 + 8 * i, package + "GeneratedMethodAccessor" + std::to_string(i), 0x100, {}, {},
                        loader);
            file.instance(loader, 0x108, file.data());
        }
        auto const heap = file.read();
        auto const loaders = trav::dump::by_loader(heap);
        std::size_t of_reflection = 0;
        for (std::uint32_t const band : loaders.band_of)
            of_reflection += loaders.bands[band] == "reflect.DelegatingClassLoader";
        CHECK(of_reflection == 3);
        CHECK(trav::dump::own_java_classes(heap).empty());
    }
}

TEST_CASE("jvm by loader: an object has the loader of its class, a class has its own", "[unit]") {
    enum : std::uint64_t {
        object = 0x100,
        string = 0x108,
        loader = 0x110,
        app = 0x118,
        plugin = 0x120,
        order = 0x128,
        nameless = 0x130
    };
    WrittenHprof file;
    file.class_(object, "java/lang/Object", 0, {});
    file.class_(string, "java/lang/String", object, {{"value", java_object}});
    file.class_(loader, "java/lang/ClassLoader", object, {{"name", java_object}});
    file.class_(app, "shop/Order", object, {}, {}, 0x1000);
    file.class_(plugin, "plugin/One", object, {}, {}, 0x1010);
    file.class_(order, "plugin/Two", object, {}, {}, 0x1020);
    file.class_(nameless, "plugin/Three", object, {}, {}, 0x1030);
    file.instance(0x1030, loader, file.data().id(0x2010));  // its name is a string without characters
    file.instance(0x2010, string, file.data().id(0));
    file.instance(0x1000, loader, file.data().id(0x2000));  // this one has a name; the other three look alike
    file.instance(0x1010, loader, file.data().id(0));
    file.instance(0x1020, loader, file.data().id(0));
    file.instance(0x2000, string, file.data().id(0x2008));
    file.primitives(0x2008, java_byte, 3, "app");
    file.instance(0x3000, app, file.data());
    file.instance(0x3010, plugin, file.data());
    file.instance(0x3020, order, file.data());
    auto const heap = file.read();
    auto const grouping = trav::dump::by_loader(heap);
    auto const its = [&](std::uint64_t address) {
        for (trav::dump::Node n = 0; n != heap.node_count(); ++n)
            if (heap.ids[n] == address) return grouping.bands[grouping.band_of[n]];
        return std::string("no such object");
    };
    CHECK(its(0x3000) == "java.lang.ClassLoader app");
    CHECK(its(app) == "java.lang.ClassLoader app");
    CHECK(its(0x3010) == "java.lang.ClassLoader @0x1010");
    CHECK(its(0x3020) == "java.lang.ClassLoader @0x1020");
    CHECK(its(nameless) == "java.lang.ClassLoader @0x1030");
    CHECK(its(0x2000) == "bootstrap");
    CHECK(its(0x1000) == "bootstrap");  // the loader itself
    CHECK(its(object) == "bootstrap");
    CHECK(its(0) == "(no class)");
}
