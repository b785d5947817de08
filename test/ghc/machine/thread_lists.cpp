// The order in which threads that nothing can wake receive their exceptions.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <string>

namespace {

std::string story;
Eval tells(Machine& m, long i, Ref) {
    story += static_cast<char>('0' + i);
    co_return m.unit();
}
Eval waits(Machine& m, Ref box, Ref) { co_return m.take(box); }
Eval thread(Machine& m, Ref box, long i) {
    co_return m.catch_action(m.fun("waits", waits, box), m.fun("tells", tells, i));
}
// do a <- two threads; replicateM_ first performMajorGC; b <- two more; replicateM_ second performMajorGC
//    c <- two more; evaluate (length (a ++ b ++ c)); performMajorGC; yield
Eval three_pairs(Machine& m, int first, int second) {
    Ref boxes[6];
    long made = 0;
    for (int const collections : {first, second, 0}) {
        for (int i = 0; i != 2; ++i) {
            boxes[made] = m.mvar();
            m.fork(thread(m, boxes[made], made + 1));
            ++made;
        }
        co_await m.yield();
        for (int i = 0; i != collections; ++i) co_await m.perform_major_gc();
    }
    for (Ref& box : boxes) box = Ref();
    co_await m.perform_major_gc();
    co_await m.yield();
    co_return m.unit();
}

}  // namespace

// what a program of GHC 9.0.2 printed with -A64m -V0
TEST_CASE("Thread lists: threads that nothing can wake get exceptions in GHC's order", "[conformance]") {
    char const* const of_ghc[4][4] = {{"123456", "432156", "123456", "432156"},
                                      {"213456", "124356", "342156", "124356"},
                                      {"123456", "214356", "341256", "214356"},
                                      {"213456", "124356", "342156", "124356"}};
    for (int first = 0; first != 4; ++first)
        for (int second = 0; second != 4; ++second) {
            INFO(first << ' ' << second);
            story.clear();
            Machine m;
            m.run(three_pairs(m, first, second));
            CHECK(story == of_ghc[first][second]);
        }
}
