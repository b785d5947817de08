// Memory under a name: an arena of std::pmr, and the state of a C library.
#include <trav/graph/named_memory.hpp>
#include <trav/graph/objects.hpp>
#include <trav/graph/resource.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/report/table.hpp>

#include <cstdlib>
#include <iostream>
#include <memory_resource>
#include <string>
#include <vector>

namespace {

class Decoder {
  public:
    Decoder() = default;
    Decoder(Decoder const&) = delete;
    Decoder& operator=(Decoder const&) = delete;
    ~Decoder() { std::free(state_); }

  private:
    friend struct trav::Described<Decoder>;
    void* state_ = std::malloc(40'000);
    trav::Resource<"decoder state"> memory_{state_, 40'000};
};

class Parser {
  public:
    void read(std::string const& word) { words_.emplace_back(word); }

  private:
    friend struct trav::Described<Parser>;
    trav::NamedMemory<"parser arena"> memory_;
    std::pmr::monotonic_buffer_resource arena_{&memory_};
    std::pmr::vector<std::pmr::string> words_{&arena_};
};

}  // namespace

template <>
struct trav::Described<Decoder> : trav::Members<&Decoder::memory_> {};
template <>
struct trav::Described<Parser> : trav::Members<&Parser::memory_, &Parser::words_> {};

int main() {
    Decoder const decoder;
    Parser parser;
    for (int i = 0; i != 1000; ++i) parser.read("a word of the program, number " + std::to_string(i));

    auto type = trav::by_type();
    trav::Profiler profiler{trav::Objects<>(), type};
    profiler.sample(trav::roots(decoder, parser));
    trav::print(std::cout, profiler.profile().by(type));
}
