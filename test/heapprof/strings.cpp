#include "catch.hpp"
#include "heapprof/ask.hpp"

#include <cstdint>
#include <string>
#include <vector>

TEST_CASE("heapprof strings: lists duplicates and their waste", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    auto string = [number = 16](std::string const& text, int size) mutable {
        number += 8;  // the address 0x24, 0x32, 0x40, 0x48 ...
        return R"({"address":"0x)" + std::to_string(number) + R"(", "type":"STRING", "value":")" + text +
               R"(", "memsize":)" + std::to_string(size) + "}\n";
    };
    std::string text = R"({"type":"ROOT", "root":"vm"})"
                       "\n";
    for (int i = 0; i != 3; ++i) text += string("Ann", 40);
    text += string("a, b", 40);
    text += string("a, b", 140);
    text += string("once", 1000);
    write(folder / "x.rubyheap", text);
    Result const result = run("strings " + (folder / "x.rubyheap"));
    INFO(result.err);
    CHECK(result.out == "6 strings in 1.27 KiB; 5 of them have the contents of another: 220 B wasted\n"
                        "\n"
                        "wasted  strings  bytes  text\n"
                        " 140 B        2  180 B  \"a, b\" @0x48\n"
                        "  80 B        3  120 B  \"Ann\" @0x24\n");
    CHECK(has(run("strings " + (folder / "x.rubyheap") + " --top 1").out, "... 1 more\n"));
    auto const json = dump_json((folder / "x.rubyheap") + " --by string");
    CHECK(::line(json["tables"][0], {"\"Ann\""}).objects == std::vector<std::uint64_t>{3});
    CHECK(::line(json["tables"][0], {"(once)"}).bytes == std::vector<std::uint64_t>{1000});
    CHECK(run("strings " + (folder / "x.rubyheap") + " --top 1 --json " + (folder / "x.json")).code == 0);
    auto const answer = nlohmann::json::parse(read(folder / "x.json"));
    CHECK(answer["strings"] == 6);
    CHECK(answer["duplicates"] == 5);
    CHECK(answer["wasted"] == 220);
    CHECK(answer["more_groups"] == 1);
    CHECK(answer["groups"] == nlohmann::json::parse(R"list([{"wasted": 140, "strings": 2, "bytes": 180,
        "type": "(string)", "name": "a, b", "id": "0x48"}])list"));
    Result const none = run("strings " + game);
    CHECK(none.code == 1);
    CHECK(none.err == "heapprof: " + game + ": dumps of this format do not say what is in strings\n");
}

TEST_CASE("heapprof strings: of contents that waste equally much, the first in the dump comes first",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string text = "{\"type\":\"ROOT\", \"root\":\"vm\"}\n";
    int address = 16;
    for (char const* const each : {"Zed", "Bob", "Zed", "Bob", "Kim", "Kim"})
        text += "{\"address\":\"0x" + std::to_string(address += 8) + "\", \"type\":\"STRING\", \"value\":\"" +
                each + "\", \"memsize\":40}\n";
    write(folder / "x.rubyheap", text);
    CHECK(has(run("strings " + (folder / "x.rubyheap")).out,
              "  40 B        2   80 B  \"Zed\" @0x24\n  40 B        2   80 B  \"Bob\" @0x32\n"
              "  40 B        2   80 B  \"Kim\" @0x56\n"));
}
