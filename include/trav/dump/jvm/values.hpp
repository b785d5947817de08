// trav/dump/jvm/values.hpp: the numbers, truth values, characters and null references in the fields of Java
// objects. They are not kept: the file is read again.
//
//     for_each_java_value(heap, wanted, [&](DumpValue const& value) { ... });
//
// Static fields are those of the class as an object; the `length` of an array is a value, too. An Integer, or
// another object that wraps a value, is also the value itself. Takes the time of reading the file, and memory
// for the texts in it and a bit per object.
#pragma once

#include "../../detail/utf8.hpp"
#include "../detail/interned.hpp"
#include "../detail/string_table.hpp"
#include "../values.hpp"
#include "detail/bytes.hpp"
#include "detail/classes.hpp"
#include "heap.hpp"
#include "reader.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// The value in a field of a primitive type, from its bits.
struct JavaValue {
    ValueKind kind = ValueKind::number;
    std::string text;

    JavaValue(std::uint8_t type, std::uint64_t bits) {
        switch (type) {
        case FieldType::object: kind = ValueKind::nothing, text = "null"; break;
        case FieldType::boolean: kind = ValueKind::truth, text = bits != 0 ? "true" : "false"; break;
        case FieldType::character:
            kind = ValueKind::text;
            trav::detail::append_utf8(text,
                                      bits >= 0xd800 && bits < 0xe000 ? 0xfffd : static_cast<char32_t>(bits));
            break;
        case FieldType::single: shortest(std::bit_cast<float>(static_cast<std::uint32_t>(bits))); break;
        case FieldType::double_: shortest(std::bit_cast<double>(bits)); break;
        default:
            std::size_t const unused = 64 - 8 * FieldType::size(type, 0);
            text = std::to_string(static_cast<std::int64_t>(bits << unused) >> unused);
        }
    }

  private:
    void shortest(auto number) {
        std::array<char, 32> digits;
        auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
        text.assign(digits.data(), end);
    }
};

/// Passes on the values in some objects of a file at its second reading. To the reader it is a HeapBuilder,
/// with the same public members.
template <class F>
class JavaValues {
  public:
    JavaValues(Bytes& bytes, bool, JvmHeap const& heap, std::vector<bool> const& wanted, F const& f)
        : bytes_(bytes), heap_(heap), wanted_(wanted), f_(f), classes_(bytes.id_size()) {
        names_("");
    }
    void expect(std::uint64_t) const {}
    std::string_view string(std::uint32_t number) const { return strings_[number]; }
    std::uint32_t text(std::string_view text) { return strings_.add(text); }
    std::uint32_t name(std::string_view text) { return names_(text); }

    void add_class(ClassRecord record, std::vector<Static> const& statics) {
        if (classes_.find(record.id)) return;
        if (Node const n = next(record.id); wanted_[n])
            for (std::size_t i = Static::of_runtime; i != statics.size(); ++i)
                value(n, statics[i].name, statics[i].type, statics[i].value);
        classes_.add(std::move(record));
    }
    void add_instance(std::uint64_t id, std::uint64_t class_id, std::string_view data) {
        Node const n = next(id);
        if (wanted_[n] && !instance(n, class_id, data)) late_.push_back({n, class_id, std::string(data)});
    }
    void add_objects(std::uint64_t id, std::uint64_t, std::uint32_t length) { array(next(id), length); }
    void add_slot(std::uint64_t) const {}
    void add_primitives(std::uint64_t id, std::uint8_t, std::uint32_t length, std::string_view) {
        array(next(id), length);
    }
    void note_rest(std::uint64_t) const {}

    struct NoRoots {
        void add(std::uint64_t, std::uint32_t, std::uint32_t) const {}
        void add_local(std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t) const {}
        void add_thread(std::uint64_t, std::uint32_t) const {}
    };
    NoRoots roots() const { return {}; }

