// JavaStrings: the texts of a heap's strings, each of which is an object that has its characters in an array.
#pragma once

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
    /// Bytes of an array that are kept.
    static constexpr std::size_t longest_text = 64;

    /// An array of bytes or characters, and the number of its first.
    void note_array(Node array, std::uint32_t text) { arrays_.emplace_back(array, text); }

    /// A string has its characters in an array `value`, and says in `coder` whether they are two bytes each.
    void note_string(JvmHeap const& heap, Node node, Layout const& layout, std::vector<Field> const& fields,
                     std::string_view data, std::size_t id_size) {
        auto const named = [&](auto const& field, std::string_view name) {
            return heap.strings[field.name] == name;
        };
        auto const value =
            std::ranges::find_if(layout.references, [&](auto& f) { return named(f, "value"); });
        if (value == layout.references.end()) return;
        String string{node, heap.first_slot[node], false};
        string.value += static_cast<std::uint32_t>(value - layout.references.begin());
        std::size_t offset = 0;
        for (Field const& field : fields) {
            if (field.type == FieldType::byte && named(field, "coder")) string.wide = data[offset] != 0;
            offset += FieldType::size(field.type, id_size);
        }
        strings_.push_back(string);
    }

    /// Names the strings. `of_bytes`: the shape of arrays of bytes.
    void finish(JvmHeap& heap, std::uint32_t of_bytes) const {
        for (auto const& [node, value, wide] : strings_) {
            Node const array = heap.slots[value];
            auto const at = std::ranges::lower_bound(arrays_, array, {}, &Array::first);
            if (array == jvm_null || at == arrays_.end() || at->first != array) continue;
            Coding const coding = heap.shape_of[array] != of_bytes ? Coding::utf16_big
                                  : wide                           ? Coding::utf16_little
                                                                   : Coding::latin1;
            std::string const text = java_text(heap.strings[at->second], coding);
            heap.strings.add([&](std::string& to) { to += text; });
            heap.names.emplace_back(node, static_cast<std::uint32_t>(heap.strings.size() - 1));
        }
    }

  private:
    struct String {
        Node node;
        std::uint32_t value;  // the slot of its array
        bool wide;
    };
    using Array = std::pair<Node, std::uint32_t>;

    std::vector<Array> arrays_;  // by node
    std::vector<String> strings_;
};

}  // namespace trav::dump::detail
