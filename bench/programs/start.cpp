// Prints the processor time of ninja's start: the manifest and the log of dependencies that ninja.cpp has
// written are read. TRACK tracks allocations: TRAV_TRACK_ALLOCATIONS(64).
#include <trav/allocations.hpp>

#include "deps_log.h"
#include "disk_interface.h"
#include "graph.h"
#include "manifest_parser.h"
#include "state.h"

#include <cstdio>
#include <ctime>
#include <iostream>
#include <unistd.h>

TRACK;

int main(int, char** argv) {
    std::string const folder = std::string(argv[1]) + "/manifest";
    std::string error;
    State state;
    RealDiskInterface disk;
    ManifestParser parser(&state, &disk);
    DepsLog deps;
    std::clock_t const begin = std::clock();
    if (chdir(folder.c_str()) != 0 || !parser.Load("build.ninja", &error) ||
        deps.Load("deps.log", &state, &error) != LOAD_SUCCESS) {
        std::cerr << "cannot start in " << folder << ": " << error << '\n';
        return 1;
    }
    std::printf("%.3f\n", static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
}
