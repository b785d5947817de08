#include "../command.hpp"
#include "../file/output_file.hpp"
#include "../file/same_file.hpp"
#include "../terminal/remarks.hpp"
#include "plot_options.hpp"

#include <trav/report/eventlog/heap_profile.hpp>
#include <trav/report/eventlog/reader.hpp>
#include <trav/report/hp/reader.hpp>
#include <trav/report/plot/aux_file.hpp>
#include <trav/report/plot/postscript.hpp>
#include <trav/report/plot/summary.hpp>
#include <trav/report/plot/svg.hpp>
#include <trav/text/one_line.hpp>

#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(
Examples:
  heapprof plot Sharing.hp
      Sharing.svg, for a browser
  heapprof plot Sharing.hp -m8 -t0.5 -i
      at most 8 bands, including small ones, by name
  heapprof plot Sharing.eventlog -o Sharing.eps -e120mm -c
      an eventlog, for a paper
  heapprof plot -p Sharing.hp
      again, to the same scale, in the same order
  heapprof plot <Sharing.hp >Sharing.svg
      as a filter)";

// Whether a file begins like a dump: as JSON, gzipped data, or a Java dump.
bool may_be_dump(std::istream& in) {
    if (in.peek() != 'J') return in.peek() == '{' || in.peek() == '\x1f';
    in.get();
    bool const java = in.peek() == 'A';
    in.unget();
    return java;
}

// Reads either of GHC's two formats, recognized by their first bytes.
trav::HpFile read_profile(std::istream& in, std::string const& name) {
    if (in.peek() < 0 && !in.bad()) throw trav::Unreadable(name, "the file is empty");
    if (may_be_dump(in))
        throw trav::Unreadable(name,
                               "is neither a .hp file nor an eventlog; `heapprof dump` reads dumps of heaps");
    trav::HpFile file =
        in.peek() == 'h' ? trav::hp_file(trav::read_eventlog(in, name)) : trav::read_hp(in, name);
    if (file.samples.empty())
        throw trav::Unreadable(name,
                               file.cut ? "contains no samples: the end is missing" : "contains no samples");
    return file;
}

trav::HpFile read_profile(std::string const& path) {
    if (path.empty()) {
        if (isatty(STDIN_FILENO)) throw std::runtime_error("plot: which file?");
        return read_profile(std::cin, "standard input");
    }
    auto in = trav::open_to_read(path);
    return read_profile(in, path);
}

void plot(PlotOptions const& options) {
    std::string const aux_file = options.aux_file();
    std::vector<std::string> outputs{options.output, aux_file};
    std::erase_if(outputs, [](auto const& name) { return name.empty() || name == "-"; });
    refuse_same_file({options.input.empty() ? "/dev/stdin" : options.input}, outputs);
    trav::HpFile const file = read_profile(options.input);
    std::optional<trav::plot::Saved> previous;
    if (options.previous) previous = trav::plot::read_aux(aux_file);
    trav::plot::Saved const* const saved = previous ? &*previous : nullptr;

    auto const traces = trav::plot::traces(file, options.choice, saved);
    auto const shades = trav::plot::shades(traces, options.ink, saved);
    auto const draw = [&](std::ostream& out) {
        if (options.picture == Picture::svg) trav::plot::write_svg(out, traces, options.layout);
        else trav::plot::write_postscript(out, traces, shades, options.layout);
    };
    std::optional<OutputFile> picture, aux;
    std::vector<OutputFile*> files;
    std::string said;
    if (options.output == "-") {
        draw(std::cout);
    } else {
        files.push_back(&picture.emplace(options.output));
        draw(picture->stream());
        said = trav::plot::summary(traces) + trav::one_line(options.output) + '\n';
    }
    if (!aux_file.empty()) {
        files.push_back(&aux.emplace(aux_file));
        trav::plot::write_aux(aux->stream(), traces, shades);
    }
    publish(files, said);
    if (file.cut)
        remark((options.input.empty() ? "standard input" : options.input) +
               ": the end is missing; the drawing has the samples before it");
}

}  // namespace

void add_plot(Command const& app, Action& chosen) {
    Command const command =
        app.add_subcommand("plot", "Draws heap profiles of GHC (.hp, .eventlog) as SVG or PostScript");
    command->footer(std::string(plot_flags) + examples);
    command->prefix_command();  // CLI11 cannot parse hp2ps's flags
    command->callback([command, &chosen] {
        auto const options = plot_options(command->remaining());
        chosen = [options] { plot(options); };
    });
}

}  // namespace heapprof
