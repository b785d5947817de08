#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/by_package.hpp>

#include <string>

using trav::dump::java_package;

TEST_CASE("jvm by package: the package is in the name of the class", "[unit]") {
    CHECK(java_package("java.util.HashMap$Node[][]") == "java.util");
    CHECK(java_package("shop.cart.Order") == "shop.cart");
    CHECK(java_package("Order") == "(default package)");
    CHECK(java_package("Order$Line[]") == "(default package)");
    CHECK(java_package("int[]") == "(primitive arrays)");
    CHECK(java_package("interest.Rate[]") == "interest");
    CHECK(java_package("shop.Shop$$Lambda.0x000800c031f0") == "shop");
    CHECK(java_package("Shop$$Lambda$14.0x000800c031f0") == "(default package)");
    CHECK(java_package("shop.Cart.0x000800c031f0") == "shop");  // hidden, by Lookup::defineHiddenClass
    CHECK(java_package("com.sun.proxy.$Proxy1") == "com.sun.proxy");
    CHECK(java_package("(classes)") == "(no class)");
    CHECK(java_package("") == "(no class)");
}

TEST_CASE("jvm by package: a class belongs to its own package, not to the package of Class", "[unit]") {
    WrittenHprof file;
    file.class_(0x100, "java/lang/Object", 0, {});
    file.class_(0x108, "java/lang/Class", 0x100, {});
    file.class_(0x110, "shop/Order", 0x100, {});
    file.instance(0x1000, 0x110, file.data());
    file.primitives(0x1010, java_int, 1, "abcd");
    auto const heap = file.read();
    auto const grouping = trav::dump::by_java_package(heap);
    auto const package = [&](std::uint64_t address) {
        for (trav::dump::Node n = 0; n != heap.node_count(); ++n)
            if (heap.ids[n] == address) return grouping.bands[grouping.band_of[n]];
        return std::string("no such object");
    };
    CHECK(package(0x1000) == "shop");
    CHECK(package(0x110) == "shop");
    CHECK(package(0x100) == "java.lang");
    CHECK(package(0x1010) == "(primitive arrays)");
    CHECK(package(0) == "(no class)");  // the node with the classes as fields
}
