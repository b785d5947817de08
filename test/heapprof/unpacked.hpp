// unpacked: the bytes in the packed text of a page, and zlib's stream of them.
#pragma once

#include "catch.hpp"

#include <zlib.h>

#include <bitset>
#include <cstddef>
#include <map>
#include <string>

// A character has seven bits of a zlib stream; the character 1 and its successor have eleven.
inline std::string zlib_stream(std::string const& text) {
    CHECK(text.find_first_of(std::string("\0\r<", 3)) == std::string::npos);
    std::string binary, deflated;
    for (std::size_t i = 0; i != text.size(); ++i) {
        REQUIRE(static_cast<unsigned char>(text[i]) < 0x80);
        if (text[i] != 1) {
            binary += std::bitset<7>(static_cast<unsigned char>(text[i])).to_string();
            continue;
        }
        std::string const second = std::bitset<7>(static_cast<unsigned char>(text.at(++i))).to_string();
        REQUIRE(second[0] == '1');
        binary += std::map<std::string, std::string>{
            {"00", "0000000"}, {"01", "0001101"}, {"10", "0111100"}, {"11", "0000001"}}[second.substr(1, 2)];
        binary += second.substr(3);
    }
    for (std::size_t at = 0; at + 8 <= binary.size(); at += 8)
        deflated += static_cast<char>(std::stoi(binary.substr(at, 8), nullptr, 2));
    return deflated;
}

inline std::string unpacked(std::string const& text, std::size_t length) {
    std::string const deflated = zlib_stream(text);
    std::string inflated(length + 1, '\0');
    uLongf size = inflated.size();
    uLong read = deflated.size();
    REQUIRE(uncompress2(reinterpret_cast<Bytef*>(inflated.data()), &size,
                        reinterpret_cast<Bytef const*>(deflated.data()), &read) == Z_OK);
    CHECK(read == deflated.size());  // browsers refuse further bytes
    inflated.resize(size);
    return inflated;
}
