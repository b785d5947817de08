// The classes of a widget. Their descriptions follow the first use of the classes.
#include "lines_of.hpp"
#include "widget.hpp"

#include <memory>
#include <string>
#include <vector>

template <>
struct trav::Described<Handle> : trav::Members<&Handle::target> {};

std::vector<std::string> lines_by_impl(Widget const& widget) { return lines_of(widget); }
std::vector<std::string> lines_by_impl(Window const& window) { return lines_of(window); }

struct Impl {
    std::vector<char> pixels = std::vector<char>(1000);
};
struct Circle final : Shape {
    std::vector<char> pixels = std::vector<char>(100);
};
struct Node : Tagged {
    std::vector<char> pixels = std::vector<char>(10);
};

template <>
struct trav::Described<Impl> : trav::Members<&Impl::pixels> {};
template <>
struct trav::Described<Circle> : trav::Members<&Circle::pixels> {};
template <>
struct trav::Described<Node> : trav::Members<&Node::pixels> {};
template <>
struct trav::Described<Tagged> {
    static void whole(Tagged const& tagged, auto&& is) {
        if (tagged.tag == 1) is(static_cast<Node const&>(tagged));
    }
};

template struct trav::Registered<Circle>;  // nothing else names it

Widget make_widget() {
    static Node node;
    node.tag = 1;
    return {std::make_shared<Impl>(), std::make_unique<Circle>(), &node};
}
