// ninja 1.11 after it has read a manifest like that of Chromium, and the headers that files depend on.
#include "program.hpp"

#include "deps_log.h"
#include "disk_interface.h"
#include "graph.h"
#include "manifest_parser.h"
#include "state.h"

#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// Writes the log of a build: each object file has read 60 of 4000 headers.
void build(State& state, std::string const& log) {
    std::string error;
    DepsLog written;
    programs::check(written.OpenForWrite(log, &error), error);
    std::vector<Node*> headers;
    for (int i = 0; i != 4000; ++i)
        headers.push_back(state.GetNode("src/include/header_" + std::to_string(i) + ".h", 0));
    std::size_t next = 0;
    for (Edge* const edge : state.edges_) {
        if (edge->GetBinding("deps").empty()) continue;
        std::vector<Node*> read = edge->inputs_;
        for (int i = 0; i != 60; ++i) read.push_back(headers[next++ % headers.size()]);
        programs::check(written.RecordDeps(edge->outputs_[0], 1, read), "record dependencies");
    }
    written.Close();
}

}  // namespace

int main(int, char** argv) {
    std::string const folder = std::string(argv[1]) + "/manifest";
    programs::check(chdir(folder.c_str()) == 0, "enter " + folder);
    std::string error;
    State state;
    RealDiskInterface disk;
    ManifestParser parser(&state, &disk);
    programs::check(parser.Load("build.ninja", &error), error);
    std::remove("deps.log");
    if (fork() == 0) {  // an earlier run
        build(state, "deps.log");
        _exit(0);
    }
    int status = 0;
    programs::check(wait(&status) > 0 && status == 0, "build");
    DepsLog deps;
    programs::check(deps.Load("deps.log", &state, &error) == LOAD_SUCCESS, error);

    auto nodes = programs::counted<Node>();
    auto edges = programs::counted<Edge>();
    auto lists = programs::counted<DepsLog::Deps>();
    for (auto const& [path, node] : state.paths_)
        nodes.add(sizeof(Node) + programs::of(node->path()) + programs::of(node->out_edges()) +
                  programs::of(node->validation_out_edges()));
    for (Edge const* const edge : state.edges_)
        edges.add(sizeof(Edge) + programs::of(edge->inputs_) + programs::of(edge->outputs_) +
                  programs::of(edge->validations_));
    for (DepsLog::Deps const* const list : deps.deps())
        if (list) lists.add(sizeof *list + static_cast<std::size_t>(list->node_count) * sizeof(Node*));
    programs::finish(trav::Objects<>(), trav::roots(state, deps), {nodes, edges, lists});
}