    void finish() {
        for (auto const& [node, class_id, data] : late_)
            if (!instance(node, class_id, data)) changed();
        if (next_ + 1 != heap_.node_count()) changed();
    }

  private:
    static constexpr std::uint32_t unknown = ClassRecord::none - 1;
    struct Late {
        Node node;
        std::uint64_t class_id;
        std::string data;
    };

    [[noreturn]] void changed() const {
        throw Error(heap_.file, "has changed since it was read, so the values in it are not known");
    }
    /// The number of the next object of the file; the last object of the heap is not in the file.
    Node next(std::uint64_t id) {
        if (next_ + 1 >= heap_.node_count() || heap_.ids[next_] != id) changed();
        return next_++;
    }
    bool instance(Node n, std::uint64_t class_id, std::string_view data) {
        auto const of_class = classes_.find(class_id);
        if (!of_class || !classes_[*of_class].complete) return false;
        if (data.size() != classes_[*of_class].size) changed();
        char const* at = data.data();
        for (auto c = with_fields(*of_class); c != ClassRecord::none; c = with_fields(classes_[c].parent))
            for (Field const& field : classes_[c].fields) {
                std::size_t const size = FieldType::size(field.type, bytes_.id_size());
                std::uint64_t const bits = Bytes::number_at(std::exchange(at, at + size), size);
                value(n, field.name, field.type, bits);
                if (string(field.name) == "value" && wraps(string(classes_[c].name)))
                    value(n, 0, field.type, bits);
            }
        return true;
    }
    /// The nearest class with fields of its own, from this one upwards. Skips each class without fields once.
    std::uint32_t with_fields(std::uint32_t number) {
        above_.resize(classes_.size(), unknown);
        std::uint32_t found = number;
        auto const above = [&](std::uint32_t c) -> std::uint32_t {
            return above_[c] == unknown ? classes_[c].parent : above_[c];
        };
        while (found != ClassRecord::none && classes_[found].fields.empty()) found = above(found);
        while (number != found) above_[std::exchange(number, above(number))] = found;
        return found;
    }
    static bool wraps(std::string_view name) {
        constexpr std::array<std::string_view, 8> wrappers{
            "java.lang.Integer", "java.lang.Long",      "java.lang.Boolean", "java.lang.Double",
            "java.lang.Float",   "java.lang.Character", "java.lang.Short",   "java.lang.Byte"};
        return std::ranges::find(wrappers, name) != wrappers.end();
    }
    void value(Node n, std::uint32_t field, std::uint8_t type, std::uint64_t bits) {
        if (type == FieldType::object && bits != 0) return;
        JavaValue const its(type, bits);
        f_(DumpValue{n, string(field), its.kind, its.text});
    }
    void array(Node n, std::uint32_t length) {
        if (wanted_[n]) f_(DumpValue{n, "length", ValueKind::number, std::to_string(length)});
    }

    Bytes& bytes_;
    JvmHeap const& heap_;
    std::vector<bool> const& wanted_;
    F const& f_;
    StringTable strings_;
    Interned names_{strings_};
    ClassTable classes_;
    std::vector<std::uint32_t> above_;  // by class without fields: the nearest one with fields
    std::vector<Late> late_;
    Node next_ = 0;
};

}  // namespace detail

/// Why the values are not known; empty if they are.
inline std::string no_java_values(JvmHeap const& heap) {
    std::error_code unknown;
    if (std::filesystem::is_regular_file(heap.file, unknown)) return "";
    return "cannot be read twice, so the values of fields are not known";
}

/// Calls f(DumpValue) for each value in an object n with wanted[n]. Throws Error if the file cannot be read
/// or has changed.
void for_each_java_value(JvmHeap const& heap, std::vector<bool> const& wanted, auto const& f) {
    Input input(heap.file);
    using Values = detail::JavaValues<std::remove_cvref_t<decltype(f)>>;
    detail::HprofReader<Values>(input, heap, wanted, f).read().finish();
}

}  // namespace trav::dump
