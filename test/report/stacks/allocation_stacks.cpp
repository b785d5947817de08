#include <trav/report/stacks/allocation_stacks.hpp>

#include "catch.hpp"

#include <trav/report/stacks/folded.hpp>

#include <array>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Site {
    [[gnu::noinline]] static void const* here() { return __builtin_return_address(0); }
};
[[gnu::noinline]] void const* load() {
    void const* const volatile here = Site::here();
    return here;
}
[[gnu::noinline]] void const* save(int) {
    void const* const volatile here = Site::here();
    return here;
}
std::string folded(std::vector<trav::LiveBlock> const& blocks) {
    std::ostringstream out;
    trav::write_folded(out, trav::allocation_stacks(blocks));
    return out.str();
}

}  // namespace

#if __has_include(<link.h>)
TEST_CASE("allocation stacks: blocks are added up by their call stacks", "[unit]") {
    std::array<void const*, 2> const loaded{load(), save(1)}, saved{save(2), load()};
    std::vector<trav::LiveBlock> blocks{{nullptr, 10, 16, 1, loaded, 1},
                                        {nullptr, 7, 16, 2, saved, 1},
                                        {nullptr, 5, 16, 3, loaded, 1},
                                        {nullptr, 3, 16, 4, std::span(loaded).first(1), 1}};
    CHECK(folded(blocks) == "load 3\nload;save 7\nsave;load 15\n");
    CHECK(trav::allocation_stacks(blocks).total() == trav::Amount{25, 4});
    std::swap(blocks[0], blocks[3]);  // the order of addresses has no influence
    std::swap(blocks[1], blocks[2]);
    CHECK(folded(blocks) == "load 3\nload;save 7\nsave;load 15\n");
}

TEST_CASE("allocation stacks: samples stand for others, unknown stacks are reported", "[unit]") {
    std::array<void const*, 1> const loaded{load()};
    int local = 0;
    std::array<void const*, 1> const unknown{&local};
    std::vector<trav::LiveBlock> const blocks{{nullptr, 10, 16, 1, loaded, 2.5},
                                              {nullptr, 20, 32, 2, loaded, 1.5},
                                              {nullptr, 4, 16, 3, {}, 1},
                                              {nullptr, 5, 16, 4, unknown, 1}};
    CHECK(folded(blocks) == "? 9\nload 55\n");
    CHECK(trav::allocation_stacks(blocks).total() == trav::Amount{64, 6});
}
#endif
