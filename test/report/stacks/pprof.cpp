#include "catch.hpp"
#include "report/stacks/some_stacks.hpp"
#include "support/folder.hpp"

#include <trav/report/stacks/pprof.hpp>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

// The fields of a Protocol Buffers message by number: numbers by value, texts by position.
struct Fields {
    std::multimap<unsigned, std::uint64_t> numbers;
    std::multimap<unsigned, std::string> texts;

    explicit Fields(std::string const& bytes) {
        std::size_t at = 0;
        auto const varint = [&] {
            std::uint64_t value = 0;
            for (unsigned shift = 0;; shift += 7) {
                auto const byte = static_cast<unsigned char>(bytes.at(at++));
                value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
                if (byte < 0x80) return value;
            }
        };
        while (at != bytes.size()) {
            auto const key = varint();
            auto const field = static_cast<unsigned>(key >> 3);
            if ((key & 7) == 0) {
                numbers.emplace(field, varint());
            } else {
                REQUIRE((key & 7) == 2);
                auto const size = static_cast<std::size_t>(varint());
                texts.emplace(field, bytes.substr(at, size));
                at += size;
            }
        }
    }
    std::vector<std::string> all(unsigned field) const {
        std::vector<std::string> found;
        for (auto [at, end] = texts.equal_range(field); at != end; ++at) found.push_back(at->second);
        return found;
    }
    std::vector<std::uint64_t> all_numbers(unsigned field) const {
        std::vector<std::uint64_t> found;
        for (auto [at, end] = numbers.equal_range(field); at != end; ++at) found.push_back(at->second);
        return found;
    }
};

std::string written(trav::Stacks const& stacks) {
    std::ostringstream out;
    trav::write_pprof(out, stacks);
    return out.str();
}

}  // namespace

TEST_CASE("pprof: samples have their stacks, innermost first, and both amounts", "[unit]") {
    Fields const profile(written(some_stacks()));
    auto const texts = profile.all(6);
    CHECK(texts.at(0).empty());
    std::vector<std::string> types;
    for (auto const& each : profile.all(1)) {
        Fields const type(each);
        types.push_back(texts.at(type.all_numbers(1).at(0)) + "/" + texts.at(type.all_numbers(2).at(0)));
    }
    CHECK(types == std::vector<std::string>{"inuse_objects/count", "inuse_space/bytes"});

    std::map<std::uint64_t, std::string> functions, locations;
    for (auto const& each : profile.all(5)) {
        Fields const function(each);
        functions[function.all_numbers(1).at(0)] = texts.at(function.all_numbers(2).at(0));
    }
    for (auto const& each : profile.all(4)) {
        Fields const location(each);
        Fields const line(location.all(4).at(0));
        auto const id = location.all_numbers(1).at(0);
        CHECK(id != 0);
        CHECK(locations.emplace(id, functions.at(line.all_numbers(1).at(0))).second);
    }
    CHECK(locations.size() == 4);
    std::map<std::string, std::vector<std::uint64_t>> samples;
    for (auto const& each : profile.all(2)) {
        Fields const sample(each);
        std::string stack;
        for (auto const location : sample.all_numbers(1)) stack += locations.at(location) + '<';
        samples[stack] = sample.all_numbers(2);
    }
    CHECK(samples == std::map<std::string, std::vector<std::uint64_t>>{{"", {1, 7}},
                                                                       {"server<", {1, 10}},
                                                                       {"Map<cache<server<", {2, 300}},
                                                                       {"Session<server<", {4, 200}},
                                                                       {"Map<", {1, 50}}});
}

TEST_CASE("pprof: Go's pprof reads it", "[conformance]") {
    std::string tool;  // of a Go distribution, or by itself
    if (std::system("go version >/dev/null 2>&1") == 0) tool = "go tool pprof";
    else if (std::system("pprof --help >/dev/null 2>&1") == 0) tool = "pprof";
    if (tool.empty()) {
        WARN("skipped: there is neither go nor pprof");
        return;
    }
    Folder const folder;
    std::ofstream(folder / "heap.pb") << written(some_stacks());
    std::string const command =
        tool + " -top -unit=b '" + (folder / "heap.pb") + "' >" + (folder / "top.txt") + " 2>&1";
    REQUIRE(std::system(command.c_str()) == 0);
    std::string const top = read(folder / "top.txt");
    INFO(top);
    CHECK(top.find("Type: inuse_space") != std::string::npos);
    // flat, percentage, running sum, cumulative, percentage, name
    CHECK(top.find("350B 61.73% 61.73%       350B 61.73%  Map") != std::string::npos);
    CHECK(top.find("200B 35.27% 97.00%       200B 35.27%  Session") != std::string::npos);
    CHECK(top.find("510B 89.95%  server") != std::string::npos);
}

TEST_CASE("pprof: numbers of every length are read back", "[unit]") {
    std::vector<std::uint64_t> const amounts{1, 127, 128, 255, 16383, 16384, 1ull << 35, ~0ull};
    trav::Stacks stacks;
    for (auto const amount : amounts)
        stacks.add(stacks.below(trav::Stacks::top, std::to_string(amount)), {amount, 1});
    std::vector<std::uint64_t> found;
    for (auto const& each : Fields(written(stacks)).all(2))
        found.push_back(Fields(each).all_numbers(2).at(1));
    CHECK(found == amounts);
}
