// The outline of a heap, beside a model of random trees, and the packed text of its columns.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/lines.hpp"
#include "heapprof/unpacked.hpp"

#include <heapprof/page/packed.hpp>
#include <heapprof/question/outline.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

using heapprof::Outline;

std::vector<std::string> ids(Outline const& outline) { return test::lines(outline.ids); }

// A random tree: an object's dominator is its only referrer.
struct RandomTree {
    explicit RandomTree(unsigned seed) {
        std::mt19937 random(seed);
        std::size_t const size = 1 + random() % 300;
        for (std::size_t n = 0; n != size; ++n) {
            above.push_back(n == 0 ? 0 : random() % n % (1 + random() % 40));
            type.push_back('T' + std::to_string(random() % 5));
            retained.push_back(random() % 20);
            text += "NODE n" + std::to_string(n) + ' ' + type.back() + ' ' + std::to_string(retained.back()) +
                    '\n';
            if (n != 0) text += 'n' + std::to_string(above[n]) + " n" + std::to_string(n) + '\n';
        }
        text += "ROOT n0\n";
        for (std::size_t n = size; --n != 0;) retained[above[n]] += retained[n];
    }
    std::vector<std::size_t> above;
    std::vector<std::string> type;
    std::vector<std::uint64_t> retained;
    std::string text;

    using Group = std::tuple<std::string, std::uint64_t, std::uint64_t>;  // type, objects, bytes
    // The groups below an object if only some objects are shown.
    std::multiset<Group> groups(std::size_t dominator, std::set<std::string> const& shown) const {
        std::map<std::string, Group> types;
        for (std::size_t n = 1; n != above.size(); ++n) {
            if (above[n] != dominator || shown.contains('n' + std::to_string(n))) continue;
            auto& [name, count, bytes] = types[type[n]];
            name = type[n], ++count, bytes += retained[n];
        }
        std::multiset<Group> all;
        std::set<std::string> others;
        Group rest{};
        for (auto const& [name, group] : types) {
            if (std::get<1>(group) >= 10) {
                all.insert(group);
                continue;
            }
            others.insert(name);
            std::get<1>(rest) += std::get<1>(group), std::get<2>(rest) += std::get<2>(group);
        }
        if (others.size() == 1) std::get<0>(rest) = *others.begin();
        if (!others.empty()) all.insert(rest);
        return all;
    }
};

}  // namespace

TEST_CASE("outline: has the objects that retain most; groups have the others, below their dominators",
          "[property]") {
    for (unsigned seed = 0; seed != 200; ++seed) {
        INFO(seed);
        RandomTree const heap(seed);
        std::size_t const limit = seed % 2 == 0 ? heap.above.size() : seed % heap.above.size();
        auto const dump = any_dump_of(heap.text);
        heapprof::RetainedHeap const retained(*dump);
        Outline const outline = heapprof::outline(retained, {limit, 60, 10});
        auto const names = ids(outline);
        REQUIRE(names.size() == outline.boxes.size());

        // A box retains its own bytes and the bytes of the boxes below; siblings are sorted by this sum.
        std::size_t const size = names.size();
        std::vector<std::size_t> first(size), above(size);
        std::size_t next = 1;
        for (std::size_t i = 0; i != size; ++i) {
            first[i] = next;
            for (std::size_t j = 0; j != outline.boxes[i].below; ++j) above.at(next++) = i;
        }
        REQUIRE(next == size);
        std::vector<std::uint64_t> bytes(size), objects(size);
        for (std::size_t i = size; i-- != 0;) {
            bytes[i] += outline.boxes[i].own;
            objects[i] += outline.boxes[i].objects;
            if (i != 0) bytes[above[i]] += bytes[i], objects[above[i]] += objects[i];
            auto const begin = bytes.begin() + static_cast<std::ptrdiff_t>(first[i]);
            REQUIRE(std::is_sorted(begin, begin + outline.boxes[i].below, std::greater<>()));
        }
        CHECK(bytes[0] == heap.retained[0]);
        CHECK(objects[0] == heap.above.size());
        std::size_t shown = 0;
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
        std::set<std::string> seen;
        for (std::size_t i = 1; i != size; ++i) {
            CHECK((outline.boxes[i].group == 0) == !names[i].empty());
            if (names[i].empty()) continue;
            ++shown;
            seen.insert(names[i]);
            std::size_t const n = std::stoul(names[i].substr(1));
            REQUIRE(bytes[i] == heap.retained[n]);
            REQUIRE(names[above[i]] == (n == 0 ? "" : 'n' + std::to_string(heap.above[n])));
            least = std::min(least, heap.retained[n]);
        }
        std::map<std::string, std::multiset<RandomTree::Group>> groups;
        for (std::size_t i = 1; i != size; ++i) {
            auto const& box = outline.boxes[i];
            if (box.group != 0) groups[names[above[i]]].emplace(outline.texts[box.type], box.group, box.own);
        }
        for (std::string const& name : seen)
            CHECK(groups[name] == heap.groups(std::stoul(name.substr(1)), seen));
        CHECK(shown == limit);
        for (std::size_t n = 0; n != heap.above.size(); ++n)
            if (!seen.contains('n' + std::to_string(n))) CHECK(heap.retained[n] <= least);
    }
}

