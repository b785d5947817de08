#include "plot_options.hpp"

#include <trav/text/from_chars.hpp>

#include "../terminal/command_line.hpp"

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace heapprof {

char const* const plot_flags = R"(heapprof plot [FLAGS] [FILE[.hp]]
Flags, those of hp2ps:
  -d             order the bands by standard deviation, not by area
  -i[+|-]        order the bands by name: the greatest on top (-i+), or the least (-i-)
  -mN            at most N bands, 20 by default; the smallest are merged in OTHER; -m0: all, and no key
  -tP            leave out the smallest bands, which together stay below P percent, 0 to 5, 1 by default
  -M             the key apart from the graph
  -b, -s         a big or a small title
  -y             no marks
  -p             scale, order and shades as in FILE.aux, which each drawing leaves
  -c             PostScript in colour
  -eW[in|mm|pt]  Encapsulated PostScript, W wide, more than 2 inches
  -g             PostScript in portrait
Output:
  -o OUT         to this file, whose ending says what: .svg, .ps, .eps; - is standard output
  --ps, --svg    PostScript; an SVG)";

namespace {

[[noreturn]] void refuse(std::string const& what) { wrong_command_line("plot: " + what); }

bool ends_with(std::string const& text, std::string_view end) {
    return std::string_view(text).ends_with(end);
}

// Parses the number at the beginning of `text` and removes it.
template <class Number>
bool take_number(std::string_view& text, Number& number) {
    auto const [behind, error] = trav::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(behind - text.data()));
    return true;
}

class Parser {
  public:
    explicit Parser(std::vector<std::string> const& arguments) : arguments_(arguments) {}

    PlotOptions parse() {
        while (next_ != arguments_.size()) {
            std::string const& argument = arguments_[next_++];
            if (argument.starts_with("--")) option(argument);
            else if (argument.size() > 1 && argument[0] == '-') flags(argument);
            else if (input_given_) refuse("one file at a time, not " + options_.input + " and " + argument);
            else {
                if (argument.empty()) refuse("the name of a file is empty");
                input_given_ = true;
                options_.input = argument == "-" ? "" : argument;
            }
        }
        complete();
        return options_;
    }

  private:
    void option(std::string const& argument) {
        if (argument == "--help") print_help();
        if (argument == "--ps") picture_ = Picture::postscript;
        else if (argument == "--svg") picture_ = Picture::svg;
        else if (argument == "--output=") refuse("--output needs a file");
        else if (argument == "--output") options_.output = value("--output");
        else if (argument.starts_with("--output=")) options_.output = argument.substr(9);
        else refuse("unknown option " + argument);
        picture_given_ = picture_given_ || argument == "--ps" || argument == "--svg";
    }
    std::string value(std::string const& option) {
        if (next_ == arguments_.size() || arguments_[next_].empty()) refuse(option + " needs a file");
        return arguments_[next_++];
    }

    // Letters after one dash; a flag with a value takes the rest of the argument.
    void flags(std::string const& argument) {
        std::string_view rest = std::string_view(argument).substr(1);
        while (!rest.empty()) {
            char const flag = rest[0];
            rest.remove_prefix(1);
            switch (flag) {
            case 'b': options_.layout.title = trav::plot::TitleBox::big; break;
            case 's': options_.layout.title = trav::plot::TitleBox::small; break;
            case 'c': options_.ink = trav::plot::Ink::colour; break;
            case 'd': by_deviation_ = true; break;
            case 'g': options_.layout.upright = true; break;
            case 'i': name(rest); break;
            case 'M': apart_ = true; break;
            case 'p': options_.previous = true; break;
            case 'y': options_.choice.marks = false; break;
            case 'e': width(argument, rest); break;
            case 'm': limit(argument, rest); break;
            case 't': threshold(argument, rest); break;
            case 'o':
                options_.output = rest.empty() ? value("-o") : std::string(rest);
                rest = {};
                break;
            case 'h':
            case '?': print_help();
            default: refuse("unknown flag " + argument);
            }
        }
    }
    void name(std::string_view& rest) {
        bool const reversed = rest.starts_with('-');
        by_name_ = reversed ? trav::plot::Order::name_reversed : trav::plot::Order::name;
        if (reversed || rest.starts_with('+')) rest.remove_prefix(1);
    }
    void width(std::string const& argument, std::string_view& rest) {
        double width = 0;
        if (!take_number(rest, width)) refuse(argument + ": how wide? As in -e400, -e6in, -e150mm");
        if (rest == "in") width *= 72;
        else if (rest == "mm") width *= 2.834646;
        else if (rest != "pt" && !rest.empty()) refuse(argument + ": the units are in, mm and pt");
        if (!(width > 144 && std::isfinite(width))) refuse(argument + ": the width must exceed 2 inches");
        options_.layout.width = width;
        rest = {};
    }
    void limit(std::string const& argument, std::string_view& rest) {
        if (!take_number(rest, options_.choice.limit) || !rest.empty())
            refuse(argument + ": how many bands? As in -m10, or -m0 for all");
    }
    void threshold(std::string const& argument, std::string_view& rest) {
        double& percent = options_.choice.threshold;
        if (!take_number(rest, percent) || !rest.empty() || !(percent >= 0 && percent <= 5))
            refuse(argument + ": the threshold is a percentage from 0 to 5, as in -t2.5");
    }

    void complete() {
        std::string const& out = options_.output;
        if (picture_given_) options_.picture = picture_;
        else if (ends_with(out, ".svg")) options_.picture = Picture::svg;
        else if (ends_with(out, ".ps") || ends_with(out, ".eps")) options_.picture = Picture::postscript;
        else if (auto const ending = std::filesystem::path(out).extension(); !ending.empty())
            refuse(out + ": no '" + ending.string() + "' can be written, but .svg, .ps and .eps");
        else if (options_.layout.width > 0 || options_.layout.upright) options_.picture = Picture::postscript;
        if (ends_with(out, ".eps") && options_.layout.width == 0) options_.layout.width = 648;
        if (by_deviation_) options_.choice.order = trav::plot::Order::deviation;
        if (by_name_ != trav::plot::Order::area) options_.choice.order = by_name_;
        if (apart_ || options_.choice.limit > 20) options_.layout.key = trav::plot::Key::apart;
        else if (options_.choice.limit == 0) options_.layout.key = trav::plot::Key::nowhere;

        if (options_.input.empty()) {
            if (out.empty()) options_.output = "-";
        } else {
            // As in hp2ps, FILE means FILE.hp.
            if (!ends_with(options_.input, ".hp") && std::filesystem::is_regular_file(options_.input + ".hp"))
                options_.input += ".hp";
            if (out.empty()) {
                auto const stem = std::filesystem::path(options_.input).stem().string();
                options_.output = stem + (options_.picture == Picture::svg ? ".svg" : ".ps");
            }
        }
        if (options_.previous && options_.aux_file().empty())
            refuse("-p needs a file: the parameters are in FILE.aux");
    }

    std::vector<std::string> const& arguments_;
    std::size_t next_ = 0;
    PlotOptions options_;
    Picture picture_ = Picture::svg;
    trav::plot::Order by_name_ = trav::plot::Order::area;
    bool input_given_ = false, picture_given_ = false, by_deviation_ = false, apart_ = false;
};

}  // namespace

std::string PlotOptions::aux_file() const {
    std::error_code none;
    auto const status = std::filesystem::status(output, none);
    if (output == "-" || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)))
        return "";
    return std::filesystem::path(output).replace_extension(".aux").string();
}

PlotOptions plot_options(std::vector<std::string> const& arguments) { return Parser(arguments).parse(); }

}  // namespace heapprof
