// re2 of June 2022 with 800 patterns, of which each has matched a text forwards and backwards.
#include "program.hpp"

#include "re2/dfa.cc"
#include "re2/prog.h"
#include "re2/re2.h"
#include "re2/regexp.h"

#include <memory>
#include <string>
#include <vector>

// [by hand]
template <>
struct trav::Described<re2::Regexp> {
    static void members(re2::Regexp const& regexp, auto&& member) {
        if (regexp.nsub_ == 1) member("sub", regexp.subone_);
        if (regexp.nsub_ > 1) member("sub", trav::Buffer{regexp.submany_, regexp.nsub_});
        if (regexp.op_ == re2::kRegexpCapture) member("name", regexp.name_);
        if (regexp.op_ == re2::kRegexpLiteralString) member("runes", regexp.runes_);
        if (regexp.op_ == re2::kRegexpCharClass) member("class", regexp.cc_);
    }
};
// [by hand]

int main() {
    std::vector<std::unique_ptr<re2::RE2>> patterns;
    char const* const forms[] = {"(?i)user-agent: *(\\w+)/%\\.(\\d+)", "[a-z]+%([\\p{Greek}x-z]{2,5}|end)$",
                                 "^(\\d{1,3})\\.%\\.(\\d+) (GET|POST|PUT) /(.*)", "(a|b)*%(?P<name>[^ ]+)+"};
    for (int i = 0; i != 800; ++i) {
        std::string form = forms[i % 4];
        form.replace(form.find('%'), 1, std::to_string(i));
        patterns.push_back(std::make_unique<re2::RE2>(form));
    }
    std::string text =
        "192.168.0.1 GET /index.html user-agent: Mozilla/5.0 abababab and some words to the end";
    for (int i = 0; i != 4; ++i) text += text;
    for (auto const& pattern : patterns) {
        re2::StringPiece found;
        re2::RE2::PartialMatch(text, *pattern, &found);
        pattern->Match(text, 0, text.size(), re2::RE2::ANCHOR_BOTH, &found, 1);
    }

    auto regexps = programs::counted<re2::RE2>();
    auto machines = programs::counted<re2::Prog>();
    for (auto const& pattern : patterns) {
        regexps.add(sizeof *pattern + programs::of(pattern->pattern_));
        for (re2::Prog const* const prog : {pattern->prog_, pattern->rprog_})
            if (prog) machines.add(sizeof *prog);
    }
    programs::finish(trav::Objects<>(), trav::roots(patterns), {regexps, machines});
}
