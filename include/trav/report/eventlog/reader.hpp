// trav/report/eventlog/reader.hpp: reads the heap profile and the cost centres from GHC's eventlog.
//
//     trav::Eventlog const log = trav::read_eventlog("Sharing.eventlog");
//
// Reads any eventlog: events of other types, including types of later GHCs, are skipped by their declared
// size. If a killed program left an event or a sample incomplete, it is dropped, and the log is `cut`. A file
// that contradicts itself is an error that names the byte. Reads the file once. Takes the memory of the
// result and of one event (64 KiB).
#pragma once

#include "../unreadable.hpp"
#include "detail/bytes.hpp"
#include "detail/format.hpp"
#include "detail/types.hpp"
#include "eventlog.hpp"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// Reads one eventlog.
class EventlogReader {
  public:
    EventlogReader(std::istream& in, std::string name) : file_(in, std::move(name)) {}

    Eventlog read() {
        try {
            types_.read(file_);
        } catch (EventlogBytes::End) { file_.fail(file_.offset(), "the file ends in its header"); }
        try {
            while (event()) {}
        } catch (EventlogBytes::End) { log_.cut = true; }
        if (within_sample_) {
            log_.samples.pop_back();
            log_.cut = true;
        }
        if (!undefined_.empty() && !log_.cut) {
            auto const& [id, at] = *undefined_.begin();
            file_.fail(at, "there is no cost centre " + std::to_string(id));
        }
        std::multimap<std::uint64_t, EventlogSample> by_time;  // equal keys stay in order
        for (auto& sample : log_.samples)
            by_time.emplace(sample.census.value_or(sample.time), std::move(sample));
        log_.samples.clear();
        for (auto& [time, sample] : by_time) log_.samples.push_back(std::move(sample));
        return std::move(log_);
    }

  private:
    // Reads an event; false at the mark of the end.
    bool event() {
        std::uint64_t const at = file_.offset();
        if (file_.at_end()) throw EventlogBytes::End{};
        auto const type = static_cast<std::uint16_t>(file_.number<2>());
        if (type == event::data_end) return false;
        if (!types_.declared(type))
            file_.fail(at, "events of type " + std::to_string(type) + " are not declared");
        std::uint64_t const time = file_.number<8>();
        std::size_t size = types_.size(type);
        if (size == event::variable) size = file_.number<2>();
        std::uint64_t const begin = file_.offset();
        if (at < block_end_ && begin + size > block_end_)
            file_.fail(at,
                       "an event of " + std::to_string(size) + " bytes reaches over the end of its block");
        file_.take(bytes_, size);
        EventlogPayload payload(file_, begin, bytes_);
        read(type, at, time, payload);
        return true;
    }

    void read(std::uint16_t type, std::uint64_t at, std::uint64_t time, EventlogPayload& in) {
        switch (type) {
        case event::block_marker: {
            if (at < block_end_) file_.fail(at, "a block begins within another");
            block_end_ = at + in.number<4>();
            break;
        }
        case event::wall_clock:
            in.number<4>();
            log_.header.seconds = in.number<8>();
            break;
        case event::rts_identifier:
            in.number<4>();
            log_.header.rts = in.rest();
            break;
        case event::program_arguments:
            in.number<4>();
            log_.header.arguments.clear();
            while (in.left() != 0) log_.header.arguments.push_back(in.string());
            break;
        case event::profile_begin: profile(in); break;
        case event::cost_centre: cost_centre(in); break;
        case event::sample_begin:
        case event::sample_biographical: {
            if (within_sample_) file_.fail(at, "a sample begins within another");
            within_sample_ = true;
            auto& sample = log_.samples.emplace_back(EventlogSample{time, in.number<8>()});
            if (type == event::sample_biographical) sample.census = in.number<8>();
            break;
        }
        case event::sample_cost_centre:
        case event::sample_string: {
            if (!within_sample_) file_.fail(at, "there is a band outside of samples");
            in.number<1>();  // the number of the profile: there is only one
            auto& band = log_.samples.back().bands.emplace_back(EventlogBand{in.number<8>()});
            if (type == event::sample_string) band.label = in.string();
            else mentioned(band.stack = in.stack(), at);
            in.finish();
            break;
        }
        case event::sample_end:
            if (!within_sample_) file_.fail(at, "a sample ends outside of samples");
            within_sample_ = false;
            break;
        case event::ticks_begin: log_.tick_interval = in.number<8>(); break;
        case event::tick: {
            auto const capability = static_cast<std::uint32_t>(in.number<4>());
            auto& tick = log_.ticks.emplace_back(EventlogTick{time, capability, in.number<8>()});
            mentioned(tick.stack = in.stack(), at);
            in.finish();
            break;
        }
        default: break;
        }
    }
    void profile(EventlogPayload& in) {
        in.number<1>();
        auto& profile = log_.profile.emplace(EventlogProfile{});
        profile.interval = in.number<8>();
        profile.breakdown = static_cast<EventlogBreakdown>(in.number<4>());
        for (auto& filter : profile.filters) filter = in.string();
    }
    void cost_centre(EventlogPayload& in) {
        auto const id = static_cast<std::uint32_t>(in.number<4>());
        EventlogCostCentre centre{id, in.string(), in.string(), in.string(), in.number<1>() != 0};
        in.finish();
        undefined_.erase(id);
        if (defined_.insert(id).second) log_.cost_centres.push_back(std::move(centre));
    }
    // Records cost centres that are not defined yet: they may be defined after their first mention.
    void mentioned(std::vector<std::uint32_t> const& stack, std::uint64_t at) {
        for (auto const id : stack)
            if (!defined_.contains(id)) undefined_.emplace(id, at);
    }

    EventlogBytes file_;
    EventlogTypes types_;
    std::string bytes_;
    std::uint64_t block_end_ = 0;  // 0 also if there are no blocks
    bool within_sample_ = false;
    std::set<std::uint32_t> defined_;
    std::map<std::uint32_t, std::uint64_t> undefined_;
    Eventlog log_;
};

}  // namespace detail

/// Reads an eventlog from a stream. `name` is the name of the stream in messages. Throws an Unreadable that
/// names the byte.
inline Eventlog read_eventlog(std::istream& in, std::string name) {
    return reading(name, [&] { return detail::EventlogReader(in, name).read(); });
}

/// Reads an eventlog. Throws Unreadable, also if the file cannot be opened.
inline Eventlog read_eventlog(std::string const& path) {
    auto in = open_to_read(path);
    return read_eventlog(in, path);
}

}  // namespace trav
