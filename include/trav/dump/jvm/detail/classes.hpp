// ClassTable: the classes of an hprof file, and the positions of the references in their instances.
//
// The file lists the fields of each class separately. An instance has the fields of its own class first, then
// the fields of the superclass, and so on.
#pragma once

#include "../../../detail/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump::detail {

/// The types of fields and elements, by their numbers in the file.
struct FieldType {
    static constexpr std::uint8_t object = 2, character = 5, byte = 8;
    /// The size in the file in bytes, or 0 if there is no such type.
    static std::size_t size(std::uint8_t type, std::size_t id_size) {
        constexpr std::size_t sizes[] = {1, 2, 4, 8, 1, 2, 4, 8};  // boolean, char, float, double, byte ...
        if (type == object) return id_size;
        return type >= 4 && type < 12 ? sizes[type - 4] : 0;
    }
};

/// The name and type of a field.
struct Field {
    std::uint32_t name;  ///< the number of a string
    std::uint8_t type;
};

/// A class as in the file.
struct ClassRecord {
    std::uint64_t id = 0, super = 0;
    std::string name{};
    std::vector<Field> fields{};
    std::uint32_t instance_size = 0;
    std::uint32_t node = 0, shape = 0;
    bool is_string = false;
};

/// The positions of the fields in an instance.
struct Layout {
    struct Reference {
        std::uint32_t name;
        std::size_t offset;
    };
    std::vector<Reference> references{};
    std::size_t size = 0;               ///< in the file
    std::uint64_t other = 0;            ///< bytes of the fields that are not references
    std::vector<std::uint32_t> line{};  ///< the numbers of the class and its superclasses
};

/// Classes by their ids.
class ClassTable {
  public:
    /// Adds a class and returns its number.
    std::uint32_t add(ClassRecord record) {
        auto const number = static_cast<std::uint32_t>(all_.size());
        by_id_.try_emplace(record.id, number);
        all_.push_back(std::move(record));
        layouts_.emplace_back();
        return number;
    }
    std::optional<std::uint32_t> find(std::uint64_t id) const {
        auto const at = by_id_.find(id);
        return at == by_id_.end() ? std::nullopt : std::optional(at->second);
    }
    std::size_t size() const { return all_.size(); }
    auto begin() const { return all_.begin(); }
    auto end() const { return all_.end(); }
    ClassRecord& operator[](std::size_t number) { return all_[number]; }
    ClassRecord const& operator[](std::size_t number) const { return all_[number]; }

    /// The layout of a class. Null if a superclass is not known yet, or if the class extends itself or more
    /// than `deepest` classes.
    Layout const* layout(std::uint32_t number, std::size_t id_size) {
        auto& found = layouts_[number];
        if (found) return &*found;
        Layout layout;
        for (std::uint32_t at = number;;) {
            layout.line.push_back(at);
            for (Field const& field : all_[at].fields) {
                std::size_t const bytes = FieldType::size(field.type, id_size);
                if (field.type == FieldType::object) layout.references.push_back({field.name, layout.size});
                else layout.other += bytes;
                layout.size += bytes;
            }
            if (all_[at].super == 0) break;
            auto const super = find(all_[at].super);
            if (!super || layout.line.size() == deepest) return nullptr;
            at = *super;
        }
        return &found.emplace(std::move(layout));
    }
    /// Whether a class has this name, or a superclass has it.
    bool is(Layout const& layout, std::string_view name) const {
        for (std::uint32_t const number : layout.line)
            if (all_[number].name == name) return true;
        return false;
    }

  private:
    static constexpr std::size_t deepest = 1000;

    std::vector<ClassRecord> all_;
    std::vector<std::optional<Layout>> layouts_;
    std::unordered_map<std::uint64_t, std::uint32_t> by_id_;
};

}  // namespace trav::dump::detail
