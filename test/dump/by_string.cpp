#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/by_string.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/v8/dump.hpp>

#include <cstdint>
#include <string>

namespace {

// The band of an object in a dump.
template <class D>
std::string band(D const& dump, std::string const& id) {
    auto const grouping = trav::dump::by_string(dump);
    for (trav::dump::Node n = 0; n != dump.node_count(); ++n)
        if (trav::dump::id_text(dump, n) == id) return grouping.bands[grouping.band_of[n]];
    return "no such object";
}

}  // namespace

TEST_CASE("by string: repeated and large strings of V8 have bands of their own", "[unit]") {
    Written v8;  // ids from 10
    std::string const long_text(1023, 'x'), cut(1024, 'y');
    v8.node("synthetic", 0, {});
    for (std::string const text : {"Ann", "Ann", "Bob", "two\nlines", "two\nlines"})
        v8.node("string", 24, {}, text);
    v8.node("string", 1040, {}, long_text);         // 16
    v8.node("object", 24, {}, "Ann");               // 17
    v8.node("concatenated string", 32, {}, "Ann");  // 18
    v8.node("string", 2000, {}, cut);               // 19: V8 does not write more
    v8.node("string", 2000, {}, cut);
    v8.node("string", 3000, {}, cut);
    auto const& s = v8.snapshot;
    CHECK(band(s, "11") == "\"Ann\"");
    CHECK(band(s, "12") == "\"Ann\"");
    CHECK(band(s, "13") == "(once)");
    CHECK(band(s, "14") == "\"two\\nlines\"");
    CHECK(band(s, "16") == '"' + std::string(40, 'x') + "\".. @16");
    CHECK(band(s, "17") == "(no string)");
    CHECK(band(s, "18") == "(contents not known)");
    CHECK(band(s, "19") == '"' + std::string(40, 'y') + "\".. @19");
    CHECK(band(s, "20") == band(s, "19"));
    CHECK(band(s, "21") == '"' + std::string(40, 'y') + "\".. @21");
}

TEST_CASE("by string: strings of Java belong with their arrays; long ones may differ after their beginning",
          "[unit]") {
    WrittenHprof file;
    file.class_(0x100, "java/lang/Object", 0, {});
    file.class_(0x108, "java/lang/String", 0x100, {{"value", java_object}, {"coder", java_byte}});
    auto const string = [&](std::uint64_t id, std::string const& text) {
        file.instance(id, 0x108, file.data().id(id + 8).u(1, 0));
        file.primitives(id + 8, java_byte, static_cast<std::uint32_t>(text.size()), text);
    };
    std::string const begins(64, 'z');
    string(0x1000, "Ann"), string(0x1010, "Ann"), string(0x1020, "Bob");
    string(0x1030, begins + "1"), string(0x1040, begins + "2"), string(0x1050, begins + "1");
    string(0x1060, ""), string(0x1070, "");
    file.instance(0x1080, 0x108, file.data().id(0).u(1, 0));
    for (std::size_t const block : {1u << 12, 1u}) {
        auto const heap = file.read(block);
        CHECK(band(heap, "0x1000") == "\"Ann\"");
        CHECK(band(heap, "0x1008") == "\"Ann\"");  // the array
        CHECK(band(heap, "0x1018") == "\"Ann\"");
        CHECK(band(heap, "0x1020") == "(once)");
        CHECK(band(heap, "0x1030") == '"' + std::string(40, 'z') + "\".. @0x1030");
        CHECK(band(heap, "0x1058") == band(heap, "0x1030"));
        CHECK(band(heap, "0x1040") == "(once)");
        CHECK(band(heap, "0x1060") == "\"\"");
        CHECK(band(heap, "0x1080") == "(contents not known)");
        CHECK(band(heap, "0x100") == "(no string)");
    }
}

TEST_CASE("by string: strings of Ruby", "[unit]") {
    std::string const long_text(70, 'r');
    auto const line = [](std::string const& address, std::string const& value) {
        return R"({"address":")" + address + R"(", "type":"STRING", )" + value + R"("memsize":40})" + '\n';
    };
    auto const heap = ruby_heap(R"({"type":"ROOT", "root":"vm"})"
                                "\n" +
                                line("0x10", R"("value":"Ann", )") + line("0x18", R"("value":"Ann", )") +
                                line("0x20", R"("value":"", )") + line("0x28", R"("value":"", )") +
                                line("0x30", "") + line("0x38", R"("value":")" + long_text + R"(1", )") +
                                line("0x40", R"("value":")" + long_text + R"(2", )"));
    CHECK(band(heap, "0x10") == "\"Ann\"");
    CHECK(band(heap, "0x18") == "\"Ann\"");
    CHECK(band(heap, "0x20") == "\"\"");
    CHECK(band(heap, "0x30") == "(contents not known)");  // bytes that are not text
    CHECK(band(heap, "0x38") == "(once)");
    CHECK(band(heap, "0x40") == "(once)");
}