TEST_CASE("outline: ten omitted objects of a type form a group; fewer join the rest", "[unit]") {
    std::string text = "NODE r R 100\nROOT r\n";
    auto const add = [&](std::string const& type, int count) {
        for (int i = 0; i != count; ++i)
            text +=
                "NODE " + type + std::to_string(i) + ' ' + type + " 8\nr " + type + std::to_string(i) + '\n';
    };
    add("Ten", 10), add("Nine", 9), add("One", 1);
    auto const dump = any_dump_of(text);
    heapprof::RetainedHeap const retained(*dump);
    Outline const outline = heapprof::outline(retained, {1, 60, 10});
    REQUIRE(outline.boxes.size() == 4);
    auto const type = [&](std::size_t i) { return outline.texts[outline.boxes[i].type]; };
    CHECK(type(1) == "R");
    CHECK(std::set{type(2), type(3)} == std::set<std::string>{"Ten", ""});
    CHECK(outline.boxes[2].group == 10);
    CHECK(outline.boxes[3].group == 10);
    CHECK(outline.boxes[2].own == 80);
    CHECK(outline.types.front().largest.front().box == 1);
    CHECK(outline.types.back().largest.front().box == Outline::none);
}

TEST_CASE("outline: of objects that retain equally much, dominators are chosen; equal types keep their order",
          "[unit]") {
    auto const dump = any_dump_of("ROOT app\nNODE app App 0\nNODE a Zed 0\nNODE b Ann 5\nNODE c Zed 5\n"
                                  "app a x\na b y\nb c z\n");
    heapprof::RetainedHeap const heap(*dump);
    Outline const two = heapprof::outline(heap, {2, 60, 10});
    CHECK(ids(two) == std::vector<std::string>{"", "app", "a", ""});
    std::vector<std::string> types;
    for (auto const& each : heapprof::outline(heap).types) types.push_back(each.type);
    CHECK(types == std::vector<std::string>{"Zed", "Ann", "App"});
}

TEST_CASE("packed: a column has its lowest bytes first, in as many planes as necessary", "[unit]") {
    heapprof::Packed packed;
    auto const itself = [](std::uint64_t number) { return number; };
    packed.column("a", std::vector<std::uint64_t>{1, 0x1234, 0}, itself);
    packed.column("none", std::vector<std::uint64_t>{0, 0}, itself);
    packed.text("b", "x\ny\n");
    CHECK(packed.layout() ==
          heapprof::Packed::Json{{"parts", {{"a", 3, 2}, {"none", 2, 0}, {"b", 4, 0}}}, {"bytes", 10}});

    CHECK(unpacked(packed.deflated(), 10) == std::string("\x01\x34\0\0\x12\0x\ny\n", 10));

    for (std::size_t length = 0; length != 100; ++length) {
        heapprof::Packed texts;
        std::string text;
        std::mt19937 random(static_cast<unsigned>(length));
        for (std::size_t i = 0; i != length; ++i) text += static_cast<char>(random() & 0xFF);
        texts.text("", text);
        CHECK(unpacked(texts.deflated(), length) == text);
    }
}

TEST_CASE("packed: the shorter of two streams, with and without short matches", "[unit]") {
    auto const size = [](std::string bytes, int strategy) {
        std::string out(2 * bytes.size() + 100, '\0');
        z_stream stream{};
        REQUIRE(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS, 8, strategy) == Z_OK);
        stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
        stream.avail_in = static_cast<uInt>(bytes.size());
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
        deflateEnd(&stream);
        return stream.total_out;
    };
    std::string numbers, words;  // of four bytes, each of them 50 times
    std::mt19937 random(1);
    for (int i = 0; i != 5000; ++i) numbers += static_cast<char>(random() % 12 * (random() % 12));
    for (int i = 0; i != 5000; ++i) {
        std::mt19937 letters(static_cast<unsigned>(random() % 100));
        for (int j = 0; j != 4; ++j) words += static_cast<char>(letters() & 0xFF);
    }
    CHECK(size(numbers, Z_FILTERED) < size(numbers, Z_DEFAULT_STRATEGY));
    CHECK(size(words, Z_FILTERED) > size(words, Z_DEFAULT_STRATEGY));
    for (std::string const& bytes : {numbers, words}) {
        heapprof::Packed packed;
        packed.text("", bytes);
        CHECK(zlib_stream(packed.deflated()).size() ==
              std::min(size(bytes, Z_FILTERED), size(bytes, Z_DEFAULT_STRATEGY)));
    }
}

TEST_CASE("packed: columns of random widths, one after another", "[property]") {
    std::mt19937_64 random(7);
    for (int run = 0; run != 100; ++run) {
        heapprof::Packed packed;
        std::string bytes;
        auto parts = heapprof::Packed::Json::array();
        for (std::size_t i = 0, columns = random() % 5; i != columns; ++i) {
            std::vector<std::uint64_t> numbers(random() % 20);
            auto const bits = random() % 65;
            for (auto& each : numbers) each = bits == 0 ? 0 : random() >> (64 - bits);
            int planes = 0;
            // As long as a number has further bytes
            for (auto rest = numbers; std::ranges::any_of(rest, [](auto each) { return each != 0; });
                 ++planes)
                for (auto& each : rest) bytes += static_cast<char>(each % 256), each /= 256;
            std::string const name = "column " + std::to_string(i);
            parts.push_back({name, numbers.size(), planes});
            packed.column(name, numbers, [](std::uint64_t number) { return number; });
        }
        CHECK(packed.layout() == heapprof::Packed::Json{{"parts", parts}, {"bytes", bytes.size()}});
        CHECK(unpacked(packed.deflated(), bytes.size()) == bytes);
    }
}
