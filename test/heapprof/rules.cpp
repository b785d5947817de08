#include "catch.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/java_program.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/question/rules.hpp>

#include <trav/dump/error.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <string>
#include <vector>

using heapprof::parts_of_name;
using heapprof::Rules;

TEST_CASE("heapprof rules: the parts of an owner's name", "[unit]") {
    auto const parts = [](std::string const& name) {
        auto const found = parts_of_name(name);
        return std::vector<std::string>{found.path, found.type, found.place};
    };
    using Parts = std::vector<std::string>;
    CHECK(parts("app.sessions: Map") == Parts{"app.sessions", "Map", ""});
    CHECK(parts("db: Object (lib/db.js:3)") == Parts{"db", "Object", "lib/db.js:3"});
    CHECK(parts("Map") == Parts{"", "Map", ""});
    CHECK(parts("Tenant (lib/tenants.js:7)") == Parts{"", "Tenant", "lib/tenants.js:7"});
    CHECK(parts("a (b).c: Map") == Parts{"a (b).c", "Map", ""});
    CHECK(parts("a (b)[0]") == Parts{"", "a (b)[0]", ""});
    CHECK(parts("unnamed Map") == Parts{"", "Map", ""});
    CHECK(parts("unnamed Map (a.js:3)") == Parts{"", "Map", "a.js:3"});
    CHECK(parts("app: unnamed Map") == Parts{"app", "unnamed Map", ""});
    CHECK(parts(" (string)") == Parts{"", " (string)", ""});
    CHECK(parts("shared: (string)") == Parts{"shared", "(string)", ""});
    CHECK(parts("thread main: main().app: java.util.HashMap") ==
          Parts{"thread main: main().app", "java.util.HashMap", ""});
}

TEST_CASE("heapprof rules: all patterns of a rule must match, and the first rule counts", "[unit]") {
    Rules rules;
    rules.add("# a comment\npath *.store\ntype Map\npart Page\nkind cache\nsay Pages\nsay of books.\n"
              "see https://example.org/\n\n\ntype Map\nkind pool\n",
              "my.rules");
    auto const* const whole = rules.find(parts_of_name("app.store: Map"), {"Page", "Line"});
    REQUIRE(whole != nullptr);
    CHECK(whole->kind == "cache");
    CHECK(whole->say == "Pages of books.");
    CHECK(whole->see == "https://example.org/");
    auto const* const other = rules.find(parts_of_name("app.store: Map"), {"Line"});
    REQUIRE(other != nullptr);
    CHECK(other->kind == "pool");
    CHECK(rules.find(parts_of_name("app.store: Set"), {"Page"}) == nullptr);
    rules.add("path app.*\r\nsay Mine.\r\n", "newer.rules");  // before the older ones
    CHECK(rules.find(parts_of_name("app.store: Map"), {})->say == "Mine.");
}

TEST_CASE("heapprof rules: Node's symbols are known as dumps have them", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {});
    Rules rules;
    rules.add_built_in(*any_dump_of(v8));
    // Owners in dumps of Node 20 and 24.
    auto const says = [&](std::string const& name, std::string const& text) {
        auto const* const rule = rules.find(parts_of_name(name), {});
        return rule != nullptr && rule->say.starts_with(text);
    };
    CHECK(says("shutdown[\"#signal\"][\"<symbol kEvents>\"][\"abort\"].next: Listener "
               "(node:internal/event_target:449)",
               "Listeners of an EventTarget"));
    CHECK(says("audit._writableState[\"<symbol kBufferedValue>\"]: Array (p/stream.cjs)",
               "Data that waits in a stream"));
    CHECK(says("gcPersistentSignals: Set (node:internal/abort_controller)", "Signals of AbortSignal.any()"));
    auto const* const buffers =
        rules.find(parts_of_name("uploads[]: Buffer (node:buffer:306)"), {"system / JSArrayBufferData"});
    REQUIRE(buffers != nullptr);
    CHECK(buffers->say.find("outside V8's heap") != std::string::npos);
    CHECK(rules.is("plain", "system / JSArrayBufferData"));
    CHECK(rules.is("general", "Timeout"));
    CHECK(rules.is("function", "Generator"));
}

TEST_CASE("heapprof rules: the global object of Node and of a page is described", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {});
    Rules rules;
    rules.add_built_in(*any_dump_of(v8));
    auto const says = [&](std::string const& name) {
        auto const* const rule = rules.find(parts_of_name(name), {});
        return rule != nullptr && rule->say.starts_with("Global variables.");
    };
    CHECK(says("parts of global"));
    CHECK(says("Window / https://shop.example"));
    CHECK_FALSE(says("cache: global"));
}

TEST_CASE("heapprof rules: a page's listeners are named before the removed nodes that they hold", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {});
    Rules rules;
    rules.add_built_in(*any_dump_of(v8));
    // An owner as Chromium 156 writes it, and what it holds.
    auto const* const rule = rules.find(
        parts_of_name("globalThis[23][1][1]: blink::HeapVectorBacking<cppgc::internal::BasicMember<"
                      "blink::RegisteredEventListener, cppgc::internal::StrongMemberTag>>"),
        {"Detached <section>", "Object"});
    REQUIRE(rule != nullptr);
    CHECK(rule->say.starts_with("Listeners of the page"));
    auto const* const observers =
        rules.find(parts_of_name("[9][1]: blink::HeapVectorBacking<cppgc::internal::BasicMember<"
                                 "blink::MutationObserverRegistration, cppgc::internal::StrongMemberTag>>"),
                   {"MutationObserverRegistration"});
    REQUIRE(observers != nullptr);
    CHECK(observers->say.find("disconnect()") != std::string::npos);
    CHECK(rules.find(parts_of_name("kept[]: Panel"), {"Detached <section>"})->say.starts_with("Nodes that"));
}

