// expect: trav: coverage() needs a heap of trav::Objects: of other nodes nobody knows what they own
// lines: 16
#include <trav/graph/via.hpp>
#include <trav/profile/coverage.hpp>

#include <vector>

struct Obj {
    Obj* next;
};

int main() {
    Obj obj{};
    auto const coverage = trav::coverage(trav::Via<&Obj::next>(), std::vector{&obj});
    return coverage.live.objects != 0;
}
