#include "command.hpp"
#include "open_dump.hpp"
#include "text_last.hpp"

#include <trav/dump/by_string.hpp>
#include <trav/dump/error.hpp>
#include <trav/report/text.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace heapprof {

namespace {

using trav::dump::StringGroup;

constexpr char const* examples = R"(Examples:
  heapprof strings app.dump
      which strings are there more than once, and what that costs
  heapprof why app.dump @83981
      and why one of them is alive)";

// Of all strings; and of those that are more than one, what wastes most first, and the rest together.
template <trav::dump::Dump D>
std::string strings_text(D const& dump, std::size_t top) {
    if constexpr (!trav::dump::HasStrings<D>) {
        throw trav::dump::Error(dump.source(), "dumps of this format do not say what is in strings");
    } else {
        auto const strings = trav::dump::same_strings(dump);
        std::uint64_t count = 0, bytes = 0, same = 0, wasted = 0;
        std::vector<StringGroup const*> groups;
        for (StringGroup const& group : strings.groups) {
            count += group.count, bytes += group.bytes;
            if (group.count == 1) continue;
            groups.push_back(&group);
            same += group.count, wasted += group.wasted();
        }
        std::ranges::sort(groups, [](StringGroup const* a, StringGroup const* b) {
            return a->wasted() != b->wasted() ? a->wasted() > b->wasted() : a->first.node < b->first.node;
        });
        TextLast rows({"wasted", "strings", "bytes", "text"});
        std::size_t const shown = top == 0 ? groups.size() : std::min(top, groups.size());
        for (std::size_t i = 0; i != shown; ++i)
            rows.add({trav::humanised(groups[i]->wasted()), trav::grouped(groups[i]->count),
                      trav::humanised(groups[i]->bytes), string_text(dump, groups[i]->first, 60, true)});
        if (shown != groups.size())
            rows.add({"", "", "", "... " + trav::grouped(groups.size() - shown) + " more"});
        return trav::grouped(count) + " strings in " + trav::humanised(bytes) + "; " + trav::grouped(same) +
               " of them have the contents of another: " + trav::humanised(wasted) + " wasted\n" +
               (groups.empty() ? "" : '\n' + rows.str());
    }
}

}  // namespace

void add_strings(CLI::App& app, Action& chosen) {
    CLI::App* command =
        app.add_subcommand("strings", "Shows which strings of a dump are there several times");
    command->footer(examples);
    command->fallthrough();
    struct Asked {
        std::string file;
        std::size_t top = 20;
    };
    auto const asked = std::make_shared<Asked>();
    add_file(*command, asked->file);
    add_number(*command, "--top", asked->top, "Lines, those first that waste most; 0: all");
    command->callback([asked, &chosen] {
        chosen = [asked] {
            std::cout << ask_dump(asked->file,
                                  [&](auto const& dump) { return strings_text(dump, asked->top); });
        };
    });
}

}  // namespace heapprof
