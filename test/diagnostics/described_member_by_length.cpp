// expect: trav: a description calls member(name, value) or member(name, value, trav::EdgeKind::owns)
// lines: 24
#include <trav/graph/objects.hpp>

struct List {
    int size;
    List** items;
};
template <>
struct trav::Described<List> {
    static void members(List const& list, auto&& member) { member("items", list.items, list.size); }
};

int main() {
    List list{};
    return trav::object(list).address == nullptr;
}
