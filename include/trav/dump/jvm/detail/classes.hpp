// ClassTable: the classes of an hprof file, and the positions of the references in their instances.
//
// The file lists the fields of each class separately. An instance has the fields of its own class first, then
// the fields of the superclass, and so on. A class keeps its own fields only: inherited fields are found by
// walking the superclasses with references.
#pragma once

#include "../../../detail/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump::detail {

/// The types of fields and elements, by their numbers in the file.
struct FieldType {
    static constexpr std::uint8_t object = 2, boolean = 4, character = 5, single = 6, double_ = 7, byte = 8,
                                  integer = 10;
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

/// A static field with its value. The first few are links of the virtual machine.
struct Static {
    static constexpr std::size_t of_runtime = 4, loader = 1;
    std::uint32_t name;  ///< the number of a string
    std::uint8_t type;
    std::uint64_t value;
};

/// A class as in the file. Complete classes also have the properties that they inherit.
struct ClassRecord {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::uint64_t id = 0, super = 0;
    std::uint32_t name = 0;  ///< the number of a string
    std::vector<Field> fields{};
    std::uint32_t instance_size = 0;
    std::uint32_t node = 0, shape = 0;
    bool is_string = false, is_buffer = false;

    bool complete = false;                    ///< whether all superclasses are known
    std::uint32_t parent = none;              ///< the number of the superclass
    std::uint32_t above = none;               ///< of the nearest superclass with references
    std::vector<std::uint32_t> references{};  ///< the positions of its own references in its own fields
    std::size_t size = 0;                     ///< of an instance in the file
    std::uint64_t other = 0;                  ///< bytes of the fields that are not references
};

/// Classes by their ids.
class ClassTable {
  public:
    explicit ClassTable(std::size_t id_size) : id_size_(id_size) {}

    /// Adds a class and returns its number.
    std::uint32_t add(ClassRecord record) {
        auto const number = static_cast<std::uint32_t>(all_.size());
        by_id_.try_emplace(record.id, number);
        for (Field const& field : record.fields) {
            std::size_t const bytes = FieldType::size(field.type, id_size_);
            if (field.type != FieldType::object) record.other += bytes;
            else record.references.push_back(static_cast<std::uint32_t>(record.size));
            record.size += bytes;
        }
        std::uint64_t const super = record.super;
        all_.push_back(std::move(record));
        auto const parent = find(super);
        if (super == 0) complete(number, ClassRecord::none);
        else if (parent && all_[*parent].complete) complete(number, *parent);
        else waiting_[super].push_back(number);
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

    /// The complete classes, superclasses first.
    std::vector<std::uint32_t> const& in_order() const { return in_order_; }
    /// Calls f(position) for each reference in an instance of a complete class, in the order of the file.
    void for_each_reference(std::uint32_t number, auto f) const {
        std::size_t const size = all_[number].size;
        for (; number != ClassRecord::none; number = all_[number].above)
            for (std::uint32_t const own : all_[number].references) f(size - all_[number].size + own);
    }
    /// A class that extends itself, if there is one.
    std::optional<std::uint32_t> in_a_cycle() const {
        std::vector<std::uint32_t> seen_from(all_.size(), ClassRecord::none);
        for (std::uint32_t start = 0; start != all_.size(); ++start) {
            for (std::optional at(start); at && !all_[*at].complete; at = find(all_[*at].super)) {
                if (seen_from[*at] == start) return at;
                if (seen_from[*at] != ClassRecord::none) break;
                seen_from[*at] = start;
            }
        }
        return std::nullopt;
    }

  private:
    /// Completes a class, and the classes that wait for it.
    void complete(std::uint32_t number, std::uint32_t parent) {
        inherit(number, parent);
        for (std::size_t next = in_order_.size() - 1; next != in_order_.size(); ++next) {
            auto const waiting = waiting_.extract(all_[in_order_[next]].id);
            if (waiting.empty()) continue;
            for (std::uint32_t const child : waiting.mapped()) inherit(child, in_order_[next]);
        }
    }
    void inherit(std::uint32_t number, std::uint32_t parent) {
        ClassRecord& record = all_[number];
        record.complete = true;
        in_order_.push_back(number);
        if (parent == ClassRecord::none) return;
        ClassRecord const& super = all_[parent];
        record.parent = parent;
        record.above = super.references.empty() ? super.above : parent;
        record.size += super.size;
        record.other += super.other;
    }

    std::size_t id_size_;
    std::vector<ClassRecord> all_;
    std::vector<std::uint32_t> in_order_;
    std::unordered_map<std::uint64_t, std::uint32_t> by_id_;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> waiting_;  // by the id of the superclass
};

}  // namespace trav::dump::detail
