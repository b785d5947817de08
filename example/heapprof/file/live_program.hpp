// Programs that answer what their heap holds: Haskell programs that call serveHeapRoots (doc/live.md).
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace heapprof {

struct LiveProgram {
    pid_t process;
    std::string command_line;  ///< empty: not known
};

/// Those of this user that answer now, by their numbers. Throws std::exception.
std::vector<LiveProgram> live_programs();

/// What a program answers to a question, a line each. Throws std::exception with a line that begins with the
/// program: it does not serve its heap, ended, or took longer than so many seconds.
std::string ask_program(pid_t process, std::string const& question, double seconds);

/// What messages call it: "process 123 (Shop)".
std::string program_text(pid_t process);

}  // namespace heapprof
