// DirectBuffers: the memory outside of the heap that Java's direct buffers have allocated.
//
// A buffer with a `cleaner` frees memory with itself. A buffer without one belongs to native code, such as
// the file of the JDK's modules. A slice or duplicate has the buffer with the memory as its attachment,
// `att`. A buffer with a file, `fd`, is a mapped file, and one with a `segment` is a view of it. Only buffers
// with a cleaner and none of the others count.
#pragma once

#include "../heap.hpp"
#include "bytes.hpp"
#include "classes.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace trav::dump::detail {

class DirectBuffers {
  public:
    static constexpr std::string_view class_name = "java.nio.DirectByteBuffer";

    /// Adds the buffer with these fields to heap.outside, if it has memory.
    void add(JvmHeap& heap, Node node, std::uint32_t of_class, ClassTable const& classes,
             std::string_view data, std::size_t id_size) {
        if (of_class != class_) find_fields(heap, of_class, classes, id_size);
        for (std::size_t const other : others_)
            if (Bytes::number_at(data.data() + other, id_size) != 0) return;
        if (capacity_ == none || cleaner_ == none) return;
        if (Bytes::number_at(data.data() + cleaner_, id_size) == 0) return;
        std::uint64_t const bytes = Bytes::number_at(data.data() + capacity_, 4);
        if (bytes == 0 || bytes > most) return;
        heap.shapes[heap.shape_of[node]].outside = true;
        heap.outside.emplace_back(node, bytes);
    }

  private:
    static constexpr std::size_t none = ~std::size_t{0};
    static constexpr std::uint64_t most = 0x7fffffff;  // an int

    void find_fields(JvmHeap const& heap, std::uint32_t of_class, ClassTable const& classes,
                     std::size_t id_size) {
        class_ = of_class, capacity_ = cleaner_ = none, others_.clear();
        std::size_t at = 0;
        for (std::uint32_t each = of_class; each != ClassRecord::none; each = classes[each].parent)
            for (Field const& field : classes[each].fields) {
                std::string_view const name = heap.strings[field.name];
                bool const is_object = field.type == FieldType::object;
                if (name == "capacity" && field.type == FieldType::integer) capacity_ = at;
                if (is_object && name == "cleaner") cleaner_ = at;
                if (is_object && (name == "att" || name == "fd" || name == "segment")) others_.push_back(at);
                at += FieldType::size(field.type, id_size);
            }
    }

    std::uint32_t class_ = ClassRecord::none;  // the class that these are for
    std::size_t capacity_ = none, cleaner_ = none;
    std::vector<std::size_t> others_;  // of references
};

}  // namespace trav::dump::detail
