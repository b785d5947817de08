// trav/ghc/profile/options_parser.hpp: parses the options between +RTS and -RTS on the command lines of GHC's
// programs.
//
//     auto const line = ghc::parse_rts({"20", "+RTS", "-hr", "-hdBranch,Leaf", "-i0", "-RTS"});
//     line.arguments                       // the program's own: "20"
//     line.rts.breakdowns                  // retainer
//     line.rts.restrictions                // description, one of Branch and Leaf
//
// The options are from GHC's users' guide; messages are from GHC 9.0.2. As in GHC, with `--ghc` a second
// breakdown is an error, and the last of several restrictions of a kind applies.
#pragma once

#include "../../text/from_chars.hpp"
#include "breakdowns.hpp"
#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace trav::ghc {

/// An option that GHC rejects, with GHC's message.
struct BadRtsOption : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// A parsed command line.
struct RtsCommandLine {
    std::vector<std::string> arguments{};  ///< the program's own
    RtsOptions rts{};
    std::vector<std::string> warnings{};  ///< GHC's warnings, after which it continues
};

namespace detail {

class RtsParser {
  public:
    RtsParser(std::span<std::string const> line, bool ghc) {
        bool const asked = std::ranges::find(line, std::string_view("--ghc")) != line.end();
        at_.rts.ghc = ghc || asked;
        bool ours = false;
        for (std::size_t n = 0; n != line.size(); ++n) {
            bool const rest = line[n] == "--RTS";  // everything after it belongs to the program
            if (rest || line[n] == "--") {
                at_.arguments.insert(at_.arguments.end(),
                                     line.begin() + static_cast<std::ptrdiff_t>(n) + rest, line.end());
                break;
            }
            if (line[n] == "+RTS") ours = true;
            else if (line[n] == "-RTS") ours = false;
            else if (!ours) at_.arguments.push_back(line[n]);
            else option(line[n]);
        }
        check();
    }
    RtsCommandLine take() { return std::move(at_); }

  private:
    static constexpr std::size_t most_capabilities = 65535;  // an eventlog has two bytes for the number

    [[noreturn]] static void fail(std::string const& message) { throw BadRtsOption(message); }

    void option(std::string const& text) {
        at_.rts.given.push_back(text);
        RtsOptions& rts = at_.rts;
        std::string_view const value = std::string_view(text).substr(std::min<std::size_t>(2, text.size()));
        char const letter = text.size() > 1 && text[0] == '-' ? text[1] : '\0';
        switch (letter) {
        case 'h': return heap(text, value);
        case 'i':
            if (!value.empty()) rts.interval = seconds(value, "-i");
            if (rts.interval < 0 && !rts.ghc) fail("bad value for -i");  // GHC takes no census
            return;
        case 'V':  // the mock has its own clock
            if (!value.empty()) seconds(value, "-V");
            return;
        case 'A': rts.allocation_area = bytes(text, value); return;
        case 'N':
            rts.capabilities = number(value);
            if (rts.capabilities == 0 || rts.capabilities > most_capabilities) fail("bad value for -N");
            return;
        case 'L':
            rts.label_length = number(value);
            if (rts.label_length == 0) fail("bad RTS option: " + text);
            return;
        case 'R':
            if (!rts.ghc && (value.empty() || value.find_first_not_of("0123456789") != value.npos))
                fail("bad RTS option: " + text);
            rts.retainers = number(value);
            return;
        case 'l':
            rts.eventlog = std::string(value);
            for (char const event : value)
                if (std::string_view("-asgpfnut").find(event) == std::string_view::npos)
                    at_.warnings.push_back(std::string("unknown trace option: ") + event);
            return;
        case 'r': rts.ticky = std::string(value); return;
        case 'p':
        case 'P': return time_profile(text, value);
        case 'x':
            if (value.empty() || (value[0] != 't' && value[0] != 'c')) break;
            if (value.size() > 1) fail("flag -x given an argument when none was expected: " + text);
            rts.stacks |= value == "t";  // -xc is ignored: there are no exceptions here
            return;
        default:
            if (text == "--ghc") return;
        }
        fail("unknown RTS option: " + text);
    }

    void time_profile(std::string const& text, std::string_view value) {
        TimeProfile& level = at_.rts.time_profile;
        auto const expects_none = [&](std::string const& flag) {
            fail("flag " + flag + " given an argument when none was expected: " + text);
        };
        switch (value.empty() ? '\0' : value[0]) {
        case '\0': level = text[1] == 'P' ? TimeProfile::verbose : TimeProfile::summary; break;
        case 'a':
            if (value.size() > 1) expects_none("-Pa");
            level = TimeProfile::all;
            break;
        case 'j': level = TimeProfile::json; break;  // ignores the rest
        case 'o':
            if (value.size() == 1) fail("flag -po expects an argument");
            at_.rts.stem = value.substr(1);
            break;
        default: expects_none(text.substr(0, 2));
        }
    }

