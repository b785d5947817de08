#include "command.hpp"
#include "compare.hpp"
#include "object_text.hpp"
#include "open_dump.hpp"
#include "terminal.hpp"
#include "text_last.hpp"

#include <trav/report/text.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof diff 1.dump 2.dump
      which objects are new, which are gone, and which retain more than before
  heapprof diff 1.dump 2.dump 3.dump
      and which were made between the first two and are still there)";

struct Asked {
    std::vector<std::string> files;
    std::size_t top = 10;
};

std::string short_name(std::string const& file) {
    return std::string(stem(std::filesystem::path(file).filename().string()));
}

// "+1.46 MiB", "-3 B", "0"
std::string signed_text(std::int64_t growth) {
    auto const size = static_cast<std::uint64_t>(growth < 0 ? -growth : growth);
    return growth < 0 ? trav::humanised_growth(size, 0) : trav::humanised_growth(0, size);
}

std::string types_text(std::vector<Census> const& dumps, TypeNumbers const& types, std::size_t top) {
    trav::TextTable table(
        {"type", "growth", "grew", "new", "objects", "gone", "objects", "survived", "objects"});
    auto const all = changes(dumps, types);
    auto const row = [&](std::string name, TypeChange const& change, bool one) {
        std::string const steps = std::to_string(change.grew) + " of " + std::to_string(dumps.size() - 1);
        table.row({std::move(name), signed_text(change.growth()), one ? steps : "",
                   trav::humanised(change.created.bytes), trav::grouped(change.created.objects),
                   trav::humanised(change.gone.bytes), trav::grouped(change.gone.objects),
                   trav::humanised(change.survived.bytes), trav::grouped(change.survived.objects)});
    };
    std::size_t const shown = top == 0 ? all.size() : std::min(top, all.size());
    TypeChange rest{0, {}, {}, {}, {0, 0}, 0}, total = rest;
    for (std::size_t i = 0; i != all.size(); ++i) {
        if (i < shown) row(types[all[i].type], all[i], true);
        for (TypeChange* const sum : {&rest, &total}) {
            if (sum == &rest && i < shown) continue;
            sum->created += all[i].created, sum->gone += all[i].gone, sum->survived += all[i].survived;
            sum->bytes[0] += all[i].bytes.front(), sum->bytes[1] += all[i].bytes.back();
        }
    }
    if (shown != all.size()) row("... " + trav::grouped(all.size() - shown) + " more", rest, false);
    row("total", total, false);
    return table.fitting(terminal_columns());
}

// The objects of one type among some, what retains most first.
struct OfType {
    std::uint64_t objects = 0, bytes = 0;
};

template <trav::dump::Dump D>
std::string left_text(D const& last, std::vector<Census> const& dumps, TypeNumbers const& types,
                      std::size_t top) {
    auto const left = left_behind(dumps);
    std::vector<OfType> by_type(types.size());
    for (Counted const& object : left)
        ++by_type[object.type].objects, by_type[object.type].bytes += object.bytes;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i != by_type.size(); ++i)
        if (by_type[i].objects != 0) order.push_back(i);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return by_type[a].bytes != by_type[b].bytes ? by_type[a].bytes > by_type[b].bytes
                                                    : types[a] < types[b];
    });
    std::string const since = "made between " + short_name(dumps[0].file) + " and " +
                              short_name(dumps[1].file) + ", still in " + short_name(dumps.back().file);
    TextLast rows({"bytes", "objects", since});
    std::size_t const shown = top == 0 ? order.size() : std::min(top, order.size());
    OfType rest;
    for (std::size_t i = 0; i != order.size(); ++i) {
        OfType const& type = by_type[order[i]];
        if (i < shown) rows.add({trav::humanised(type.bytes), trav::grouped(type.objects), types[order[i]]});
        else rest.objects += type.objects, rest.bytes += type.bytes;
    }
    if (shown != order.size())
        rows.add({trav::humanised(rest.bytes), trav::grouped(rest.objects),
                  "... " + trav::grouped(order.size() - shown) + " more"});
    TextLast largest({"retained", "of these, what retains most"});
    for (std::size_t i = 0; i != left.size() && (top == 0 || i != top); ++i)
        largest.add({trav::humanised(left[i].retained), object_text(last, left[i].node)});
    return left.empty() ? since + ": nothing\n" : rows.str() + '\n' + largest.str();
}

template <trav::dump::Dump D>
std::string growing_text(D const& last, std::vector<Census> const& dumps, std::size_t top) {
    auto const all = growing(dumps);
    std::vector<std::string> heading;
    for (Census const& each : dumps) heading.push_back(short_name(each.file));
    heading.emplace_back("growth");
    heading.emplace_back(dumps.size() > 2 ? "retain more in every step" : "retain more");
    TextLast rows(heading);
    for (std::size_t i = 0; i != all.size() && (top == 0 || i != top); ++i) {
        std::vector<std::string> cells;
        for (std::uint64_t const bytes : all[i].retained) cells.push_back(trav::humanised(bytes));
        cells.push_back(trav::humanised_growth(all[i].retained.front(), all[i].retained.back()));
        cells.push_back(object_text(last, all[i].last.node));
        rows.add(std::move(cells));
    }
    if (all.empty()) return "no object retains more\n";
    return rows.str() +
           (top == 0 || all.size() <= top ? "" : "... " + trav::grouped(all.size() - top) + " more\n");
}

std::string answer(Asked const& asked) {
    std::vector<Census> dumps;
    TypeNumbers types;
    std::string text;
    for (std::string const& file : asked.files) {
        text = ask_dump(file, [&](auto const& dump) -> std::string {
            dumps.push_back(census(dump, types));
            if (dumps.size() > 1) check_same_ids(dumps[dumps.size() - 2], dumps.back());
            if (dumps.size() != asked.files.size()) return "";
            std::string result = types_text(dumps, types, asked.top);
            if (dumps.size() > 2) result += '\n' + left_text(dump, dumps, types, asked.top);
            return result + '\n' + growing_text(dump, dumps, asked.top);
        });
    }
    return text;
}

}  // namespace

void add_diff(CLI::App& app, Action& chosen) {
    CLI::App* command = app.add_subcommand("diff", "Says what became of the objects of a heap over time");
    command->footer(examples);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    command->add_option("FILE", asked->files, "Two dumps of one program or more, the first one first")
        ->required()
        ->expected(2, 1000)
        ->type_name("");
    add_number(*command, "--top", asked->top, "Lines of each part; 0: all");
    command->callback([asked, &chosen] { chosen = [asked] { std::cout << answer(*asked); }; });
}

}  // namespace heapprof
