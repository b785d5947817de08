// A program of two source files, of which this one does not know the parts of a widget. It is linked in both
// orders. Both files find the same objects.
#include "lines_of.hpp"
#include "widget.hpp"

#include <cstdio>
#include <string>
#include <vector>

std::vector<std::string> lines_by_impl(Widget const& widget);
std::vector<std::string> lines_by_impl(Window const& window);

namespace {

bool is_right(std::vector<std::string> const& lines, char const* file) {
    if (lines == std::vector<std::string>{"Circle 100", "Impl 1000", "Node 10", "Widget 0"}) return true;
    std::printf("%s finds\n", file);
    for (std::string const& line : lines) std::printf("    %s\n", line.c_str());
    return false;
}

/// Whether the file that describes handles determines what is seen, or the lines tell that it does not.
bool is_right_or_told(std::vector<std::string> const& lines, char const* file) {
    if (lines == std::vector<std::string>{"Window 16", "std::vector<char> 1000", "std::vector<char> 500"})
        return true;
    std::vector<std::string> const told{
        "Window 16", "unseen Window.handle: Handle, described in another source file only",
        "unseen Window.handles: Handle, described in another source file only"};
    if (lines == told) return true;
    std::printf("%s finds in a window\n", file);
    for (std::string const& line : lines) std::printf("    %s\n", line.c_str());
    return false;
}

}  // namespace

int main() {
    Widget const widget = make_widget();
    bool const here = is_right(lines_of(widget), "main.cpp");
    bool const there = is_right(lines_by_impl(widget), "impl.cpp");
    std::vector<char> one(1000), two(500);
    Window window;
    window.handle.target = &one;
    window.handles.emplace_back(Handle());
    window.handles[0]->target = &two;
    bool const both =
        is_right_or_told(lines_of(window), "main.cpp") && is_right_or_told(lines_by_impl(window), "impl.cpp");
    return here && there && both ? 0 : 1;
}
