// The socket on which a program serves its heap: heap_roots.cpp listens, `heapprof live` connects.
//
// It is $XDG_RUNTIME_DIR/trav/PID.live, with mode 0600 in a folder with mode 0700: only the program's user
// can open it, and the kernel tells each end the user of the other. The program removes it when it ends; the
// socket of a killed program refuses connections. doc/live.md describes the protocol.
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

/// The folder of the sockets of this user's programs. Throws std::runtime_error.
inline std::string folder() {
    char const* const runtime = std::getenv("XDG_RUNTIME_DIR");
    if (runtime == nullptr || *runtime != '/')
        throw std::runtime_error("XDG_RUNTIME_DIR does not name a folder, in which the socket would be");
    return std::string(runtime) + "/trav";
}

/// The extension of a socket's name.
inline constexpr char const* ending = ".live";

inline std::string path(pid_t process) { return folder() + '/' + std::to_string(process) + ending; }

/// A socket, closed by the destructor. It is empty if creating it failed; then errno has the reason.
class Socket {
  public:
    explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
    Socket(Socket&& other) noexcept : descriptor_(other.release()) {}
    Socket& operator=(Socket&&) = delete;
    ~Socket() {
        int const why = errno;  // of the earlier failure
        if (descriptor_ >= 0) ::close(descriptor_);
        errno = why;
    }

    explicit operator bool() const { return descriptor_ >= 0; }
    int descriptor() const { return descriptor_; }
    int release() { return std::exchange(descriptor_, -1); }

    /// Whether this user owns the other end.
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

/// Connects at once. Empty if there is no listener (any more: ECONNREFUSED), or too many clients wait
/// (EAGAIN).
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
        ::unlink(path_.c_str());  // left by an earlier program with this process id
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
        if (::getpid() == process_) ::unlink(path_.c_str());  // but not in a copy made by fork()
    }

    int descriptor() const { return socket_.descriptor(); }
    /// The next client, if it belongs to the same user; otherwise empty.
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
