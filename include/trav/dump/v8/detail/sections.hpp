// V8Sections: reads the sections of a V8 heap snapshot, which must come in a fixed order.
#pragma once

#include "../../detail/json_scanner.hpp"
#include "head.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::dump::detail {

class V8Sections {
  public:
    /// `head` need not be filled in until the first section has been read.
    V8Sections(JsonScanner& json, V8Head const& head) : json_(json), head_(head) {}

    /// Calls section(name) at the beginning of each section. Throws Error if a section is missing, out of
    /// order or repeated.
    template <class F>
    void read(F section) {
        std::size_t done = 0;  // sections read or skipped so far
        for (bool more = json_.open('{', '}'); more; more = json_.more('}')) {
            std::uint64_t const at = json_.offset();
            std::string const name = json_.name();
            auto const known = std::ranges::find(sections, name);
            if (known == sections.end() && done > 0) {  // a section of a later version
                json_.skip();
                continue;
            }
            auto const place = static_cast<std::size_t>(known - sections.begin());
            if (place < done)
                json_.input().fail_at(at, "section '" + name + "' is out of order or comes twice");
            for (; done < std::min(place, sections.size()); ++done) {
                if (required(done)) missing(at, done, "'" + name + "'");
            }
            if (done == sections.size()) missing(at, 0, "'" + name + "'");
            section(name);
            ++done;
        }
        for (; done < sections.size(); ++done) {
            if (required(done)) missing(json_.input().offset(), done, "the end");
        }
    }

  private:
    static constexpr std::array<std::string_view, 8> sections{
        "snapshot",   "nodes",   "edges",     "trace_function_infos",
        "trace_tree", "samples", "locations", "strings"};

    // Whether the section must be there; some must only if the head of the file announces them.
    bool required(std::size_t section) const {
        std::string_view const name = sections[section];
        if (name.substr(0, 5) == "trace") return head_.traces;
        if (name == "samples") return head_.sample_width != 0;
        if (name == "locations") return head_.locations;
        return true;
    }

    [[noreturn]] void missing(std::uint64_t at, std::size_t section, std::string const& found) const {
        json_.input().fail_at(at, "section '" + std::string(sections[section]) + "' is due, found " + found +
                                      ": sections are missing or out of order");
    }

    JsonScanner& json_;
    V8Head const& head_;
};

}  // namespace trav::dump::detail
