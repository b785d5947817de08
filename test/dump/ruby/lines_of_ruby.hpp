// A dump of Ruby's heap for tests, written line by line.
#pragma once

#include "dump/joined_lines.hpp"

#include <trav/dump/input.hpp>
#include <trav/dump/ruby/reader.hpp>

#include <cstddef>
#include <sstream>
#include <string>

inline trav::dump::RubyHeap ruby_heap(std::string const& text, std::size_t block = 1 << 12) {
    std::istringstream stream(text);
    trav::dump::Input input(stream, "test.rubyheap", block);
    return trav::dump::read_ruby(input);
}

/// A small heap: a module has a hash, which has two sessions, which have one user.
inline std::string const small_ruby = joined_lines(R"({"type":"ROOT", "root":"vm",
    "references":["0x10", "0x18", "0x10"]}
{"type":"ROOT", "root":"global_tbl", "references":["0x90"]}
{"address":"0x10", "type":"CLASS", "class":"0x11", "name":"Object", "references":["0x11", "0x20",
    "0x30"], "memsize":500}
{"address":"0x11", "type":"CLASS", "class":"0x18", "superclass":"0x18", "real_class_name":"Class",
    "singleton":true, "references":["0x18", "0x10"], "memsize":400}
{"address":"0x18", "type":"CLASS", "class":"0x11", "superclass":"0x10", "name":"Class",
    "references":["0x10"], "memsize":300}
{"address":"0x20", "type":"MODULE", "class":"0x18", "name":"Shop", "references":["0x40", "0x28"],
    "memsize":200}
{"address":"0x28", "type":"CLASS", "class":"0x18", "superclass":"0x10", "name":"Shop::Session",
    "references":["0x10"], "memsize":100}
{"address":"0x30", "type":"CLASS", "class":"0x18", "superclass":"0x10", "name":"Hash",
    "references":["0x10"], "memsize":100}
{"address":"0x40", "type":"HASH", "class":"0x30", "size":2, "references":["0x50", "0x60"],
    "file":"shop.rb", "line":3, "method":"new", "generation":0, "memsize":168, "flags":{"old":true,
    "marked":true}}
{"address":"0x50", "type":"OBJECT", "class":"0x28", "ivars":3, "references":["0x70"],
    "file":"shop.rb", "line":7, "generation":4, "memsize":40}
{"address":"0x60", "type":"OBJECT", "class":"0x68", "ivars":3, "references":["0x70"],
    "file":"shop.rb", "line":7, "generation":5, "memsize":40}
{"address":"0x68", "type":"CLASS", "class":"0x18", "superclass":"0x28", "singleton":true,
    "references":["0x28", "0x60"], "memsize":90}
{"address":"0x70", "type":"STRING", "embedded":true, "bytesize":3, "value":"Ann", "slot_size":40}
{"address":"0x90", "type":"DATA", "struct":"VM/thread", "memsize":1000}
)");
