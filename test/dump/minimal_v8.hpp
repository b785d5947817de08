// A handwritten heap snapshot, small enough to cut and mutate at every byte, with one item of every kind.
#pragma once

#include <trav/dump/v8/reader.hpp>

#include <sstream>
#include <string>

// The global object has `app`; app has `cache` (a Map whose first element is a Session) and, weakly, `old`.
inline std::string const minimal_v8 =
    R"({"snapshot":{"meta":{)"
    R"("node_fields":["type","name","id","self_size","edge_count","trace_node_id","detachedness"],)"
    R"("node_types":[["hidden","object","string","synthetic"],)"
    R"("string","number","number","number","number","number"],)"
    R"("edge_fields":["type","name_or_index","to_node"],)"
    R"("edge_types":[["context","element","property","internal","hidden","shortcut","weak"],)"
    R"("string_or_number","node"],)"
    R"("location_fields":["object_index","script_id","line","column"]},)"
    R"("node_count":6,"edge_count":7,"trace_function_count":0},)"
    "\n"
    R"("nodes":[3,0,1,0,2,0,0)"
    "\n"
    R"(,1,1,3,40,1,0,0)"
    "\n"
    R"(,1,2,5,80,2,0,1)"
    "\n"
    R"(,1,3,7,32,1,0,0)"
    "\n"
    R"(,1,4,9,48,1,0,0)"
    "\n"
    R"(,2,5,11,24,0,0,2],)"
    "\n"
    R"("edges":[5,1,7,1,2,35)"
    "\n"
    R"(,2,6,14)"
    "\n"
    R"(,2,7,21,6,8,35)"
    "\n"
    R"(,1,3,28)"
    "\n"
    R"(,2,9,35],)"
    "\n"
    R"("trace_function_infos":[],"trace_tree":[],"samples":[],)"
    "\n"
    R"("locations":[14,4,1,2],)"
    "\n"
    R"("strings":["","global","Object","Map","Session","a \"quoted\" \u00e9 \ud83d\ude00 \ud83d",)"
    "\n"
    R"("app","cache","old","the user"]})"
    "\n";

inline trav::dump::V8Snapshot read_text(std::string const& text,
                                        std::string const& name = "test.heapsnapshot") {
    std::istringstream stream(text);
    trav::dump::Input input(stream, name);
    return trav::dump::read_v8(input);
}

// The message of the Error that reading the text throws, or "" if there is none.
inline std::string error_of(std::string const& text) {
    try {
        read_text(text);
        return {};
    } catch (trav::dump::Error const& error) { return error.what(); }
}

// The text with one occurrence of `from` replaced.
inline std::string with(std::string const& from, std::string const& to, std::string text = minimal_v8) {
    return text.replace(text.find(from), from.size(), to);
}

inline std::string const trace_fields =
    R"("trace_function_info_fields":["function_id","name","script_name","script_id","line","column"],)"
    R"("trace_node_fields":["id","function_info_index","count","size","children"],)";

// The minimal snapshot with tracked allocations of its nodes 1, 3 and 4: by a nameless function, and by `app`
// and `cache`, which it called.
inline std::string
tracked_v8(std::string const& functions = "[0,1,0,0,0,0, 9,6,0,4,0,0, 7,0,9,4,8,1, 8,7,9,4,20,1]",
           std::string const& tree = "[1,0,0,0,[2,2,0,0,[3,1,1,32,[],4,3,1,48,[]]],5,2,0,0,[]]") {
    std::string text = with("\"location_fields\"", trace_fields + "\"location_fields\"");
    text = with("\"trace_function_count\":0", "\"trace_function_count\":4", text);
    text = with("1,1,3,40,1,0,0", "1,1,3,40,1,2,0", text);
    text = with("1,3,7,32,1,0,0", "1,3,7,32,1,3,0", text);
    text = with("1,4,9,48,1,0,0", "1,4,9,48,1,4,0", text);
    text = with("5,11,24,0,0,2", "5,11,24,0,77,2", text);  // this trace is missing
    text = with("\"trace_function_infos\":[]", "\"trace_function_infos\":" + functions, text);
    text = with("\"trace_tree\":[]", "\"trace_tree\":" + tree, text);
    return with("\"the user\"", "\"/srv/node_modules/shop/lib/shop.js\"", text);
}
