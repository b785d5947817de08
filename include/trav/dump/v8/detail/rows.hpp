// V8Rows: reads the sections of a V8 heap snapshot that are lists of integers, row by row.
#pragma once

#include "../../detail/json_scanner.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace trav::dump::detail {

class V8Rows {
  public:
    explicit V8Rows(JsonScanner& json) : json_(json) {}

    /// Calls row(numbers, byte) for each row of `width` integers. Throws Error unless there are `count` rows.
    template <class Row>
    void counted(std::string const& name, std::size_t width, std::uint32_t count, Row row) {
        std::vector<std::uint64_t> numbers(width);
        std::uint32_t seen = 0;
        std::string const said = ", but snapshot." + name + "_count is " + std::to_string(count);
        for (bool more = json_.open('[', ']'); more; ++seen) {
            json_.rows(numbers, count - seen, [&](std::uint64_t at) {
                row(numbers, at);
                ++seen;
            });
            std::uint64_t const at = json_.offset();
            if (seen == count) json_.input().fail_at(at, "another " + name + said);
            for (std::size_t i = 0; i < width; ++i) {
                if (i > 0 && !json_.more(']')) {
                    json_.input().fail_at(at, "section '" + name + "s' ends inside " + name + " " +
                                                  std::to_string(seen));
                }
                numbers[i] = json_.number();
            }
            row(numbers, at);
            more = json_.more(']');
        }
        if (seen != count) json_.input().fail(std::to_string(seen) + " " + name + "s" + said);
    }

    /// Calls row(numbers, byte, fail) for each row of `width` integers, in a section without a known number
    /// of rows.
    void each(std::string const& name, std::size_t width, auto const& row) {
        std::vector<std::uint64_t> numbers(width);
        std::size_t seen = 0;
        for (bool more = json_.open('[', ']'); more; ++seen) {
            std::uint64_t const at = json_.offset();
            auto const fail = [&](std::string const& how) {
                json_.input().fail_at(at, name + ' ' + std::to_string(seen) + how);
            };
            for (std::size_t i = 0; i != width; ++i) {
                if (i > 0 && !json_.more(']')) fail(" is cut short");
                numbers[i] = json_.number();
            }
            row(numbers, at, fail);
            more = json_.more(']');
        }
    }

    /// Returns the number as 32 bits. Throws an Error about `what` if it does not fit.
    std::uint32_t small(std::uint64_t number, std::uint64_t at, char const* what) const {
        if (number > std::numeric_limits<std::uint32_t>::max()) beyond(number, at, what);
        return static_cast<std::uint32_t>(number);
    }

  private:
    // Not inlined, to keep the loops that may call it small.
    [[noreturn]] TRAV_NOINLINE void beyond(std::uint64_t number, std::uint64_t at, char const* what) const {
        json_.input().fail_at(at, std::string(what) + " beyond 2^32 - 1: " + std::to_string(number));
    }

    JsonScanner& json_;
};

}  // namespace trav::dump::detail
