#include "heapprof/file/other_files.hpp"

#include "catch.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

using namespace std::string_view_literals;

namespace {

struct Sample {
    std::string_view name, begins;
};

// Output of these programs, or output according to their documentation and sources. After "ELF": class, byte
// order, version, system, padding, and the type, which is 4 for a core dump.
constexpr Sample samples[] = {
    {"a core dump of a process", "\x7f"
                                 "ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0>\0"sv},
    {"a core dump of a process", "\x7f"
                                 "ELF\2\2\1\0\0\0\0\0\0\0\0\0\0\4\0\x16"sv},  // of s390x
    {"a program or a library (ELF)", "\x7f"
                                     "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0"sv},
    {"a core dump of macOS", "\xcf\xfa\xed\xfe\7\0\0\1\3\0\0\0\4\0\0\0"sv},
    {"a minidump of Windows", "MDMP\x93\xa7\0\0"sv},
    {"a crash dump of Erlang", "=erl_crash_dump:0.5\nSat Sep  5 23:05:22 2026\nSlogan: no more memory\n"},
    {"a heap of .NET (.gcdump)", "\x14\0\0\0!FastSerialization.1\5\5\1\n\0\0\0"sv},
    {"a portable heap dump (.phd) of OpenJ9 or IBM's virtual machine", "\0\x12portable heap dump\0\0\0\6"sv},
    {"a heap dump of Go", "go1.7 heap dump\n\6\0\x08\x80\x80"sv},
    {"a heap snapshot of JavaScriptCore (Safari, Bun)",
     R"({"version":3,"type":"Inspector","nodes":[0,0,0,0],"nodeClassNames":["<root>"]})"},
    {"a heap snapshot of JavaScriptCore (Safari, Bun)", R"({"version":3,"type":"GCDebugging","nodes":[0]})"},
    {"a heap snapshot of Dart", "dartheap\1\4main"},
    {"a histogram of Java's classes",
     " num     #instances         #bytes  class name (module)\n---------------\n"},
    {"a histogram of Java's classes",  // by jcmd
     "24735:\n num     #instances         #bytes  class name (module)\n---------\n"},
    {"an allocation profile of V8 (.heapprofile)", R"({"head":{"callFrame":{"functionName":)"},
    {"an allocation profile of Python's tracemalloc",
     "\x80\5\x95\xec\0\0\0\0\0\0\0\x8c\x0btracemalloc\x94\x8c\x08Snapshot\x94\x93\x94"sv},
    {"an allocation profile of Python's memray", "memray\0\n\0\0\0"sv},
    {"a profile for pprof", "\x0a\4\x08\1\x10\2\x0a\4\x08\3\x10\4"sv},
    {"a profile for pprof", "Z\4\x08\1\x10\2`\x80\x80 \x0a\4\x08\3\x10\4"sv},  // by Go
    {"an allocation profile of jemalloc", "heap_v2/524288\n  t*: 3: 3136 [0: 0]\n"},
    {"an allocation profile of gperftools", "heap profile:      1:    1024 [     1:    1024] @"},
    {"an allocation profile of heaptrack", "v 10400 2\nX /usr/bin/true\nI 1000 3e8c\n"},
    {"an allocation profile of valgrind's massif", "desc: (none)\ncmd: ./a.out\ntime_unit: i\n"},
    {"an allocation profile of valgrind's DHAT", "{\"dhatFileVersion\":2\n,\"mode\":\"heap\""},
    {"a heap profile of GHC (.hp)", "JOB \"Biography 100 +RTS -hb\"\nDATE \"Sat Jun  4 11:59 2016\"\n"},
    {"an eventlog of GHC", "hdrbhetbetb\0\0\0\0\x08"sv},
    {"a CPU profile of V8 (.cpuprofile)", R"({"nodes":[{"id":1,"callFrame":{"functionName":)"},
    {"a trace of Chrome or Node", R"({"traceEvents":[{"pid":24690,"tid":24690,"ts":50687680868)"},
    {"a trace of .NET (.nettrace)", "Nettrace\x14\0\0\0!FastSerialization.1"sv},
    {"a recording of Java's Flight Recorder (.jfr)", "FLR\0\0\2\0\1\0\0\0\0"sv},
    {"a profile of Linux' perf", "PERFILE2h\0\0\0"sv},
    {"packed with zstd", "\x28\xb5\x2f\xfd\4X"},
    {"packed with xz", "\xfd"
                       "7zXZ\0\0\4"sv},
    {"packed with bzip2", "BZh91AY&SY"},
    {"a zip archive", "PK\3\4\x14\0\0\0"sv},
};

}  // namespace

TEST_CASE("heapprof: names the kind of an unsupported file", "[unit]") {
    std::set<heapprof::OtherFile const*> found;
    for (auto const& [name, begins] : samples) {
        CAPTURE(name);
        heapprof::OtherFile const* const kind = heapprof::other_file(begins);
        REQUIRE(kind != nullptr);
        CHECK(kind->name == name);
        CHECK_FALSE(kind->hint.empty());
        found.insert(kind);
    }
    CHECK(found.size() == heapprof::other_files.size());  // each row has a sample
}

TEST_CASE("heapprof: an unknown kind of file has no name", "[unit]") {
    for (std::string_view const begins :
         {""sv, "hello"sv, "NODE forest Level 200\n"sv, "desc: game\n"sv, "go1.7 heaps\n"sv,
          "JOB \"a b\" c\n"sv, "{\"nodes\":[1]}"sv, "{\"version\":3,\"nodes\":[]}"sv, "\x80\5tracemall"sv,
          "v 1 2\nx y\n"sv, "GIF89a"sv, "\x0a\4hello"sv, "BZhello, this is text"sv})
        CHECK(heapprof::other_file(begins) == nullptr);
    // 512 bytes are near the beginning.
    auto const after = [](std::size_t bytes) { return "desc: " + std::string(bytes, 'x') + "\ncmd: "; };
    CHECK(heapprof::other_file(after(500)) != nullptr);
    CHECK(heapprof::other_file(after(501)) == nullptr);
}
