#include "../command.hpp"
#include "../file/output_file.hpp"
#include "../file/same_file.hpp"
#include "../page/page.hpp"
#include "../terminal/screen.hpp"
#include "../terminal/sparkline.hpp"
#include "../terminal/terminal.hpp"
#include "../terminal/watched.hpp"

#include <trav/report/plot/summary.hpp>
#include <trav/report/plot/svg.hpp>
#include <trav/report/plot/traces.hpp>
#include <trav/report/text.hpp>
#include <trav/text/one_line.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <poll.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof watch app.hp
      the heap of a running program, and its changes
  heapprof watch snapshots/ --by owner -o heap.html
      a growing folder of snapshots, and a page that reloads itself)";

struct Asked {
    std::string page;
    std::size_t top = 15;
    bool once = false;
};

constexpr unsigned reload_seconds = 2;
constexpr int tick = 200;  // milliseconds between checks of the files

std::string joined(std::vector<std::string> const& texts) {
    std::string all;
    for (std::string const& text : texts) all += (all.empty() ? "" : " / ") + text;
    return all;
}

// A table of at most `most` bands of the last sample, with each band over time.
std::string table_text(WatchedHeap const& heap, std::size_t most, std::size_t columns) {
    trav::Table const& table = heap.table;
    if (table.times.empty()) return "";
    std::size_t const last = table.times.size() - 1;
    std::vector<std::size_t> order(table.lines.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) { return table.lines[i].amounts[last].bytes == 0; });
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        std::uint64_t const of_a = table.lines[a].amounts[last].bytes,
                            of_b = table.lines[b].amounts[last].bytes;
        return of_a != of_b ? of_a > of_b : a < b;
    });
    std::uint64_t const total = table.total(last).bytes;
    bool const bytes = heap.unit == "bytes";
    auto const amount = [&](std::uint64_t value) {
        return bytes ? trav::humanised(value) : trav::grouped(value);
    };
    trav::TextTable text({joined(table.columns), "over time", heap.unit, "%"});
    auto const row = [&](std::string const& name, std::vector<std::uint64_t> const& values) {
        text.row({name, sparkline(values, 30), amount(values[last]), trav::percent(values[last], total)});
    };
    std::vector<std::uint64_t> all(last + 1), rest(last + 1);
    std::size_t more = 0;
    for (std::size_t i = 0; i != order.size(); ++i) {
        std::vector<std::uint64_t> values;
        for (auto const& each : table.lines[order[i]].amounts) values.push_back(each.bytes);
        if (most == 0 || i < most) {
            row(joined(table.lines[order[i]].texts), values);
        } else {
            ++more;
            for (std::size_t s = 0; s <= last; ++s) rest[s] += values[s];
        }
    }
    for (std::size_t s = 0; s <= last; ++s) all[s] = table.total(s).bytes;
    if (more != 0) row("... " + trav::grouped(more) + " more", rest);
    row("total", all);
    return text.fitting(columns);
}

std::string text_of(WatchedHeap const& heap, std::size_t most, std::size_t columns) {
    std::size_t const samples = heap.table.times.size();
    std::string text;
    if (samples != 0)
        text = trav::grouped(samples) + (samples == 1 ? " sample, " : " samples, the last ") + heap.last +
               "\n\n" + table_text(heap, most, columns);
    if (!heap.waiting.empty())
        text += (text.empty() ? "" : "\n") + ("waiting: " + trav::one_line(heap.waiting)) + '\n';
    return text;
}

// A page with a drawing of a .hp file or an eventlog.
std::string drawing(trav::HpFile const& file, unsigned reload) {
    std::ostringstream page;
    page << "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
         << reload_tag(reload) << "<title>A heap</title>\n";
    trav::plot::write_svg(page, trav::plot::traces(file, {}, nullptr), {});
    return page.str();
}

void write_page(std::string const& path, Watched const& watched, WatchedHeap const& heap,
                std::string const& command_line, unsigned reload) {
    if (heap.table.times.empty()) return;
    OutputFile page(path);
    page.stream() << (watched.profile() ? drawing(heap.file, reload)
                                        : page_text(heap.dumps, watched.options(), command_line, reload));
    publish({&page});
}

void watch(Asked const& asked, DumpOptions const& options, std::string const& command_line) {
    bool const live = !asked.once && isatty(STDOUT_FILENO) != 0;
    if (!asked.page.empty()) refuse_same_file(options.question.files, {asked.page});
    Watched watched(options, !asked.page.empty());
    std::optional<Screen> screen;
    if (live) screen.emplace();
    winsize drawn{};
    WatchedHeap const* heap = nullptr;
    for (;; (void)::poll(nullptr, 0, tick)) {
        bool const changed = watched.changed();
        if (changed) {
            heap = &watched.read();
            if (!asked.page.empty())
                write_page(asked.page, watched, *heap, command_line, live ? reload_seconds : 0);
        }
        if (!live) break;
        winsize const size = Screen::size();
        bool const blank = screen->blank();
        if (!changed && !blank && size.ws_row == drawn.ws_row && size.ws_col == drawn.ws_col) continue;
        drawn = size;
        constexpr std::size_t others = 8;  // lines: headings, the rest, the total, the awaited file
        std::size_t const fits = size.ws_row > others ? size.ws_row - others : 1;
        std::size_t const most = asked.top == 0 ? fits : std::min(asked.top, fits);
        screen->draw(text_of(*heap, size.ws_row == 0 ? asked.top : most, terminal_columns()));
    }
    if (heap->table.times.empty()) throw std::runtime_error(heap->waiting);
    std::cout << text_of(*heap, asked.top, terminal_columns());
}

}  // namespace

void add_watch(Command const& app, std::string const& command_line, Action& chosen) {
    Command const command =
        app.add_subcommand("watch", "Shows a heap as its .hp file, eventlog or folder of dumps grows");
    command->footer(examples);
    command->fallthrough();
    auto const options = std::make_shared<DumpOptionParser>(command, Outputs::screen);
    auto const asked = std::make_shared<Asked>();
    command->add_option("-o", asked->page, "A page that is rewritten at each change, and reloads itself")
        ->check([](std::string const& text) {
            return text.empty() || text == "-" ? std::string("the page needs the name of a file")
                                               : std::string();
        })
        ->type_name("FILE");
    command->add_option("--top", asked->top, "Bands; 0: all")
        ->type_name("N")
        ->check([](std::string const& text) { return whole_number(text); })
        ->capture_default_str();
    command->add_flag("--once", asked->once, "Print it once, as when standard output is not a terminal");
    command->callback([options, asked, command_line, &chosen] {
        chosen = [command_line, asked, parsed = options->complete()] { watch(*asked, parsed, command_line); };
    });
}

}  // namespace heapprof
