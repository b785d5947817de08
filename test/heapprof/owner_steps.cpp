// The steps in the names of owners.
#include "catch.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <trav/dump/make_any_dump.hpp>

#include <optional>
#include <string>

namespace {

using trav::dump::AnyDump;
using trav::dump::Node;
using enum trav::dump::V8EdgeKind;

// The names of one object of a dump.
struct Named : NamedHeap {
    Named(AnyDump const& its, Node n) : NamedHeap(its) {
        names.add({n});
        name = names(n);
        path = names.path(n);
        exact = names.exact_path(n);
        place = names.place(n);
        subject = names.subject(n);
        holder = names.holder(n);
    }
    std::string name, path, exact, place;
    Node subject;
    std::optional<Node> holder;
};
std::string name_in(std::string const& text, std::string const& id = "it") {
    auto const dump = any_dump_of(text);
    return Named(*dump, test::node_of(*dump, id)).name;
}
// The name after equal steps.
std::string repeated(int count, std::string const& step) {
    std::string text = "ROOT a0 app\nNODE it T 1\na" + std::to_string(count) + " it it\n";
    for (int i = 0; i != count; ++i)
        text += 'a' + std::to_string(i) + " a" + std::to_string(i + 1) + ' ' + step + '\n';
    return name_in(text);
}

}  // namespace

TEST_CASE("heapprof owner names: three or more equal steps are one", "[unit]") {
    CHECK(repeated(1, "next") == "app.next.it: T");
    CHECK(repeated(2, "next") == "app.next.next.it: T");
    CHECK(repeated(3, "next") == "app.next*.it: T");
    CHECK(repeated(60, "next") == "app.next*.it: T");
    CHECK(repeated(2, "0") == "app[][].it: T");
    CHECK(repeated(3, "0") == "app[]*.it: T");
}

TEST_CASE("heapprof owner names: the first of several references, a named one, and the root's name",
          "[unit]") {
    CHECK(name_in("ROOT app\nNODE it T 1\napp it first\napp it second\n") == "app.first: T");
    CHECK(name_in("ROOT app\nNODE it T 1\napp it\napp it second\n") == "app.second: T");
    CHECK(name_in("ROOT it \"my root\"\nNODE it T 1\n") == "my root: T");
    CHECK(name_in("ROOT it one\nROOT it two\nNODE it T 1\n") == "one: T");
    CHECK(name_in("ROOT app \"waiting for finalizer\"\nNODE app App 1\nNODE it T 1\napp it it\n") ==
          "waiting for finalizer (App).it: T");
    CHECK(name_in("ROOT it \"waiting for finalizer\"\nNODE it T 1\n") == "waiting for finalizer: T");
}

TEST_CASE("heapprof owner names: the holder and the subject are the ends of the last step", "[unit]") {
    auto const dump =
        any_dump_of("ROOT app\nNODE app App 1\nNODE map Map 1\nNODE part Part 1\nNODE free Free 1\n"
                    "app map map\nmap part\nmap free\nWEAK app free x\n");
    Named const map(*dump, test::node_of(*dump, "map")), part(*dump, test::node_of(*dump, "part")),
        app(*dump, test::node_of(*dump, "app"));
    CHECK(map.holder == test::node_of(*dump, "app"));
    CHECK(map.subject == test::node_of(*dump, "map"));
    CHECK(part.name == "app.map: Map");
    CHECK(part.subject == test::node_of(*dump, "map"));
    CHECK(part.holder == test::node_of(*dump, "app"));
    CHECK_FALSE(app.holder);
    CHECK(app.name == "app: App");
    CHECK(map.names.steps_to(test::node_of(*dump, "part"), 9) == 2);
    CHECK(map.names.steps_to(test::node_of(*dump, "part"), 1) == 1);
    CHECK(map.names.steps_to(test::node_of(*dump, "app"), 9) == 0);
}

