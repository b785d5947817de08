// A program of two source files, of which this one does not know the parts of a widget. It is linked in both
// orders. Both files find the same objects.
#include "lines_of.hpp"
#include "widget.hpp"

#include <cstdio>
#include <string>
#include <vector>

std::vector<std::string> lines_by_impl(Widget const& widget);

namespace {

bool is_right(std::vector<std::string> const& lines, char const* file) {
    if (lines == std::vector<std::string>{"Circle 100", "Impl 1000", "Node 10", "Widget 0"}) return true;
    std::printf("%s finds\n", file);
    for (std::string const& line : lines) std::printf("    %s\n", line.c_str());
    return false;
}

}  // namespace

int main() {
    Widget const widget = make_widget();
    bool const here = is_right(lines_of(widget), "main.cpp");
    bool const there = is_right(lines_by_impl(widget), "impl.cpp");
    return here && there ? 0 : 1;
}
