// .hp files. Every file that can be read is unchanged after it is written and read back.
#include "fuzz.hpp"

#include <trav/report/hp/reader.hpp>
#include <trav/report/hp/writer.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

/// Whether all times, as written, are short enough for hp2ps.
bool has_room(trav::HpFile const& file) {
    auto const fits = [](double time) { return time < 1e25; };
    return std::ranges::all_of(file.samples, [&](auto const& sample) { return fits(sample.time); }) &&
           std::ranges::all_of(file.marks, fits);
}

std::string written(trav::HpFile const& file) {
    std::ostringstream out;
    trav::write_hp(out, file);
    return std::move(out).str();
}

trav::HpFile read(std::string_view text) {
    fuzz::Stream in(text);
    return trav::read_hp(in, "x.hp");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    trav::HpFile file;
    try {
        file = read(fuzz::text(data, size));
    } catch (trav::Unreadable const& error) {
        fuzz::must_be_one_line(error.what());
        return 0;
    }
    std::string text;
    try {
        text = written(file);
        fuzz::must(has_room(file), "what has no room is refused");
    } catch (std::invalid_argument const&) {
        fuzz::must(!has_room(file), "what was read can be written");
        return 0;
    }
    trav::HpFile const again = read(text);
    fuzz::must(again.header == file.header && !again.cut, "the header is kept");
    fuzz::must(again.marks.size() == file.marks.size(), "the marks are kept");
    fuzz::must(again.samples.size() == file.samples.size(), "the samples are kept");
    for (std::size_t s = 0; s != file.samples.size(); ++s) {
        auto const &before = file.samples[s].bands, &after = again.samples[s].bands;
        fuzz::must(before.size() == after.size(), "the bands are kept");
        for (std::size_t b = 0; b != before.size(); ++b)
            fuzz::must(after[b].label == trav::hp_word(before[b].label) && after[b].value == before[b].value,
                       "a band is kept");
    }
    fuzz::must(written(again) == text, "the same bytes are written again");
    return 0;
}
