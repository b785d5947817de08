// The findings of `leaks` in small heaps.
#pragma once

#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/graph_text.hpp"

#include <heapprof/question/leaks.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// An object in a field of `app` with its own id as name.
inline std::string field(std::string const& id, std::string const& type, int bytes = 10) {
    return node(id, type, bytes) + edge("app", id, id);
}

// The findings in the dumps dump(1), dump(2) ...
inline heapprof::LeaksAnswer found_in(std::size_t dumps, auto const& dump,
                                      heapprof::LeaksOptions const& options = {}) {
    heapprof::LeakSearch search(dumps, options);
    for (int i = 1; i <= static_cast<int>(dumps); ++i) search.add(std::to_string(i), *dump(i));
    return search.answer();
}
// The same for dumps with a megabyte in `app.base` and the texts text(1), text(2) ...
inline heapprof::LeaksAnswer found(std::size_t dumps, std::function<std::string(int)> const& text,
                                   heapprof::LeaksOptions const& options = {}) {
    std::string const base = "ROOT app\nNODE app App 0\nNODE base Base 1000000\napp base base\n";
    return found_in(dumps, [&](int i) { return any_dump_of(base + text(i)); }, options);
}
inline std::vector<std::uint64_t> bytes(heapprof::LeaksAnswer::Finding const& finding) {
    std::vector<std::uint64_t> all;
    for (auto const& each : finding.amounts) all.push_back(each.bytes);
    return all;
}
// The only finding.
inline heapprof::LeaksAnswer::Finding only(heapprof::LeaksAnswer const& answer) {
    REQUIRE(answer.findings.size() == 1);
    return answer.findings[0];
}
// The names of the findings, after a letter for the verdict: leaks, grew, holds much.
inline std::vector<std::string> names(heapprof::LeaksAnswer const& answer) {
    std::vector<std::string> all;
    for (auto const& each : answer.findings)
        all.push_back(std::string(1, "LGH"[static_cast<std::size_t>(each.verdict)]) + ' ' + each.name);
    return all;
}
// Sessions that grow by 20,000 bytes from dump to dump.
inline std::string sessions(int dump) {
    return field("sessions", "Map") + parts("sessions", "Session", 0, 200 * dump, 100);
}
