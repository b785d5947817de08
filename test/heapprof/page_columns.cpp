// The columns of the tree in the page of `heapprof page`.
#include "catch.hpp"
#include "heapprof/unpacked_page.hpp"
#include "support/dice.hpp"

#include <heapprof/question/compare.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using Page = UnpackedPage;
using heapprof::Answer;
using heapprof::Outline;
using Numbers = std::vector<std::uint64_t>;

// A random tree of boxes.
struct RandomBoxes {
    explicit RandomBoxes(std::uint32_t seed) : dice(seed) {
        Outline& outline = answer.outline;
        std::size_t const size = 1 + dice.below(30);
        auto const small = [&](std::size_t most) { return static_cast<std::uint32_t>(dice.below(most)); };
        bool const hexadecimal = dice.one_in(2);
        for (std::size_t i = 0; i != size; ++i) {
            above.push_back(i < 2 ? 0 : above.back() + dice.below(i - above.back()));
            bool const group = i != 0 && dice.one_in(4);
            outline.boxes.push_back(
                {small(5), small(6), small(300), dice.below(70'000), group ? 2U : 0U, group ? 4U : 1U});
            if (i != 0) ++outline.boxes[above[i]].below;
            ids.push_back(i == 0 || group ? 0 : 1 + dice.below(100'000));
            if (ids.back() != 0)
                outline.ids += hexadecimal ? fmt::format("0x{:x}", ids.back()) : std::to_string(ids.back());
            outline.ids += '\n';
        }
        for (std::size_t i = 0; i != size + 3; ++i)
            outline.paths.push_back(
                {i < size && dice.one_in(2) ? static_cast<std::uint32_t>(above[i]) : small(size + 3),
                 small(1000)});
        outline.paths[0].before = 0;
        for (std::size_t i = 0; i != size; ++i) outline.from.push_back(small(size));
        for (std::size_t i = 0; i != size; ++i) {
            retained.push_back(0);
            for (std::size_t at = i;; at = above[at]) {
                retained[at] += outline.boxes[i].own;
                if (at == 0) break;
            }
        }
    }
    test::Dice dice;
    Answer answer;
    std::vector<std::size_t> above;
    Numbers ids, retained;
};

}  // namespace

TEST_CASE("heapprof page columns: columns of random trees hold all values of the boxes", "[property]") {
    D3_OR_SKIP();
    for (std::uint32_t seed = 0; seed != 200; ++seed) {
        INFO(seed);
        RandomBoxes random(seed);
        Outline& outline = random.answer.outline;
        std::size_t const size = outline.boxes.size();
        bool const compared = random.dice.one_in(2);
        if (compared)
            for (std::size_t i = 0; i != size; ++i)
                outline.before.push_back(random.dice.of<std::uint64_t>(
                    {0, 1, random.retained[i], random.retained[i] + 1, heapprof::not_known}));
        Page page(random.answer);
        auto& columns = page.columns;
        CHECK(page.data["tree"]["boxes"] == size);
        for (std::size_t i = 0; i != size; ++i) {
            auto const& box = outline.boxes[i];
            CHECK(columns["below"].at(i) == box.below);
            CHECK(columns["type"].at(i) == box.type);
            CHECK(columns["place"].at(i) == box.place);
            CHECK(columns["own"].at(i) == box.own);
            CHECK(columns["group"].at(i) == box.group);
            CHECK(columns["objects"].at(i) == box.objects);
        }
        // A name is a step from the largest one so far.
        std::uint64_t most = 0;
        for (std::size_t i = 0; i != size; ++i) {
            std::uint64_t const step = columns["name"].at(i), half = (step + 1) / 2;
            std::uint64_t const name = step == 0 ? 0 : step % 2 == 1 ? most + half : most - (half - 1);
            CHECK(name == outline.boxes[i].name);
            CHECK(step <= 12);  // names are less than 6
            most = std::max(most, name);
        }
        // An id is a step from the id of the sibling before, or of the box above. The zigzag is 0, -1, 1, -2.
        CHECK(columns.contains("id10") != columns.contains("id16"));
        CHECK_FALSE(page.texts.contains("ids"));
        auto const& steps = columns[columns.contains("id10") ? "id10" : "id16"];
        Numbers ids;
        for (std::size_t i = 0; i != size; ++i) {
            bool const first = i == 0 || random.above[i - 1] != random.above[i];
            std::uint64_t const from = i == 0 ? 0 : ids[first ? random.above[i] : i - 1];
            std::uint64_t const step = steps.at(i);
            ids.push_back(step % 2 == 0 ? from + step / 2 : from - (step + 1) / 2);
            if (outline.boxes[i].group == 0) CHECK(ids[i] == random.ids[i]);
            else CHECK(step == 0);
        }
        // A path extends another path by one step; 0 stands for the path of the dominator.
        REQUIRE(columns["before"].size() == outline.paths.size());
        for (std::size_t i = 0; i != outline.paths.size(); ++i) {
            std::uint64_t const before = columns["before"][i];
            CHECK((before == 0 ? random.above.at(i) : before - 1) == outline.paths[i].before);
            CHECK((before == 0) == (i < size && random.above[i] == outline.paths[i].before));
            CHECK(columns["step"].at(i) == outline.paths[i].step);
        }
        for (std::size_t i = 0; i != size; ++i)
            CHECK(columns["from"].at(i) == (outline.paths[i].before == 0 ? outline.from[i] : 0));
        CHECK(columns.contains("then") == compared);
        for (std::size_t i = 0; compared && i != size; ++i) {
            std::uint64_t const then = columns["then"].at(i), before = outline.before[i];
            if (before == heapprof::not_known) CHECK(then == 0);
            else if (before == 0) CHECK(then == 1);
            else CHECK(then == (before == random.retained[i] ? 2 : before + 3));
        }
    }
}

TEST_CASE("heapprof page columns: ids are numbers if all are, and otherwise text", "[unit]") {
    D3_OR_SKIP();
    struct Case {
        std::vector<std::string> ids;
        std::string part;
        std::uint64_t last = 0;
    };
    std::uint64_t const most = (std::uint64_t{1} << 48) - 1;
    for (auto const& [all, part, last] : std::vector<Case>{
             {{"0"}, "id10", 0},
             {{"7"}, "id10", 14},
             {{"7", "5"}, "id10", 3},      // two back
             {{"7", "", "9"}, "id10", 4},  // the group is between
             {{"281474976710655"}, "id10", 2 * most},
             {{"281474976710656"}, "ids"},
             {{"18446744073709551616"}, "ids"},
             {{"18446744073709551617"}, "ids"},
             {{"07"}, "ids"},
             {{"-7"}, "ids"},
             {{"+7"}, "ids"},
             {{"7a"}, "ids"},
             {{"7 "}, "ids"},
             {{"a7"}, "ids"},
             {{"7", "x"}, "ids"},
             {{"0x0"}, "id16", 0},
             {{"0xa"}, "id16", 20},
             {{"0x10", "0xf"}, "id16", 1},
             {{"0xffffffffffff"}, "id16", 2 * most},
             {{"0x1000000000000"}, "ids"},
             {{"0xA"}, "ids"},
             {{"0X1"}, "ids"},
             {{"0x01"}, "ids"},
             {{"0x"}, "ids"},
             {{"0xg"}, "ids"},
             {{"abc"}, "ids"},  // not "c" after two characters
             {{"ff"}, "ids"},
             {{"0x7", "7"}, "ids"},
             {{"7", "0x7"}, "ids"},
         }) {
        INFO(all[0]);
        Answer const answer = with_ids(all);
        Page page(answer);
        CHECK(page.columns.contains("id10") == (part == "id10"));
        CHECK(page.columns.contains("id16") == (part == "id16"));
        CHECK(page.texts.contains("ids") == (part == "ids"));
        if (part == "ids") {
            CHECK(page.texts["ids"] == answer.outline.ids);
            continue;
        }
        REQUIRE(page.columns[part].size() == all.size() + 1);
        CHECK(page.columns[part].back() == last);
    }
}
