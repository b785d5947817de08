// The socket at which a program answers what its heap holds: heap_roots.cpp listens, `heapprof live` asks.
//
// It is $XDG_RUNTIME_DIR/trav/PID.live, of mode 0600 in a folder of mode 0700: only the program's user can
// open it, and the kernel says at both ends whose the other one is. It is gone when the program ends; one
// that a killed program left refuses connections. doc/live.md has what is said there.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace heap_socket {

[[noreturn]] inline void fail(std::string const& what) {
    throw std::runtime_error(what + ": " + std::strerror(errno));
}

/// Where the sockets of this user's programs are. Throws std::runtime_error.
inline std::string folder() {
    char const* const runtime = std::getenv("XDG_RUNTIME_DIR");
    if (runtime == nullptr || *runtime != '/')
        throw std::runtime_error("XDG_RUNTIME_DIR does not name a folder, in which the socket would be");
    return std::string(runtime) + "/trav";
}

/// What its files end with.
inline constexpr char const* ending = ".live";

inline std::string path(pid_t process) { return folder() + '/' + std::to_string(process) + ending; }

/// A socket, which is closed at the end; empty if it could not be had: then errno says why.
class Socket {
  public:
    explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
    Socket(Socket&& other) noexcept : descriptor_(other.release()) {}
    Socket& operator=(Socket&&) = delete;
    ~Socket() {
        int const why = errno;  // of what failed before
        if (descriptor_ >= 0) ::close(descriptor_);
        errno = why;
    }

    explicit operator bool() const { return descriptor_ >= 0; }
    int descriptor() const { return descriptor_; }
    int release() { return std::exchange(descriptor_, -1); }

    /// Whether the other end is of this user.
    bool with_this_user() const {
        ucred peer{};
        socklen_t size = sizeof peer;
        return ::getsockopt(descriptor_, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
               peer.uid == ::geteuid();
    }

  private:
    int descriptor_;
};

inline Socket make() { return Socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)); }

inline sockaddr_un address(std::string const& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        throw std::runtime_error(path + ": too long for a socket, which may have " +
                                 std::to_string(sizeof address.sun_path - 1) + " bytes");
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

/// Connects at once; empty if nobody listens there (ECONNREFUSED: any more), or too many wait (EAGAIN).
inline Socket connect(std::string const& path) {
    sockaddr_un const to = address(path);
    Socket made = make();
    if (made && ::connect(made.descriptor(), reinterpret_cast<sockaddr const*>(&to), sizeof to) != 0)
        return Socket();
    return made;
}

/// Whether a program listens there.
inline bool served(std::string const& path) { return connect(path) || errno == EAGAIN; }

/// The socket of this process. Throws std::runtime_error.
class Listener {
  public:
    Listener() : path_(heap_socket::path(::getpid())), socket_(make()) {
        std::string const in = folder();
        if (::mkdir(in.c_str(), 0700) != 0 && errno != EEXIST) fail(in);
        struct stat facts{};
        if (::lstat(in.c_str(), &facts) != 0) fail(in);
        if (!S_ISDIR(facts.st_mode) || facts.st_uid != ::geteuid() || (facts.st_mode & 077) != 0)
            throw std::runtime_error(in + ": is not a folder of mode 0700 of this user");
        if (served(path_)) throw std::runtime_error(path_ + ": is served already");
        ::unlink(path_.c_str());  // left by a program that had this number
        sockaddr_un const at = address(path_);
        int const descriptor = socket_.descriptor();
        if (!socket_ || ::fchmod(descriptor, 0600) != 0 ||
            ::bind(descriptor, reinterpret_cast<sockaddr const*>(&at), sizeof at) != 0 ||
            ::listen(descriptor, 8) != 0)
            fail(path_);
    }
    Listener(Listener const&) = delete;
    Listener& operator=(Listener const&) = delete;
    ~Listener() {
        if (::getpid() == process_) ::unlink(path_.c_str());  // and not a copy that fork() made
    }

    int descriptor() const { return socket_.descriptor(); }
    /// Whoever asks, if it is of the same user; else empty.
    Socket accept() const {
        Socket caller(::accept4(descriptor(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        return caller && caller.with_this_user() ? std::move(caller) : Socket();
    }

  private:
    pid_t process_ = ::getpid();
    std::string path_;
    Socket socket_;
};

}  // namespace heap_socket
