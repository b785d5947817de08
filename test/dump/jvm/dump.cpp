#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/dump.hpp>

#include <sstream>

TEST_CASE("jvm dump: a heap with breakdowns", "[unit]") {
    WrittenHprof file;
    file.class_(0x100, "java/lang/Object", 0, {});
    std::istringstream stream(file.bytes());
    trav::dump::Input input(stream, "test.hprof");
    auto const dump = trav::dump::read_jvm_dump(input);
    CHECK(dump.node_count() == 2);
    for (auto const& each : trav::dump::breakdowns<trav::dump::JvmDump>()) {
        INFO(each.name);
        CHECK(each.grouping(dump).band_of.size() == 2);
    }
}
