// trav/report/eventlog/writer.hpp: writes an eventlog for ghc-events and eventlog2html.
//
//     std::ofstream file("shop.eventlog", std::ios::binary);
//     trav::EventlogWriter log{file, {.arguments = {"shop", "+RTS", "-hr"}, .rts = "trav", .seconds = now}};
//     log.profile({trav::EventlogBreakdown::retainer});
//     log.sample({.time = 250'000'000, .bands = {{216000, "sessions"}, {4800, "cache"}}});
//     log.end();
//
// Declares only the types of events that it uses. Writes each sample in one piece and flushes it; if writing
// a sample throws, none of it is written. Without end(), the file looks like a killed program's, which
// readers accept. A text ends at a NUL, or when the event is full. Takes the memory of one sample.
#pragma once

#include "detail/format.hpp"
#include "eventlog.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace trav {

/// Writes the events of an eventlog one by one. The stream must outlive the writer; check it for errors.
/// Throws std::invalid_argument if a time is less than the previous one.
class EventlogWriter {
  public:
    EventlogWriter(std::ostream& out, EventlogHeader const& header) : out_(out) {
        declarations();
        put(detail::event::wall_clock, 0, [&] { number<4>(0), number<8>(header.seconds), number<4>(0); });
        put(detail::event::rts_identifier, 0, [&] { number<4>(0), text_ += whole(header.rts, longest); });
        put(detail::event::program_arguments, 0, [&] {
            number<4>(0);
            std::size_t room = longest;
            for (auto const& argument : header.arguments) {
                if (argument.size() >= room) break;
                string(argument, room);
                room -= argument.size() + 1;
            }
        });
        write();
    }

    /// Defines a cost centre. All cost centres in the stacks of a sample must be defined, before or after it.
    void cost_centre(EventlogCostCentre const& centre) {
        put(detail::event::cost_centre, time_, [&] {
            number<4>(centre.id);
            for (auto const* text : {&centre.label, &centre.module, &centre.source})
                string(*text, longest / 3);
            number<1>(centre.is_caf);
        });
        write();
    }

    /// Begins the heap profile.
    void profile(EventlogProfile const& profile) {
        by_stack_ = profile.breakdown == EventlogBreakdown::cost_centre;
        put(detail::event::profile_begin, time_, [&] {
            number<1>(0), number<8>(profile.interval),
                number<4>(static_cast<std::uint32_t>(profile.breakdown));
            for (auto const& filter : profile.filters) string(filter, longest / 7);
        });
        write();
    }

    /// Writes a sample: each band's stack if the profile is by cost centre, its label otherwise.
    void sample(EventlogSample const& sample) {
        using namespace detail::event;
        put(sample.census ? sample_biographical : sample_begin, sample.time, [&] {
            number<8>(sample.era);
            if (sample.census) number<8>(*sample.census);
        });
        for (auto const& band : sample.bands)
            put(by_stack_ ? sample_cost_centre : sample_string, sample.time, [&] {
                number<1>(0), number<8>(band.bytes);
                if (by_stack_) stack(band.stack);
                else string(band.label, longest);
            });
        put(sample_end, sample.time, [&] { number<8>(sample.era); });
        write();
    }

    /// Begins the time profile. `interval`: nanoseconds between ticks.
    void ticks(std::uint64_t interval) {
        put(detail::event::ticks_begin, time_, [&] { number<8>(interval); });
        write();
    }
    void tick(EventlogTick const& tick) {
        put(detail::event::tick, tick.time,
            [&] { number<4>(tick.capability), number<8>(tick.ticks), stack(tick.stack); });
        write();
    }

    /// Marks the end.
    void end() {
        number<2>(detail::event::data_end);
        write();
    }

  private:
    static constexpr std::size_t longest = 0xff00;  // an event has 16 bits for its size

    void declarations() {
        number<4>(detail::event::header_begin), number<4>(detail::event::types_begin);
        for (auto const& type : detail::event::types) {
            number<4>(detail::event::type_begin), number<2>(type.number), number<2>(type.size);
            number<4>(type.description.size()), text_ += type.description;
            number<4>(0), number<4>(detail::event::type_end);
        }
        number<4>(detail::event::types_end), number<4>(detail::event::header_end);
        number<4>(detail::event::data_begin);
    }

    // Writes an event; `payload` appends its contents. If that throws, all unwritten text is dropped.
    void put(std::uint16_t type, std::uint64_t time, auto const& payload) {
        try {
            append(type, time, payload);
        } catch (...) {
            text_.clear();
            throw;
        }
    }
    void append(std::uint16_t type, std::uint64_t time, auto const& payload) {
        if (time < time_) throw std::invalid_argument("trav: times in an eventlog must ascend");
        time_ = time;
        number<2>(type), number<8>(time);
        bool const variable = detail::event::size_of(type) == detail::event::variable;
        if (variable) number<2>(0);
        std::size_t const begin = text_.size();
        payload();
        if (variable) {
            std::size_t const size = text_.size() - begin;
            text_[begin - 2] = static_cast<char>(size >> 8);
            text_[begin - 1] = static_cast<char>(size);
        }
    }
    // Appends a big-endian number.
    template <int Bytes>
    void number(std::uint64_t value) {
        for (int shift = 8 * (Bytes - 1); shift >= 0; shift -= 8) text_ += static_cast<char>(value >> shift);
    }
    static std::string_view whole(std::string_view text, std::size_t room) {
        return text.substr(0, std::min(room, text.find('\0')));
    }
    void string(std::string_view text, std::size_t room) { text_.append(whole(text, room)).append(1, '\0'); }
    // Appends a stack. The count is a single byte; if there are more cost centres, the outermost are left
    // out.
    void stack(std::vector<std::uint32_t> const& ids) {
        std::size_t const depth = std::min<std::size_t>(ids.size(), 0xff);
        number<1>(depth);
        for (std::size_t i = 0; i != depth; ++i) number<4>(ids[i]);
    }
    void write() {
        out_.write(text_.data(), static_cast<std::streamsize>(text_.size())).flush();
        text_.clear();
    }

    std::ostream& out_;
    std::string text_;
    std::uint64_t time_ = 0;
    bool by_stack_ = false;
};

}  // namespace trav
