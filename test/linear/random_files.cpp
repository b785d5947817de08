// Ordinary files, up to some megabytes.
#include "dump/random_files.hpp"
#include "catch.hpp"
#include "linear/hostile.hpp"

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/ruby/reader.hpp>
#include <trav/dump/v8/dump.hpp>

#include <cstddef>
#include <sstream>
#include <string>

namespace {

auto reading(auto read) {
    return [=](std::string const& text) {
        std::istringstream stream(text);
        trav::dump::Input input(stream, "random");
        look_at(read(input));
    };
}

}  // namespace

TEST_CASE("random hprof files: the cost of reading is linear", "[unit]") {
    check_linear(reading(trav::dump::read_jvm_dump),
                 [](std::size_t n) { return test::RandomHprof(1, 50 * n).make().text; });
}

TEST_CASE("random dumps of Ruby: the cost of reading is linear", "[unit]") {
    check_linear(reading(trav::dump::read_ruby),
                 [](std::size_t n) { return test::random_ruby(2, 50 * n).text; });
}

TEST_CASE("random snapshots of V8: the cost of reading is linear", "[unit]") {
    check_linear(reading(trav::dump::read_v8_dump),
                 [](std::size_t n) { return test::random_v8(3, 50 * n).text; });
}
