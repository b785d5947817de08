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
TRAV_VALUE_OF(re2::Regexp::subone_, self.nsub_ == 1 ? self.subone_ : nullptr);
TRAV_VALUE_OF(re2::Regexp::submany_, trav::Buffer{self.submany_, self.nsub_ > 1 ? self.nsub_ : 0});
TRAV_VALUE_OF(re2::Regexp::runes_, self.op_ == re2::kRegexpLiteralString ? self.runes_ : nullptr);
TRAV_VALUE_OF(re2::Regexp::cc_, self.op_ == re2::kRegexpCharClass ? self.cc_ : nullptr);
TRAV_VALUE_OF(re2::Prog::prefix_dfa_, self.prefix_foldcase_ ? self.prefix_dfa_ : nullptr);
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
