// Gzipped input. The first byte chooses the meaning of the others: a gzip file; the contents of a valid file
// with several members; or these and damage to the file. Files are unpacked or refused. A valid file unpacks
// to its text, and a damaged one to nothing else.
#include "fuzz.hpp"

#include <trav/dump/input.hpp>

#include <zlib.h>

#include <optional>
#include <string>
#include <string_view>

namespace {

std::optional<std::string> unpacked(std::string_view packed, std::size_t block) {
    try {
        fuzz::Stream stream(packed);
        trav::dump::Input input(stream, "x.gz", block);
        std::string text;
        while (input.peek() >= 0) {
            text += input.window();
            input.advance(input.window().size());
            fuzz::must(input.offset() == text.size(), "the offset counts the text");
        }
        return text;
    } catch (trav::dump::Error const& error) {
        fuzz::must_be_one_line(error.what());
        return std::nullopt;
    }
}

std::string packed(std::string_view text, int level) {
    z_stream z{};
    deflateInit2(&z, level, Z_DEFLATED, 16 + 9, 1, Z_DEFAULT_STRATEGY);
    std::string result(deflateBound(&z, text.size()), '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef*>(result.data());
    z.avail_out = static_cast<uInt>(result.size());
    fuzz::must(deflate(&z, Z_FINISH) == Z_STREAM_END, "zlib packs a text");
    result.resize(z.total_out);
    deflateEnd(&z);
    return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    fuzz::Choices choices(data, size);
    unsigned const what = choices.below(4);
    if (what == 0) {
        unpacked(choices.rest(), 1 + size % 64);
        return 0;
    }
    unsigned const members = 1 + choices.below(3), level = choices.below(10);
    unsigned const place = choices.byte(), bits = choices.byte(), block = 1 + choices.byte();
    std::string_view const text = choices.rest();
    std::string file;
    std::size_t const part = text.size() / members;
    for (unsigned m = 0; m != members; ++m)
        file += packed(text.substr(m * part, m + 1 == members ? text.npos : part), static_cast<int>(level));
    if (what == 1) fuzz::must(unpacked(file, block) == text, "the text is unpacked");
    if (what == 2)
        fuzz::must(!unpacked(file.substr(0, 1 + place % (file.size() - 1)), block) || members > 1,
                   "what is cut short is refused");
    if (what == 3 && bits != 0) {
        // Spares the header: its time, system and flags do not affect the text.
        std::size_t const at = 10 + place % (file.size() - 10);
        file[at] = static_cast<char>(file[at] ^ static_cast<char>(bits));
        auto const result = unpacked(file, block);
        fuzz::must(!result || *result == text, "what is damaged is refused");
    }
    return 0;
}
