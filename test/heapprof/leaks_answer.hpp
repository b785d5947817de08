// An answer of `heapprof leaks` for tests to change.
#pragma once

#include <heapprof/question/leaks.hpp>

#include <cstddef>
#include <string>
#include <vector>

using Finding = heapprof::LeaksAnswer::Finding;
using Verdict = heapprof::LeaksAnswer::Verdict;
using heapprof::LeaksAnswer;

// One finding in each of three dumps: it has grown by 924 bytes of 3,072, and to a quarter of the heap.
inline Finding finding(Verdict verdict = Verdict::leaks) {
    Finding it{"app.log: List", verdict, {{100, 2}, {300, 3}, {1024, 5}}, 0};
    it.title = "app.log: List";
    it.copies = 1;
    it.freed = {2048, 7};
    it.object = {"List", "", "7"};
    it.selector = "app.log";
    return it;
}
inline LeaksAnswer answer(std::size_t dumps = 3, std::vector<Verdict> const& verdicts = {Verdict::leaks}) {
    LeaksAnswer all;
    all.dumps = {{"1.x", 10, 1024}, {"2.x", 20, 2048}, {"3.x", 30, 4096}};
    all.dumps.resize(dumps, all.dumps[0]);
    for (Verdict const each : verdicts) {
        all.findings.push_back(finding(each));
        all.findings.back().amounts.resize(dumps);
    }
    return all;
}

inline std::string text(LeaksAnswer const& answer) { return leaks_text(answer, 0); }
