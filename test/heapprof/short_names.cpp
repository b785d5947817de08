// The short names of owners and types.
#include "catch.hpp"
#include "dump/small_dump.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/java_program.hpp"

#include <heapprof/question/short_names.hpp>

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

using heapprof::ShortNames;
using enum JavaProgram::Id;

namespace {

ShortNames names_of_classes(auto const&... classes) {
    WrittenHprof file;
    file.class_(0x100, "java/lang/Object", 0, {});
    file.class_(0x101, "java/lang/Class", 0x100, {});
    std::uint64_t id = 0x110;
    (file.class_(id++, classes, 0x100, {}), ...);
    std::istringstream stream(file.bytes());
    trav::dump::Input input(stream, "test.hprof");
    return ShortNames(*trav::dump::any_dump(trav::dump::read_jvm_dump(input)));
}

}  // namespace

TEST_CASE("short names: Java's classes are without their package if no other class has this name", "[unit]") {
    auto const names =
        names_of_classes("java/util/HashMap", "shop/Registry", "shop/Order", "store/Order", "Main");
    CHECK(names.type("java.util.HashMap") == "HashMap");
    CHECK(names.type("java.util.HashMap[][]") == "HashMap[][]");
    CHECK(names.type("shop.Order") == "shop.Order");
    CHECK(names.type("store.Order[]") == "store.Order[]");
    CHECK(names.type("Main") == "Main");
    CHECK(names.type("java.util.TreeMap") == "java.util.TreeMap");
    CHECK(names.type("other.HashMap") == "other.HashMap");
    CHECK(names(R"(["shop.Registry"].BY_USER: java.util.HashMap)") == "Registry.BY_USER: HashMap");
    CHECK(names(R"(["shop.Registry"].BY_USER: java.util.HashMap (shop/Main.java:3))") ==
          "Registry.BY_USER: HashMap (shop/Main.java:3)");
    CHECK(names(R"(["shop.Registry"])") == "Registry");
    CHECK(names(R"(thread a["shop.Registry"]: shop.Order)") == R"(thread a["shop.Registry"]: shop.Order)");
}

TEST_CASE("short names: first steps in quotes, also of a path inside of brackets", "[unit]") {
    auto const names = names_of_classes("java/util/HashMap", "shop/Registry", "shop/My Order", "shop/It's",
                                        "shop/Twice", "shop/Twice", "a/Order", "b/Order", "c/Order");
    struct Case {
        std::string name, text;
    };
    for (auto const& [name, text] : std::vector<Case>{
             {R"(["shop.Registry"].a[["java.util.HashMap"].b])", "Registry.a[HashMap.b]"},
             {R"(x[["shop.Registry"].a].b: shop.Registry)", "x[Registry.a].b: Registry"},
             {R"(["shop.Registry"]["shop.Registry"])", R"(Registry["shop.Registry"])"},
             {R"(a["b"][["shop.Registry"]])", R"(a["b"][Registry])"},
             {R"(["shop.Registry)", R"(["shop.Registry)"},
             {R"(["shop.Registry"]["shop)", R"(Registry["shop)"},
             {R"(["Registry"])", "Registry"},
             {R"(["shop.My Order"])", R"(["shop.My Order"])"},  // no step without quotes
             {R"(["shop.It's"])", R"(["shop.It's"])"},
             {"x: shop.My Order", "x: My Order"},
             {"x: shop.Twice", "x: Twice"},
             {"x: c.Order", "x: c.Order"},
             {"shop.Registry", "shop.Registry"},
             {"x: shop.Registry[] (A.java:1)", "x: Registry[] (A.java:1)"},
             {"x: shop.Registry", "x: Registry"},
             {"", ""},
         }) {
        INFO(name);
        CHECK(names(name) == text);
    }
}

TEST_CASE("short names: a class without a package has its name alone", "[unit]") {
    auto const names = names_of_classes("shop/Main", "Main", "shop/Other", "Only");
    CHECK(names.type("shop.Main") == "shop.Main");
    CHECK(names.type("Main") == "Main");
    CHECK(names.type("shop.Other") == "Other");
    CHECK(names.type("Only") == "Only");
    CHECK(names(R"(["shop.Main"].jobs: shop.Main)") == "shop.Main.jobs: shop.Main");
}

TEST_CASE("short names: classes with instances and arrays, and dumps that are not Java's", "[unit]") {
    JavaProgram file;
    file.class_(more, "[[Lstore/Item;", object, {});
    file.class_(more + 0x100, "[Lstore/Pair;", object, {});
    file.pair(0x20000, 0, 0);  // a shop.Pair
    file.class_(more + 0x200, "store/Order", object, {});
    file.instance(0x21000, more + 0x200, file.data());
    ShortNames const names(*trav::dump::any_dump(trav::dump::JvmDump(file.read())));
    CHECK(names.type("store.Item") == "Item");
    CHECK(names.type("store.Item[]") == "Item[]");
    CHECK(names.type("store.Order") == "Order");
    CHECK(names.type("store.Pair[]") == "store.Pair[]");
    CHECK(names.type("shop.Pair") == "shop.Pair");
    ShortNames const others(*any_dump_of("NODE a shop.Map 8\nROOT a app\n"));
    CHECK(others.type("shop.Map") == "shop.Map");
    CHECK(others("app: shop.Map") == "app: shop.Map");
}

TEST_CASE("short names: the arguments of a long type of a template are left out", "[unit]") {
    ShortNames const names(*trav::dump::any_dump(SmallDump()));
    std::string const long_text(60, 'x');
    CHECK(names("a: vector<" + long_text + ">") == "a: vector<..>");
    CHECK(names("a: vector<" + long_text + "> (a.cpp:3)") == "a: vector<..> (a.cpp:3)");
    CHECK(names("a: v<" + std::string(58, 'x') + ">") == "a: v<..>");                            // 61
    CHECK(names("a: v<" + std::string(57, 'x') + ">") == "a: v<" + std::string(57, 'x') + ">");  // 60
    CHECK(names("vector<" + long_text + ">") == "vector<" + long_text + ">");
}

TEST_CASE("short names: a long type that only ends or begins like a template stays whole", "[unit]") {
    ShortNames const names(*trav::dump::any_dump(SmallDump()));
    std::string const long_text(80, 'x');
    for (std::string const& type : {long_text + ">", "<" + long_text + ">", "vector<" + long_text}) {
        INFO(type);
        CHECK(names("a: " + type) == "a: " + type);
        CHECK(names("a: " + type + " (a.cpp:3)") == "a: " + type + " (a.cpp:3)");
    }
}
