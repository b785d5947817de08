// test/units/widget.hpp: an object whose parts only the source file impl.cpp knows.
#pragma once

#include <trav/graph/objects.hpp>

#include <memory>
#include <optional>
#include <vector>

struct Impl;
struct Shape {
    virtual ~Shape() = default;
};
struct Tagged {
    int tag = 0;
};
/// Only impl.cpp describes it: main.cpp takes it for plain bytes.
class Handle {
  public:
    Handle() {}
    std::vector<char>* target = nullptr;
};
struct Window {
    Handle handle;
    std::vector<std::optional<Handle>> handles;
};
struct Widget {
    std::shared_ptr<Impl> impl;
    std::unique_ptr<Shape> shape;
    Tagged* tagged = nullptr;
};

template <>
struct trav::Described<Shape> : trav::Members<> {};
template <>
struct trav::Described<Widget> : trav::Members<&Widget::impl, &Widget::shape, &Widget::tagged> {};

template <>
struct trav::Described<Window> : trav::Members<&Window::handle, &Window::handles> {};

/// A widget with an Impl that owns 1,000 bytes, a Circle that owns 100, and a Node that owns 10.
Widget make_widget();
