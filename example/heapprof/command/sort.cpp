#include "../command.hpp"
#include "../file/memory_limit.hpp"
#include "../file/output_file.hpp"
#include "../file/same_file.hpp"
#include "../terminal/progress.hpp"

#include <trav/dump/csr/sort.hpp>
#include <trav/dump/csr/sort_edges.hpp>
#include <trav/dump/input.hpp>
#include <trav/text/one_line.hpp>

#include <cstdint>
#include <iostream>
#include <memory>
#include <string>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof sort big.csr -o sorted.csr && heapprof dump sorted.csr --by root
      a heap without any order, in fewer passes
  zcat edges.gz | heapprof sort - -o sorted.csr
      a list of references; the order of allocation is kept
  heapprof sort big.csr -o sorted.csr --max-memory 2G
      with less memory; sorting takes 8 bytes for each object, and with more memory it
      reads the file less often)";

struct Files {
    std::string from, to;
};

void sort(Files const& files) {
    refuse_same_file({files.from == "-" ? "/dev/stdin" : files.from}, {files.to});
    {
        ProgressLine line;
        auto const progress = [&](std::uint64_t done, std::uint64_t whole) {
            line.show("reading " + files.from, done, whole);
        };
        auto input = files.from == "-" ? trav::dump::Input(std::cin, "standard input")
                                       : trav::dump::Input(files.from, progress);
        std::uint64_t const most = memory_left() / 4 * 3;
        if (input.peek() < 0) throw trav::dump::Error(files.from, "the file is empty");
        auto const sorting = [&](std::uint64_t done, std::uint64_t whole) {
            line.show("sorting " + files.from, done, whole);
        };
        if (trav::dump::looks_like_csr(input.window()))
            trav::dump::sort_csr_dump(files.from, files.to, most, sorting);
        else trav::dump::sort_edges(input, files.to, most, sorting);
    }
    publish({}, trav::one_line(files.to) + '\n');
}

}  // namespace

void add_sort(Command const& app, Action& chosen) {
    Command const command = app.add_subcommand("sort", "Writes a .csr in an order that is fast to profile");
    command->footer(examples);
    command->fallthrough();
    auto const files = std::make_shared<Files>();
    command
        ->add_option("FILE", files->from,
                     "A .csr, or a list of references as text, plain or gzipped: two object\n"
                     "numbers from 0 on each line; -: such a list from standard input")
        ->required()
        ->type_name("");
    command->add_option("-o", files->to, "The .csr to write")->required()->type_name("FILE");
    command->callback([files, &chosen] { chosen = [files] { sort(*files); }; });
}

}  // namespace heapprof
