// trav/dump/jvm/field.hpp: JvmField, the object in a reference field of objects of any class.
//
//     trav::dump::JvmField table(heap, "table");
//     trav::dump::Node const array = table(map);           // or jvm_null
//
// The field is looked up once for each class.
#pragma once

#include "heap.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace trav::dump {

class JvmField {
  public:
    /// The heap and the name must outlive this object.
    JvmField(JvmHeap const& heap, std::string_view name)
        : heap_(heap), name_(name), index_(heap.shapes.size(), unknown) {}

    /// The object that the first field with this name refers to; jvm_null if there is none.
    Node operator()(Node n) {
        std::uint32_t const number = heap_.shape_of[n];
        JvmShape const& shape = heap_.shapes[number];
        if (index_[number] == unknown) index_[number] = heap_.find_field(shape, name_);
        return index_[number] == shape.references ? jvm_null
                                                  : heap_.slots[heap_.first_slot[n] + index_[number]];
    }

  private:
    static constexpr std::uint32_t unknown = ~std::uint32_t{0};

    JvmHeap const& heap_;
    std::string_view name_;
    std::vector<std::uint32_t> index_;  // by shape
};

}  // namespace trav::dump
