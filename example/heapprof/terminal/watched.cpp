#include "watched.hpp"

#include "../command/only.hpp"
#include "../file/dump_formats.hpp"

#include <trav/profile/series.hpp>
#include <trav/report/eventlog/heap_profile.hpp>
#include <trav/report/eventlog/reader.hpp>
#include <trav/report/hp/hp.hpp>
#include <trav/report/hp/reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <utility>

namespace heapprof {

namespace {

bool is_profile(std::string const& path) { return path.ends_with(".hp") || path.ends_with(".eventlog"); }

trav::HpFile read_file(std::string const& path) {
    auto in = trav::open_to_read(path);
    return path.ends_with(".hp") ? trav::read_hp(in, path) : trav::hp_file(trav::read_eventlog(in, path));
}

}  // namespace

Watched::Watched(DumpOptions options, bool outline)
    : options_(std::move(options)),
      outline_(outline),
      profile_(is_profile(options_.question.files[0])),
      ids_(same_ids(options_.question)) {
    auto const& files = options_.question.files;
    if (files.size() > 1 && std::ranges::any_of(files, is_profile))
        throw std::runtime_error("watch: one .hp file or eventlog at a time");
    for (std::string const& file : files) {
        struct stat facts{};
        if (::stat(file.c_str(), &facts) != 0)
            throw std::runtime_error(file + ": " + std::generic_category().message(errno));
    }
}

bool Watched::changed() {
    auto const found = stamps();
    if (!std::exchange(first_, false) && found == now_) return false;
    now_ = found;
    return true;
}

std::vector<Watched::Stamp> Watched::stamps() const {
    std::vector<Stamp> found;
    auto const add = [&](std::string const& path) {
        struct stat facts{};
        if (::stat(path.c_str(), &facts) != 0 || S_ISDIR(facts.st_mode)) return;
        found.push_back(
            {path, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, static_cast<std::uint64_t>(facts.st_size)});
    };
    for (std::string const& file : options_.question.files) {
        std::error_code none;
        if (!std::filesystem::is_directory(file, none)) {
            add(file);
            continue;
        }
        auto const begin = static_cast<std::ptrdiff_t>(found.size());
        for (auto const& entry : std::filesystem::directory_iterator(file, none))
            if (called_dump(entry.path().filename().string())) add(entry.path().string());
        // sort the dumps of a folder by modification time
        std::sort(found.begin() + begin, found.end(), [](Stamp const& a, Stamp const& b) {
            return std::tie(a.seconds, a.nanoseconds, a.path) < std::tie(b.seconds, b.nanoseconds, b.path);
        });
    }
    return found;
}

WatchedHeap const& Watched::read() {
    heap_.waiting.clear();
    try {
        if (profile_) read_profile();
        else read_dumps();
        if (heap_.table.times.empty() && heap_.waiting.empty()) heap_.waiting = "there is no sample yet";
    } catch (std::exception const& error) { heap_.waiting = error.what(); }
    return heap_;
}

void Watched::read_profile() {
    heap_.file = read_file(options_.question.files[0]);
    // GHC's first and last samples have no bands
    std::erase_if(heap_.file.samples, [](trav::HpSample const& sample) { return sample.bands.empty(); });
    heap_.table = trav::hp_profile(heap_.file).by_names({"band"});
    heap_.unit = heap_.file.header.value_unit;
    if (!heap_.file.samples.empty())
        heap_.last =
            fmt::format("at {:.3g} {}", heap_.file.samples.back().time, heap_.file.header.sample_unit);
    if (heap_.file.cut && heap_.file.samples.empty()) heap_.waiting = "there is no whole sample yet";
}

void Watched::read_dumps() {
    Answer all;
    std::vector<trav::Profile> profiles;
    for (Stamp const& stamp : now_) {
        Seen& seen = seen_.try_emplace(stamp.path, Seen{{}, {}, "new"}).first->second;
        if (seen.stamp != stamp) {
            seen = {stamp, {}, ""};
            try {
                Question question = options_.question;
                question.files = {stamp.path};
                question.outline = outline_;
                seen.answer = profile_dumps(question, ids_);
            } catch (std::exception const& error) { seen.fault = error.what(); }
        }
        if (!seen.fault.empty()) {
            heap_.waiting = seen.fault;
            continue;
        }
        profiles.push_back(seen.answer.profile);
        profiles.back().samples[0].time = static_cast<double>(profiles.size());
        all.dumps.push_back(seen.answer.dumps[0]);
        all.outline = seen.answer.outline;
        heap_.last = stem(std::filesystem::path(stamp.path).filename().string());
    }
    if (profiles.empty()) return;
    all.profile = restricted(trav::series(std::move(profiles)), options_);
    heap_.table = all.profile.by_names(options_.by.front());
    heap_.dumps = std::move(all);
}

}  // namespace heapprof