    void heap(std::string const& text, std::string_view value) {
        RtsOptions& rts = at_.rts;
        char const letter = value.empty() ? 'c' : value[0];
        std::string_view names = value.substr(value.empty() ? 0 : 1);
        HeapBreakdownRow const* const row = breakdown_with_letter(letter);
        if (!row || (rts.ghc && !row->in_ghc)) fail("invalid heap profile option: " + text);
        bool const anywhere = letter == 'C';
        HeapBreakdown const breakdown = row->breakdown;
        if (names.empty()) {
            if (rts.ghc && !rts.breakdowns.empty()) fail("multiple heap profile options");
            if (std::ranges::find(rts.breakdowns, breakdown) == rts.breakdowns.end())
                rts.breakdowns.push_back(breakdown);
            return;
        }
        if (names.front() == '{') {
            names.remove_prefix(1);
            if (!rts.ghc && names.ends_with('}')) names.remove_suffix(1);  // GHC 9.0.2 keeps the brace
        }
        HeapRestriction restriction{breakdown, anywhere};
        for (std::size_t begin = 0, end = 0; begin < names.size(); begin = end + 1) {
            end = std::min(names.find(',', begin), names.size());
            restriction.names.emplace_back(names.substr(begin, end - begin));
        }
        if (!rts.ghc) check_names(text, restriction);
        if (rts.ghc)
            std::erase_if(rts.restrictions,
                          [&](auto const& r) { return r.breakdown == breakdown && r.anywhere == anywhere; });
        rts.restrictions.push_back(std::move(restriction));
    }

    /// Rejects restrictions without names, and unknown biographies; GHC would count nothing for them.
    static void check_names(std::string const& text, HeapRestriction const& restriction) {
        std::string const refused = "invalid heap profile option: " + text;
        if (std::ranges::all_of(restriction.names, &std::string::empty)) fail(refused + " (no name)");
        if (restriction.breakdown != HeapBreakdown::biography) return;
        for (auto const& name : restriction.names)
            if (std::ranges::none_of(all_phases,
                                     [&](Phase phase) { return phase_word(trav::name(phase)) == name; }))
                fail(refused + " (biographies are lag, drag, void, use)");
    }

    void check() const {
        RtsOptions const& rts = at_.rts;
        if (rts.capabilities > 1 && rts.heap_profile() && rts.uses(HeapBreakdown::biography))
            fail("-hb cannot be used with multiple capabilities");
        if (rts.ghc && rts.heap_profile() && rts.uses(HeapBreakdown::retainer) &&
            rts.uses(HeapBreakdown::biography))
            fail("cannot mix -hb and -hr");
    }

    /// A number of bytes, with k, m, g for powers of 1024.
    static std::uint64_t bytes(std::string const& text, std::string_view value) {
        constexpr double least = 8192, limit = 9223372036854775807.0;
        double number = 0;
        auto const [end, error] = trav::from_chars(value.data(), value.data() + value.size(), number);
        std::string_view const unit = value.substr(static_cast<std::size_t>(end - value.data()));
        constexpr std::string_view units = "kKmMgG";
        if (unit.size() == 1 && units.find(unit[0]) != units.npos)
            for (std::size_t n = 0; n <= units.find(unit[0]) / 2; ++n) number *= 1024;
        else if (!unit.empty()) number = 0;
        if (error != std::errc{} || !(number >= least && number < limit))
            fail("error in RTS option " + text + ": size outside allowed range (8192 - 9223372036854775807)");
        return static_cast<std::uint64_t>(number);
    }
    static double seconds(std::string_view text, char const* flag) {
        double value = 0;
        auto const [end, error] = trav::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size() || !(value > -1e9 && value < 1e9))
            fail(std::string("bad value for ") + flag);
        return value;
    }
    /// The number that a text begins with; 0 if there is none.
    static std::size_t number(std::string_view text) {
        std::size_t value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return value;
    }

    RtsCommandLine at_;
};

}  // namespace detail

/// Parses a command line without the program's name. `ghc`: as if --ghc were given. Throws BadRtsOption.
inline RtsCommandLine parse_rts(std::span<std::string const> line, bool ghc = false) {
    return detail::RtsParser(line, ghc).take();
}
inline RtsCommandLine parse_rts(std::vector<std::string> const& line, bool ghc = false) {
    return parse_rts(std::span(line), ghc);
}

}  // namespace trav::ghc
