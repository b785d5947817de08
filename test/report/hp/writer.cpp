#include "catch.hpp"
#include "report/hp2ps.hpp"

#include <trav/report/hp/reader.hpp>
#include <trav/report/hp/writer.hpp>

#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using trav::HpSample, trav::HpWriter;

namespace {

HpSample sample_at(double time, std::size_t bands = 3) {
    HpSample sample{time};
    for (std::size_t i = 0; i != bands; ++i) sample.bands.push_back({"band" + std::to_string(i), i});
    return sample;
}

// Counts the pieces of arriving text.
class Pieces : public std::streambuf {
  public:
    std::string text{};
    int written = 0, flushed = 0;

  protected:
    std::streamsize xsputn(char const* piece, std::streamsize size) override {
        ++written;
        text.append(piece, static_cast<std::size_t>(size));
        return size;
    }
    int_type overflow(int_type c) override {
        ++written;
        text += traits_type::to_char_type(c);
        return c;
    }
    int sync() override {
        ++flushed;
        return 0;
    }
};

// The number of calls of write() by this process, as counted by Linux; negative if the system does not count.
long write_calls() {
    std::ifstream counts("/proc/self/io");
    std::string name;
    for (long value = 0; counts >> name >> value;)
        if (name == "syscw:") return value;
    return -1;
}

}  // namespace

TEST_CASE("hp_writer: a file in GHC's format", "[unit]") {
    std::ostringstream out;
    HpWriter hp(out, {"shop \"x\"", "Sat Jun  4 11:59 2016"});
    hp.sample({0});
    hp.mark(0.5);
    hp.sample({1.25, {{"two words", 4096}, {"MARK", 1}}});
    CHECK(out.str() == "JOB \"shop \"\"x\"\"\"\nDATE \"Sat Jun  4 11:59 2016\"\n"
                       "SAMPLE_UNIT \"seconds\"\nVALUE_UNIT \"bytes\"\n"
                       "BEGIN_SAMPLE 0.000000\nEND_SAMPLE 0.000000\nMARK 0.500000\n"
                       "BEGIN_SAMPLE 1.250000\ntwo_words\t4096\n(MARK)\t1\nEND_SAMPLE 1.250000\n");
    CHECK_THROWS_AS(hp.sample({1}), std::invalid_argument);
}

TEST_CASE("hp_writer: times that the reader refuses are refused, and nothing is written", "[unit]") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (double const time : {-1.0, -1e-9, infinity, -infinity, nan, 1e25, 1e30, 1e308}) {
        INFO(time);
        std::ostringstream out;
        HpWriter hp(out, {"j", "d"});
        std::string const header = out.str();
        CHECK_THROWS_AS(hp.sample({time, {{"band", 1}}}), std::invalid_argument);
        CHECK_THROWS_AS(hp.mark(time), std::invalid_argument);
        CHECK(out.str() == header);
        hp.sample({1});  // later samples are still accepted
        std::ostringstream whole;
        trav::HpFile file{.header = {"j", "d"}, .samples = {{0}, {time}}};
        CHECK_THROWS_AS(trav::write_hp(whole, file), std::invalid_argument);
        file = {.header = {"j", "d"}, .samples = {{0}}, .marks = {time}};
        CHECK_THROWS_AS(trav::write_hp(whole, file), std::invalid_argument);
        CHECK(whole.str().empty());
    }
    std::ostringstream whole;
    CHECK_THROWS_AS(trav::write_hp(whole, trav::HpFile{.samples = {{2}, {1}}}), std::invalid_argument);
    CHECK(whole.str().empty());
}

TEST_CASE("hp_writer: extreme times are read back", "[unit]") {
    for (double const time : {0.0, -0.0, 5e-324, 1e-7, 0.5, 1e15, 9.9e24, std::nextafter(1e25, 0.0)}) {
        INFO(time);
        std::ostringstream out;
        HpWriter hp(out, {"j", "d"});
        hp.mark(time);
        hp.sample({time, {{"band", 1}}});
        std::istringstream in(out.str());
        trav::HpFile const file = trav::read_hp(in, "x.hp");
        REQUIRE(file.samples.size() == 1);
        CHECK(file.samples[0].time == Approx(time).margin(1e-6));
        CHECK(file.marks.size() == 1);
    }
}

TEST_CASE("hp_writer: a sample is written in one piece and flushed", "[unit]") {
    Pieces pieces;
    std::ostream out(&pieces);
    HpWriter hp(out, {});
    CHECK(pieces.written == 1);
    CHECK(pieces.flushed == 1);
    hp.sample(sample_at(1, 1));
    hp.sample(sample_at(2, 10000));
    CHECK(pieces.written == 3);
    CHECK(pieces.flushed == 3);
}

TEST_CASE("hp_writer: a sample is a single write() to a file", "[unit]") {
#ifdef _LIBCPP_VERSION
    WARN("skipped: libc++'s files write what is longer than their buffers in pieces");
    return;
#endif
    if (write_calls() < 0) {
        WARN("skipped: nobody counts write() here");
        return;
    }
    Folder const folder;
    std::ofstream file(folder / "x.hp", std::ios::binary);
    HpWriter hp(file, {});
    for (std::size_t const bands : {1u, 40u, 200u, 5000u, 50000u}) {
        HpSample const sample = sample_at(1, bands);
        long const before = write_calls();
        hp.sample(sample);
        CHECK(write_calls() - before == 1);
    }
}

TEST_CASE("hp_writer: a sample can be read at once", "[unit]") {
    Folder const folder;
    std::ofstream file(folder / "x.hp", std::ios::binary);
    HpWriter hp(file, {});
    for (std::size_t i = 0; i != 50; ++i) {
        trav::HpFile const read = trav::read_hp(folder / "x.hp");
        CHECK_FALSE(read.cut);
        REQUIRE(read.samples.size() == i);
        hp.sample(sample_at(static_cast<double>(i), 20 * i));
    }
}

TEST_CASE("hp_writer: a killed program leaves its samples", "[property]") {
    Folder const folder;
    int channel[2];
    REQUIRE(pipe(channel) == 0);
    pid_t const child = fork();
    if (child == 0) {
        std::ofstream file(folder / "x.hp", std::ios::binary);
        HpWriter hp(file, {"killed", "today"});
        for (std::uint32_t i = 1;; ++i) {
            hp.sample(sample_at(i, 500));
            if (write(channel[1], &i, sizeof i) != sizeof i) _exit(1);
        }
    }
    REQUIRE(child > 0);
    close(channel[1]);
    std::uint32_t written = 0;
    while (written < 200 && read(channel[0], &written, sizeof written) == sizeof written) {}
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(channel[0]);
    trav::HpFile const file = trav::read_hp(folder / "x.hp");
    CHECK(file.samples.size() >= 200);
    for (auto const& sample : file.samples) CHECK(sample.bands.size() == 500);
}

TEST_CASE("hp_writer: the longest words that hp2ps reads", "[conformance]") {
    HP2PS_OR_SKIP();
    for (std::string const& label : {std::string(20000, 'x'), "\"" + std::string(20000, 'y')}) {
        std::ostringstream out;
        HpWriter hp(out, {"j", "d"});
        hp.sample({0, {{label, 1000}, {label + "1", 1000}}});
        hp.sample({1, {{label, 1000}}});
        CHECK(hp2ps_says(out.str()).empty());
    }
}
