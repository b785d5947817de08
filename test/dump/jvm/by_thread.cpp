#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/by_thread.hpp>

#include <cstdint>
#include <string>

TEST_CASE("jvm by thread: objects that only one thread keeps alive", "[unit]") {
    enum : std::uint64_t { object = 0x100, string = 0x108, thread = 0x110, pair = 0x118 };
    WrittenHprof file;
    file.class_(object, "java/lang/Object", 0, {}, {{"kept", 0x3030}});
    file.class_(string, "java/lang/String", object, {{"value", java_object}});
    file.class_(thread, "java/lang/Thread", object,
                {{"name", java_object}, {"other", java_object}, {"local", java_object}});
    file.class_(pair, "Pair", object, {{"a", java_object}, {"b", java_object}});
    auto const named = [&](std::uint64_t id, std::string const& name) {
        file.instance(id, string, file.data().id(id + 8));
        file.primitives(id + 8, java_byte, static_cast<std::uint32_t>(name.size()), name);
    };
    named(0x1000, "worker");
    named(0x1020, "main");
    file.instance(0x2000, thread, file.data().id(0x1000).id(0x2010).id(0x3000));  // know each other
    file.instance(0x2010, thread, file.data().id(0x1020).id(0x2000).id(0));
    file.instance(0x3000, pair, file.data().id(0).id(0));            // of the worker's thread object
    file.instance(0x3010, pair, file.data().id(0x3020).id(0x3040));  // a local of the worker
    file.instance(0x3020, pair, file.data().id(0).id(0x3050));       // main has it, too
    file.instance(0x3030, pair, file.data().id(0x3060).id(0));       // of a static field
    file.instance(0x3040, pair, file.data().id(0x3030).id(0));
    file.instance(0x3050, pair, file.data().id(0x3020).id(0));
    file.instance(0x3060, pair, file.data().id(0).id(0));
    file.instance(0x3070, pair, file.data().id(0).id(0));  // unreachable
    file.heap.u(1, 0x08).id(0x2000).u(4, 7).u(4, 0);
    file.heap.u(1, 0x08).id(0x2010).u(4, 3).u(4, 0);
    file.heap.u(1, 0x03).id(0x3010).u(4, 7).u(4, 0);
    file.heap.u(1, 0x03).id(0x3020).u(4, 3).u(4, 0);
    file.heap.u(1, 0x03).id(0x2000).u(4, 3).u(4, 0);  // main has the worker in a variable
    file.heap.u(1, 0x03).id(0x3060).u(4, 3).u(4, 0);
    auto const heap = file.read();
    auto const grouping = trav::dump::by_thread(heap);
    auto const its = [&](std::uint64_t address) {
        for (trav::dump::Node n = 0; n != heap.node_count(); ++n)
            if (heap.ids[n] == address) return grouping.bands[grouping.band_of[n]];
        return std::string("no such object");
    };
    for (std::uint64_t const of_worker : {0x2000ul, 0x1000ul, 0x1008ul, 0x3000ul, 0x3010ul, 0x3040ul})
        CHECK(its(of_worker) == "thread worker");
    CHECK(its(0x2010) == "thread main");
    CHECK(its(0x1020) == "thread main");
    CHECK(its(0x3020) == "(several threads)");
    CHECK(its(0x3050) == "(several threads)");
    for (std::uint64_t const of_others : {object + 0, 0x3030ul, 0x3060ul}) CHECK(its(of_others) == "(other)");
    CHECK(its(0x3070) == "UNREACHED");
}
