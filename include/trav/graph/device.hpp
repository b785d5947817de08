// trav/graph/device.hpp: devices, pipes, and open descriptors such as /dev/fd/3. They are written to, while a
// regular file is replaced: atomic_file.hpp. POSIX only.
#pragma once

#include "../detail/compiler.hpp"

#include <cerrno>
#include <charconv>
#include <initializer_list>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trav {

/// The descriptor of a name such as /dev/stdout or /dev/fd/3; -1 for any other name.
inline int named_descriptor(std::string_view path) {
    if (path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (std::string_view const folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder)) continue;
        int number = -1;
        char const* const end = path.data() + path.size();
        if (std::from_chars(path.data() + folder.size(), end, number).ptr == end) return number;
    }
    return -1;
}

/// Whether a name is a descriptor's, or exists and is not a regular file.
inline bool is_device(std::string const& name) {
    struct stat about{};
    return named_descriptor(name) >= 0 || (::stat(name.c_str(), &about) == 0 && !S_ISREG(about.st_mode));
}

/// Opens a device, or a file, which becomes empty, for writing. Returns -1 on failure; errno says why.
inline int open_device(std::string const& name) {
    int const named = named_descriptor(name);
    if (named >= 0) return ::fcntl(named, F_DUPFD_CLOEXEC, 0);
    int opened;
    do opened = ::open(name.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY);
    while (opened < 0 && errno == EINTR);  // a pipe without a reader
    return opened;
}

}  // namespace trav