TEST_CASE("heapprof rules: two patterns for a part of the name are alternatives", "[unit]") {
    Rules rules;
    rules.add("path app.*\npath db.*\ntype Map\npart Page\npart Line\nsay Yes.\n\npath -\nsay None.\n",
              "my.rules");
    CHECK(rules.find(parts_of_name("db.store: Map"), {"Line"})->say == "Yes.");
    CHECK(rules.find(parts_of_name("app.store: Map"), {"Page"})->say == "Yes.");
    CHECK(rules.find(parts_of_name("app.store: Map"), {"Word"}) == nullptr);
    CHECK(rules.find(parts_of_name("web.store: Map"), {"Page"}) == nullptr);
    CHECK(rules.find(parts_of_name("Map"), {})->say == "None.");
}

TEST_CASE("heapprof rules: a kind of owner or type describes nothing, and holds if any rule matches",
          "[unit]") {
    Rules rules;
    rules.add("type Map\nsay A map.\n\npath lib.*\nkind platform\n\ntype Text\nkind plain\n", "my.rules");
    auto const owner = parts_of_name("lib.store: Map");
    CHECK(rules.find(owner, {})->say == "A map.");
    CHECK(rules.is("platform", owner));
    CHECK_FALSE(rules.is("runtime", owner));
    CHECK_FALSE(rules.is("platform", parts_of_name("app.store: Map")));
    CHECK(rules.is("plain", "Text"));
    CHECK_FALSE(rules.is("plain", "Map"));
    CHECK(rules.find(parts_of_name("lib.store: Set"), {}) == nullptr);
}

TEST_CASE("heapprof rules: a line that is no part of a rule is an error with its number", "[unit]") {
    auto const refusal = [](std::string const& text) -> std::string {
        try {
            Rules().add(text, "my.rules");
        } catch (trav::dump::Error const& error) { return error.what(); }
        return "";
    };
    std::string const due =
        "'path', 'type', 'place', 'part', 'kind', 'say' or 'see', a blank and a text are due";
    CHECK(refusal("path a\npaths b\n") == "my.rules: line 2: " + due);
    CHECK(refusal("\n\npath\n") == "my.rules: line 3: " + due);
    CHECK(refusal("path \n") == "my.rules: line 1: " + due);
    CHECK(refusal("kind leak\n") ==
          "my.rules: line 1: the kind is one of cache, pool, interner, runtime, unnamed, code, platform, "
          "plain, general, collection, inside, function, instrument");
    CHECK(refusal("kind pool").empty());
}

TEST_CASE("heapprof rules: the built-in ones can be read", "[unit]") {
    Rules rules;
    rules.add_built_in(*any_dump_of("ROOT a\n"));  // Python's, as for any file of text
    auto const* const rule = rules.find(parts_of_name("shop.load: functools._lru_cache_wrapper"), {});
    REQUIRE(rule != nullptr);
    CHECK(rule->see == "https://docs.python.org/3/library/functools.html");
    CHECK(rules.is("platform", parts_of_name("ssl: module")));
    CHECK_FALSE(rules.is("platform", parts_of_name("ssl.cache: dict")));
}

TEST_CASE("heapprof rules: each kind of an owner describes it", "[unit]") {
    for (std::string const kind : {"cache", "pool", "interner"}) {
        Rules rules;
        rules.add("type Map\nkind " + kind + '\n', "my.rules");
        auto const* const rule = rules.find(parts_of_name("app: Map"), {});
        REQUIRE(rule != nullptr);
        CHECK(rule->kind == kind);
    }
}

TEST_CASE("heapprof rules: those of a runtime are for its dumps; texts have the kinds of all runtimes",
          "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {});
    auto const snapshot = any_dump_of(v8), text = any_dump_of("ROOT a\n"),
               java = trav::dump::any_dump(trav::dump::JvmDump(JavaProgram().read())),
               ruby = trav::dump::any_dump(ruby_heap(small_ruby));
    struct Case {
        heapprof::AnyDump const* dump;
        bool v8, java, ruby, python;
    };
    auto const of_v8 = parts_of_name("Timeout"), of_java = parts_of_name("com.sun.Foo.bar: Map"),
               of_ruby = parts_of_name("RubyVM.x: Hash"), of_python = parts_of_name("ssl: module"),
               listener =
                   parts_of_name("a[\"<symbol kEvents>\"].b: Listener (node:internal/event_target:449)");
    for (Case const& each : std::vector<Case>{{snapshot.get(), true, false, false, false},
                                              {java.get(), false, true, false, false},
                                              {ruby.get(), false, false, true, false},
                                              {text.get(), true, true, true, true}}) {
        Rules rules;
        rules.add_built_in(*each.dump);
        CHECK(rules.is("general", of_v8) == each.v8);
        CHECK(rules.is("platform", of_java) == each.java);
        CHECK(rules.is("platform", of_ruby) == each.ruby);
        CHECK(rules.is("platform", of_python) == each.python);
        CHECK((rules.find(listener, {}) != nullptr) == (each.dump == snapshot.get()));
    }
}
