// trav/report/eventlog/detail/format.hpp: the numbers in GHC's eventlog: the marks around its parts, and the
// events of heap profiles and cost centres. For the reader and the writer.
#pragma once

#include "../../../detail/compiler.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace trav::detail::event {

/// The marks before and after the parts of the file.
inline constexpr std::uint32_t header_begin = 0x68647262, types_begin = 0x68657462, type_begin = 0x65746200,
                               type_end = 0x65746500, types_end = 0x68657465, header_end = 0x68647265,
                               data_begin = 0x64617462;
inline constexpr std::uint16_t data_end = 0xffff;

/// Types of events.
inline constexpr std::uint16_t block_marker = 18, rts_identifier = 29, program_arguments = 30,
                               wall_clock = 43, profile_begin = 160, cost_centre = 161, sample_begin = 162,
                               sample_cost_centre = 163, sample_string = 164, sample_end = 165,
                               sample_biographical = 166, tick = 167, ticks_begin = 168;

/// The size of events that contain their own size.
inline constexpr std::uint16_t variable = 0xffff;

struct Type {
    std::uint16_t number;
    std::uint16_t size;  ///< bytes of the payload
    std::string_view description;
};

/// The types that the writer declares.
inline constexpr std::array<Type, 12> types{{
    {rts_identifier, variable, "RTS name and version"},
    {program_arguments, variable, "Program arguments"},
    {wall_clock, 16, "Wall clock time"},
    {profile_begin, variable, "Start of heap profile"},
    {cost_centre, variable, "Cost centre definition"},
    {sample_begin, 8, "Start of heap profile sample"},
    {sample_cost_centre, variable, "Heap profile cost-centre sample"},
    {sample_string, variable, "Heap profile string sample"},
    {sample_end, 8, "End of heap profile sample"},
    {sample_biographical, 16, "Start of heap profile (biographical) sample"},
    {tick, variable, "Time profile cost-centre stack"},
    {ticks_begin, 8, "Start of a time profile"},
}};

/// The size of the payload of a type in `types`.
constexpr std::uint16_t size_of(std::uint16_t number) {
    for (auto const& type : types)
        if (type.number == number) return type.size;
    return variable;
}

}  // namespace trav::detail::event
