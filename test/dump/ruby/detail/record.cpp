#include "catch.hpp"

#include <trav/dump/ruby/detail/record.hpp>

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using trav::dump::detail::RubyRecord;
using trav::dump::detail::RubyRecords;

namespace {

/// The records of lines, and the error, if any.
struct Read {
    std::vector<RubyRecord> records{};
    std::string error{};

    explicit Read(std::string const& text) {
        std::istringstream stream(text);
        trav::dump::Input input(stream, "test");
        RubyRecords lines(input);
        try {
            while (lines.next()) records.push_back(lines.record());
        } catch (trav::dump::Error const& e) { error = e.what(); }
    }
};
/// The record of an object with these members.
RubyRecord record(std::string const& members) {
    Read const read(R"({"type":"X","address":"0x1")" + (members.empty() ? "" : "," + members) + "}");
    CHECK(read.error.empty());
    return read.records.at(0);
}
std::string error_of(std::string const& line) {
    std::string const error = Read("{\"type\":\"ROOT\"}\n" + line).error, head = "test: line 2: ";
    return error.starts_with(head) ? error.substr(head.size()) : error;
}

}  // namespace

TEST_CASE("ruby record: the members of an object", "[unit]") {
    RubyRecord const all = record(
        R"("class":"0x2a","superclass":"0xffffffffffffffff","references":["0x3","0x4"],"imemo_type":"env",)"
        R"("struct":"VM/thread","file":"a.rb","value":"Ann","singleton":true,"default":"0x5","size":6,)"
        R"("memsize":7,"slot_size":8,"line":9,"generation":0,"flags":{"age":3})");
    CHECK(all.address == 1);
    CHECK(all.of_class == 42);
    CHECK(all.superclass == ~std::uint64_t{0});
    CHECK(all.references == std::vector<std::uint64_t>{3, 4});
    CHECK(all.type == "X");
    CHECK(all.imemo_type == "env");
    CHECK(all.structure == "VM/thread");
    CHECK(all.file == "a.rb");
    CHECK(all.name == "Ann");
    CHECK(all.named);
    CHECK(all.singleton);
    CHECK(all.has_default);
    CHECK(all.entries == 6);
    CHECK(all.memsize == 7);
    CHECK(all.slot_size == 8);
    CHECK(all.line == 9);
    CHECK(all.generation == 0u);
}

TEST_CASE("ruby record: nothing is left of the line before", "[unit]") {
    Read const read(R"({"type":"A","address":"0x1","class":"0x2","superclass":"0x2","references":["0x3"],)"
                    R"("imemo_type":"a","struct":"a","file":"a","name":"a","singleton":true,"default":"0x5",)"
                    R"("size":6,"memsize":7,"slot_size":8,"line":9,"generation":1})"
                    "\n{\"type\":\"ROOT\"}\n");
    CHECK(read.error.empty());
    REQUIRE(read.records.size() == 2);
    RubyRecord const& root = read.records[1];
    CHECK(root.address + root.of_class + root.superclass + root.memsize + root.slot_size + root.line +
              root.entries ==
          0);
    CHECK(root.imemo_type + root.structure + root.file + root.name == "");
    CHECK_FALSE((root.named || root.singleton || root.has_default || root.generation));
    CHECK(root.references.empty());
}

TEST_CASE("ruby record: names are texts under several keys, and may be empty", "[unit]") {
    for (std::string const key : {"name", "value", "root"}) {
        CHECK(record('"' + key + R"(":"Ann")").name == "Ann");
        CHECK(record('"' + key + R"(":"")").named);
        for (std::string const other : {"1.5", "null", "true"}) {
            CAPTURE(key, other);
            CHECK_FALSE(record('"' + key + "\":" + other).named);
        }
    }
    CHECK(record(R"("size":"12")").entries == 0);  // of another kind of object
    CHECK(record("").generation == std::nullopt);
}

TEST_CASE("ruby record: the type of an object without a class", "[unit]") {
    auto const kind = [](std::string const& type, std::string const& members = "") {
        return Read(R"({"address":"0x1","type":")" + type + '"' + members + "}").records.at(0).kind();
    };
    CHECK(kind("STRING") == "(string)");
    CHECK(kind("AZ_[@09az{") == "(az_[@09az{)");
    CHECK(kind("NONE") == "(free slot)");
    CHECK(kind("IMEMO", R"(,"imemo_type":"env","struct":"s")") == "(env)");
    CHECK(kind("DATA", R"(,"imemo_type":"env","struct":"VM")") == "(VM)");
}

TEST_CASE("ruby record: what is no address, and what is no object", "[unit]") {
    for (std::string const word :
         {"", "0", "0x", "0x0", "1a", "00a", "0Xa", "xxa", "0xg", "0xag", "0x a", "0x10000000000000000"}) {
        CHECK(error_of(R"({"type":"A","address":")" + word + "\"}") == "'" + word + "' is no address");
        CHECK(error_of(R"({"type":"A","references":[")" + word + "\"]}") == "'" + word + "' is no address");
    }
    CHECK(error_of(R"({"address":"0x1"})") == "an object without a type");
    CHECK(error_of(R"({"type":"A"})") == "an object without an address");
    CHECK(error_of(R"({"type":"A","address":"0x1"}x)") != "");
}
