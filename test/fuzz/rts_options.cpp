// The options between +RTS and -RTS, one word per line. The first byte decides whether they are read like GHC
// does. The options that were understood are understood in the same way again.
#include "fuzz.hpp"

#include <trav/ghc/profile/options_parser.hpp>

#include <algorithm>
#include <string>
#include <vector>

using trav::ghc::RtsOptions;

namespace {

std::vector<std::string> lines(std::string_view text) {
    std::vector<std::string> result;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t const end = std::min(text.find('\n', begin), text.size());
        result.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

bool same(RtsOptions const& a, RtsOptions const& b) {
    return a.breakdowns == b.breakdowns && a.restrictions == b.restrictions && a.interval == b.interval &&
           a.allocation_area == b.allocation_area && a.label_length == b.label_length &&
           a.retainers == b.retainers && a.stacks == b.stacks && a.eventlog == b.eventlog &&
           a.ticky == b.ticky && a.time_profile == b.time_profile && a.stem == b.stem && a.ghc == b.ghc &&
           a.given == b.given;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    fuzz::Choices choices(data, size);
    bool const ghc = choices.below(2) != 0;
    std::vector<std::string> const words = lines(choices.rest());
    try {
        auto const line = trav::ghc::parse_rts(words, ghc);
        RtsOptions const& rts = line.rts;
        fuzz::must(line.arguments.size() + rts.given.size() <= words.size(), "each word is used once");
        fuzz::must(rts.interval < 1e9 && (rts.ghc ? rts.interval > -1e9 : rts.interval >= 0),
                   "the interval is a time, in GHC's view also a negative one");
        fuzz::must(rts.allocation_area == 0 || rts.allocation_area >= 8192, "-A is at least 8192");
        fuzz::must(rts.label_length != 0, "labels have a length");
        fuzz::must(!rts.ghc || rts.breakdowns.size() <= 1, "GHC has one breakdown");
        std::vector<std::string> again{"+RTS"};
        again.insert(again.end(), rts.given.begin(), rts.given.end());
        again.emplace_back("-RTS");
        fuzz::must(same(trav::ghc::parse_rts(again, rts.ghc).rts, rts), "the same options say the same");
    } catch (trav::ghc::BadRtsOption const& bad) { fuzz::must(*bad.what() != '\0', "an error has a text"); }
    return 0;
}
