// Programs that report their own heap: Haskell programs that call serveHeapRoots (doc/live.md).
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace heapprof {

struct LiveProgram {
    pid_t process;
    std::string command_line;  ///< empty if unknown
};

/// The answering programs of this user, sorted by process id. Throws std::exception.
std::vector<LiveProgram> live_programs();

/// Sends a line with the question and returns the program's line. Throws std::exception with a line that
/// begins with the program, if it does not serve its heap, ends, or takes longer than `seconds`.
std::string ask_program(pid_t process, std::string const& question, double seconds);

/// The program's name in messages: "process 123 (Shop)".
std::string program_text(pid_t process);

}  // namespace heapprof