TEST_CASE("heapprof owner names: variables of Java's threads are named after their ThreadLocal", "[unit]") {
    std::string const entry = "java.lang.ThreadLocal$ThreadLocalMap$Entry",
                      map = "java.lang.ThreadLocal$ThreadLocalMap";
    auto const name = [&](std::string const& root) {
        return name_in(root + "ROOT thread\nNODE thread java.lang.Thread 1\nNODE map " + map +
                       " 1\nthread map threadLocals\nNODE table " + entry +
                       "[] 1\nmap table table\nNODE entry " + entry +
                       " 1\ntable entry 3\nNODE local java.lang.ThreadLocal 1\nentry local referent\n" +
                       "NODE it T 1\nentry it value\n");
    };
    CHECK(name("ROOT shop\nshop local LOCAL\n") == "thread.threadLocals[shop.LOCAL]: T");
    CHECK(name("") == "thread.threadLocals[java.lang.ThreadLocal]: T");
}

TEST_CASE("heapprof owner names: entries of Java's collections", "[unit]") {
    auto const name = [](std::string const& type, std::string const& field) {
        return name_in("ROOT app\nNODE map java.util.HashMap 1\napp map map\nNODE node " + type +
                       " 1\nmap node table\nNODE it java.util.ArrayList 1\nnode it " + field + '\n');
    };
    std::string const list = ": java.util.ArrayList", map = "app.map: java.util.HashMap";
    for (char const* const entry : {"key", "value", "val", "item"})
        CHECK(name("java.util.HashMap$Node", entry) == "app.map[]" + list);
    CHECK(name("java.lang.Object[]", "3") == "app.map[]" + list);
    CHECK(name("java.util.HashMap$Node", "next") == map);
}

TEST_CASE("heapprof owner names: objects behind hidden references have the name of their dominator",
          "[unit]") {
    // The name of the object 3, behind the holder 2.
    auto const name = [](std::string const& type, std::string const& own, trav::dump::V8EdgeKind kind,
                         std::string const& holder_type = "object") {
        Written v8;
        v8.node("synthetic", 0, {{shortcut, 1}});
        v8.node("object", 0, {{property, 2, "app"}}, "global");
        v8.node(holder_type, 0, {{kind, 3, "held"}}, "Holder");
        v8.node(type, 0, {}, own);
        return Named(*any_dump_of(v8), 3).name;
    };
    CHECK(name("object", "T", property) == "app.held: T");
    CHECK(name("object", "T", internal) == "app: Holder");
    CHECK(name("object", "T", weak).starts_with("unnamed T"));
}

TEST_CASE("heapprof owner names: a type of the runtime has the object's own name", "[unit]") {
    auto const name = [](std::string const& type, std::string const& own) {
        Written v8;
        v8.node("synthetic", 0, {{shortcut, 1}});
        v8.node("object", 0, {{property, 2, "it"}}, "global");
        v8.node(type, 0, {}, own);
        return Named(*any_dump_of(v8), 2).name;
    };
    CHECK(name("closure", "start") == "it: (closure) start");
    CHECK(name("closure", "") == "it: (closure)");
    CHECK(name("object", "T") == "it: T");
    CHECK(name("string", std::string(40, 'x')) == "it: (string) " + std::string(40, 'x'));
    CHECK(name("string", std::string(41, 'x')).size() < 13 + 41);
}

TEST_CASE("heapprof owner names: in Ruby each reference is a step, and a thread begins a name", "[unit]") {
    std::string text;
    auto const line = [&](std::string const& rest) { text += '{' + rest + "}\n"; };
    line(R"("type":"ROOT", "root":"vm", "references":["0x10", "0x18", "0x60"])");
    line(R"("address":"0x10", "type":"CLASS", "class":"0x18", "name":"Shop",)"
         R"( "references":["0x20"], "memsize":8)");
    line(R"("address":"0x18", "type":"CLASS", "class":"0x18", "name":"Class", "memsize":8)");
    line(R"("address":"0x20", "type":"ARRAY", "references":["0x30"], "memsize":8)");
    line(R"("address":"0x30", "type":"STRUCT", "memsize":8)");
    line(R"("address":"0x40", "type":"CLASS", "class":"0x18", "name":"Thread", "memsize":8)");
    line(R"("address":"0x60", "type":"OBJECT", "class":"0x40", "references":["0x70", "0x40"], "memsize":8)");
    line(R"("address":"0x70", "type":"STRING", "value":"x", "memsize":8)");
    auto const dump = trav::dump::any_dump(ruby_heap(text));
    auto const path = [&](std::string const& id) { return Named(*dump, test::node_of(*dump, id)).path; };
    CHECK(path("0x20") == "Shop[]");
    CHECK(path("0x30") == "Shop[][]");
    CHECK(path("0x70") == "Thread[]");
}
