// trav/report/eventlog/detail/types.hpp: the types of events that an eventlog declares, for the reader.
#pragma once

#include "bytes.hpp"
#include "format.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trav::detail {

/// The sizes of a file's events, by type.
class EventlogTypes {
  public:
    /// Reads the header, up to the first event.
    void read(EventlogBytes& file) {
        expect(file, event::header_begin, "this is no eventlog");
        expect(file, event::types_begin, "no types of events are declared");
        for (;;) {
            std::uint64_t const at = file.offset();
            auto const mark = file.number<4>();
            if (mark == event::types_end) break;
            if (mark != event::type_begin)
                file.fail(at, "the declaration of a type of events must begin here");
            auto const type = file.number<2>();
            auto const size = static_cast<std::uint32_t>(file.number<2>());
            file.skip(file.number<4>());  // the description
            file.skip(file.number<4>());  // additions of later versions
            expect(file, event::type_end, "the declaration of a type of events must end here");
            auto const known = std::ranges::find(event::types, type, &event::Type::number);
            if (known != event::types.end() && (known->size == event::variable) != (size == event::variable))
                file.fail(at, "events of type " + std::to_string(type) + " are declared with another size");
            if (type >= sizes_.size()) sizes_.resize(type + std::size_t{1}, undeclared);
            sizes_[type] = size;
        }
        expect(file, event::header_end, "the header must end here");
        expect(file, event::data_begin, "the events must begin here");
    }

    bool declared(std::uint16_t type) const { return type < sizes_.size() && sizes_[type] != undeclared; }
    /// The size of the payload, or event::variable.
    std::uint32_t size(std::uint16_t type) const { return sizes_[type]; }

  private:
    static constexpr std::uint32_t undeclared = 0x10000;

    static void expect(EventlogBytes& file, std::uint32_t mark, char const* fault) {
        std::uint64_t const at = file.offset();
        if (file.number<4>() != mark) file.fail(at, fault);
    }

    std::vector<std::uint32_t> sizes_;  // up to the greatest declared type
};

}  // namespace trav::detail
