// JavaStrings: the texts of the strings in a heap. Each string is an object that refers to an array of
// characters.
#pragma once

#include "../../../detail/large_vector.hpp"
#include "../heap.hpp"
#include "bytes.hpp"
#include "classes.hpp"
#include "java_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump::detail {

class JavaStrings {
  public:
    /// The number of bytes kept of each array.
    static constexpr std::size_t longest_text = 64;

    /// Adds an array of bytes or characters that begins with these bytes. Returns its number.
    std::uint32_t add_array(std::string_view begin) { return arrays_.add(begin); }

    /// Adds a string. It has its characters in the array `value`; `coder` says whether each of them takes two
    /// bytes.
    void add_string(JvmHeap const& heap, Node node, std::uint32_t of_class, ClassTable const& classes,
                    std::string_view data, std::size_t id_size) {
        if (of_class != class_) find_fields(heap, of_class, classes, id_size);
        if (value_ == none) return;
        bool const wide = coder_ != none && data[coder_] != 0;
        strings_.push_back({node, heap.first_slot[node] + value_, wide});
    }

    /// Names the strings. `of_bytes`, `of_characters`: the shapes of the two kinds of arrays. The first slot
    /// of such an array is its number here.
    void finish(JvmHeap& heap, std::uint32_t of_bytes, std::uint32_t of_characters) const {
        auto const is_text = [&](Node n) {
            return heap.shape_of[n] != 0 &&
                   (heap.shape_of[n] == of_bytes || heap.shape_of[n] == of_characters);
        };
        for (auto const& [node, value, wide] : strings_) {
            Node const array = heap.slots[value];
            if (array == jvm_null || !is_text(array)) continue;
            Coding const coding = heap.shape_of[array] != of_bytes ? Coding::utf16_big
                                  : wide                           ? Coding::utf16_little
                                                                   : Coding::latin1;
            heap.names.emplace_back(node, heap.strings.add([&](std::string& to) {
                append_java_text(to, arrays_[heap.first_slot[array]], coding);
            }));
        }
        for (Node n = 0; n != heap.node_count(); ++n)
            if (is_text(n)) heap.first_slot[n] = 0;
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct String {
        Node node;
        std::uint32_t value;  // the slot of its array
        bool wide;
    };

    void find_fields(JvmHeap const& heap, std::uint32_t of_class, ClassTable const& classes,
                     std::size_t id_size) {
        class_ = of_class, value_ = coder_ = none;
        std::uint32_t references = 0, offset = 0;
        for (Field const& field : classes[of_class].fields) {
            std::string_view const name = heap.strings[field.name];
            if (field.type == FieldType::byte && name == "coder") coder_ = offset;
            if (field.type == FieldType::object && name == "value") value_ = references;
            references += field.type == FieldType::object;
            offset += static_cast<std::uint32_t>(FieldType::size(field.type, id_size));
        }
    }

    StringTable arrays_;
    trav::detail::LargeVector<String> strings_;
    std::uint32_t class_ = none;           // the class that these are for
    std::uint32_t value_ = 0, coder_ = 0;  // the index of a reference, and of a byte
};

}  // namespace trav::dump::detail
