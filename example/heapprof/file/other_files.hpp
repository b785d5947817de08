// Kinds of files that heapprof does not read as dumps: the name of each, and a tool that opens it.
//
// A kind is recognized by texts in the first bytes of a file, after gunzipping.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace heapprof {

/// A text in files of a kind, at a fixed place or anywhere near the beginning.
struct Mark {
    static constexpr std::size_t anywhere = static_cast<std::size_t>(-1), near = 512;

    std::size_t at = anywhere;
    std::string_view text{};

    constexpr bool in(std::string_view beginning) const {
        beginning = beginning.substr(0, near);
        if (at == anywhere) return beginning.find(text) != beginning.npos;
        return beginning.substr(std::min(at, beginning.size())).starts_with(text);
    }
};

/// A kind of file.
struct OtherFile {
    std::string_view name, hint;
    Mark mark, another{};

    constexpr bool is(std::string_view beginning) const {
        return mark.in(beginning) && another.in(beginning);
    }
};

// clang-format off
using namespace std::string_view_literals;
inline constexpr std::array other_files{
    // Whole processes
    OtherFile{"a core dump of a process", "gdb or lldb opens it, `dotnet-dump analyze` if it is of .NET",
              {0, "\x7f" "ELF"}, {16, "\4\0"sv}},
    OtherFile{"a core dump of a process", "gdb or lldb opens it, `dotnet-dump analyze` if it is of .NET",
              {0, "\x7f" "ELF"}, {16, "\0\4"sv}},
    OtherFile{"a program or a library (ELF)", "the dumps that it writes can be read", {0, "\x7f" "ELF"}},
    OtherFile{"a core dump of macOS", "lldb opens it", {0, "\xcf\xfa\xed\xfe"}, {12, "\4\0\0\0"sv}},
    OtherFile{"a minidump of Windows", "WinDbg opens it, `dotnet-dump analyze` if it is of .NET",
              {0, "MDMP"}},
    OtherFile{"a crash dump of Erlang", "its crashdump_viewer opens it", {0, "=erl_crash_dump:"}},
    // Heaps in unsupported formats
    OtherFile{"a heap of .NET (.gcdump)", "`dotnet-gcdump report` or PerfView opens it",
              {0, "\x14\0\0\0!FastSerialization.1"sv}},
    OtherFile{"a portable heap dump (.phd) of OpenJ9 or IBM's virtual machine",
              "Eclipse Memory Analyzer opens it, with the DTFJ plug-in", {0, "\0\x12portable heap dump"sv}},
    OtherFile{"a heap dump of Go", "it has no types; `go tool pprof` opens Go's heap profiles",
              {0, "go1."}, {5, " heap dump\n"}},
    OtherFile{"a heap snapshot of JavaScriptCore (Safari, Bun)",
              "Safari's Web Inspector opens it; writeHeapSnapshot() of Bun's node:v8 writes V8's format",
              {0, "{\"version\":"}, {Mark::anywhere, "\"type\":\"Inspector\""}},
    OtherFile{"a heap snapshot of JavaScriptCore (Safari, Bun)",
              "it is for those who debug its collector", {0, "{\"version\":"},
              {Mark::anywhere, "\"type\":\"GCDebugging\""}},
    OtherFile{"a heap snapshot of Dart", "the DevTools of Dart and Flutter open it", {0, "dartheap"}},
    OtherFile{"a histogram of Java's classes", "`jcmd PID GC.heap_dump FILE` writes the objects",
              {Mark::anywhere, " num     #instances "}, {Mark::anywhere, " #bytes  class name"}},
    // Allocation profiles
    OtherFile{"an allocation profile of V8 (.heapprofile)",
              "DevTools opens it; require('v8').writeHeapSnapshot() writes the objects",
              {0, "{\"head\":{"}, {Mark::anywhere, "\"callFrame\""}},
    OtherFile{"an allocation profile of Python's tracemalloc",
              "tracemalloc.Snapshot.load() reads it; trav's python_heap.py writes the objects",
              {0, "\x80"}, {Mark::anywhere, "tracemalloc"}},
    OtherFile{"an allocation profile of Python's memray", "`memray flamegraph` opens it", {0, "memray\0"sv}},
    OtherFile{"a profile for pprof", "`pprof` or `go tool pprof` opens it; it has no objects",
              {0, "\x0a\4\x08"}, {4, "\x10"}},
    OtherFile{"a profile for pprof", "`pprof` or `go tool pprof` opens it; it has no objects",
              {0, "\x5a\4\x08"}, {4, "\x10"}},
    OtherFile{"an allocation profile of jemalloc", "`jeprof` opens it; it has no objects", {0, "heap_v2/"}},
    OtherFile{"an allocation profile of gperftools", "`pprof` opens it; it has no objects",
              {0, "heap profile: "}},
    OtherFile{"an allocation profile of heaptrack", "`heaptrack --analyze` opens it; it has no objects",
              {0, "v "}, {Mark::anywhere, "\nX "}},
    OtherFile{"an allocation profile of valgrind's massif", "`ms_print` shows it; it has no objects",
              {0, "desc:"}, {Mark::anywhere, "\ncmd: "}},
    OtherFile{"an allocation profile of valgrind's DHAT", "its dh_view.html shows it; it has no objects",
              {0, "{\"dhatFileVersion\""}},
    // Other profiles
    OtherFile{"a heap profile of GHC (.hp)", "`heapprof plot` draws it",
              {0, "JOB \""}, {Mark::anywhere, "\nDATE \""}},
    OtherFile{"an eventlog of GHC", "`heapprof plot` draws it", {0, "hdrb"}},
    OtherFile{"a CPU profile of V8 (.cpuprofile)", "DevTools opens it; it has no objects",
              {0, "{\"nodes\":["}, {Mark::anywhere, "\"callFrame\""}},
    OtherFile{"a trace of Chrome or Node", "https://ui.perfetto.dev shows it; it has no objects",
              {0, "{\"traceEvents\":"}},
    OtherFile{"a trace of .NET (.nettrace)", "PerfView or `dotnet-trace` opens it; it has no objects",
              {0, "Nettrace"}},
    OtherFile{"a recording of Java's Flight Recorder (.jfr)",
              "`jfr` opens it; `jcmd PID GC.heap_dump FILE` writes the objects", {0, "FLR\0"sv}},
    OtherFile{"a profile of Linux' perf", "`perf report` shows it; it has no objects", {0, "PERFILE2"}},
    // Compressed files
    OtherFile{"packed with zstd", "`unzstd` unpacks it; if it is heaptrack's, `heaptrack --analyze` opens it",
              {0, "\x28\xb5\x2f\xfd"}},
    OtherFile{"packed with xz", "`unxz` unpacks it", {0, "\xfd" "7zXZ"}},
    OtherFile{"packed with bzip2", "`bunzip2` unpacks it", {0, "BZh"}, {4, "\x31\x41\x59\x26\x53\x59"}},
    OtherFile{"a zip archive", "`unzip` unpacks it", {0, "PK\3\4"}},
};
// clang-format on

/// The kind of a file with this beginning; null if unknown.
inline OtherFile const* other_file(std::string_view beginning) {
    auto const found =
        std::ranges::find_if(other_files, [&](OtherFile const& kind) { return kind.is(beginning); });
    return found == other_files.end() ? nullptr : &*found;
}

}  // namespace heapprof
