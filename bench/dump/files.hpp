// bench/dump/files.hpp: heap dumps of the size of large programs, made from a fixed seed.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bench {

/// A V8 heap snapshot like a compiler's: trees of small objects with references to their parents, arrays
/// behind them, closures, strings, and shapes that every object refers to; six edges per node.
void make_heapsnapshot(std::string const& path, std::uint32_t nodes);

/// The share of references that lead nearby.
enum class Locality { low, high };
/// An hprof file like a server's: instances of a thousand classes, maps, strings and their bytes.
void make_hprof(std::string const& path, std::uint32_t objects, Locality locality);

/// A pseudo-random number, the same for the same argument (splitmix64).
inline std::uint64_t mixed(std::uint64_t n) {
    n += 0x9e3779b97f4a7c15;
    n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9;
    n = (n ^ n >> 27) * 0x94d049bb133111eb;
    return n ^ n >> 31;
}

/// Writes a file in large blocks. The file gets its name when it is complete.
class BlockWriter {
  public:
    explicit BlockWriter(std::string path)
        : path_(std::move(path)), file_(path_ + ".part", std::ios::binary) {}

    void text(std::string_view text) {
        block_ += text;
        if (block_.size() > std::size_t{1} << 20) flush();
    }
    void number(std::uint64_t n) {
        char digits[20];
        text({digits, std::to_chars(digits, digits + sizeof digits, n).ptr});
    }
    /// Writes the last `bytes` bytes of a number, the highest first.
    void big_endian(std::uint64_t n, unsigned bytes) {
        while (bytes-- != 0) block_ += static_cast<char>(n >> 8 * bytes);
    }
    void close() {
        flush();
        file_.close();
        if (!file_ || std::rename((path_ + ".part").c_str(), path_.c_str()) != 0)
            throw std::runtime_error("cannot write " + path_);
    }

  private:
    void flush() {
        file_ << block_;
        block_.clear();
    }
    std::string path_;
    std::ofstream file_;
    std::string block_;
};

}  // namespace bench
