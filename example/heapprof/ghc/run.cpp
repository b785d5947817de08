#include "run.hpp"

#include "../../ghc/prelude.hpp"
#include "../../ghc/programs.hpp"
#include "../file/output_file.hpp"
#include "../file/same_file.hpp"
#include "eventlog.hpp"

#include <trav/ghc/profile/options_parser.hpp>
#include <trav/ghc/profile/ticky_report.hpp>
#include <trav/report/hp/writer.hpp>
#include <trav/report/prof/json.hpp>
#include <trav/report/prof/prof.hpp>
#include <trav/report/prof/retainers.hpp>
#include <trav/report/table.hpp>
#include <trav/text/one_line.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <initializer_list>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

using trav::ghc::HeapBreakdown;
using trav::ghc::Machine;
using trav::ghc::TimeProfile;

// SOURCE_DATE_EPOCH if it is set, otherwise the current time.
std::uint64_t now() {
    char const* const given = std::getenv("SOURCE_DATE_EPOCH");
    return given ? std::strtoull(given, nullptr, 10) : static_cast<std::uint64_t>(std::time(nullptr));
}

Program const& program_called(std::string const& name) {
    std::string known;
    for (Program const& program : programs()) {
        if (program.name == name) return program;
        known += (known.empty() ? "" : ", ") + std::string(program.name);
    }
    throw std::runtime_error("there is no program '" + name + "'; there are " + known);
}

trav::ghc::MachineOptions machine_options(trav::ghc::RtsOptions const& rts) {
    trav::ghc::MachineOptions options;
    options.allocation_area = rts.allocation_area;
    options.heap.capabilities = std::max<std::size_t>(1, rts.capabilities);
    options.every_use = !rts.ghc;  // GHC counts only entered closures
    return options;
}

class GhcRun {
  public:
    GhcRun(std::vector<std::string> const& words, bool as_ghc)
        : words_(words),
          program_(program_called(words.front())),
          line_(trav::ghc::parse_rts(std::span(words).subspan(1), as_ghc)),
          rts_(line_.rts),
          machine_(machine_options(rts_)),
          job_{words.front(), line_.arguments, rts_.given},
          seconds_(now()) {}

    void run() {
        for (std::string const& warning : line_.warnings)
            std::cerr << job_.program << ": " << warning << '\n';
        begin();
        program_.run(machine_, line_.arguments);
        std::cout << machine_.output();
        // std::cerr flushes std::cout first, which must not hide why standard output cannot be written
        if (!machine_.errors().empty()) std::cerr << machine_.errors();
        end();
    }

  private:
    bool retainer_report() const {
        return rts_.heap_profile() && rts_.uses(HeapBreakdown::retainer) &&
               rts_.time_profile != TimeProfile::json;
    }

    /// Touches no file unless all can be written. The .hp file and the eventlog appear at the start and grow;
    /// the other files appear when they are complete.
    void begin() {
        prelude::factor(line_.arguments);
        std::string const stem = rts_.stem.empty() ? job_.program : rts_.stem;
        std::string const hp_stem = rts_.ghc ? job_.program : stem;
        // GHC also opens a .prof for a restriction to retainers, and makes no heap profile without it.
        bool const retainers = rts_.uses(HeapBreakdown::retainer) && (rts_.ghc || retainer_report());
        std::vector<std::string> names;
        auto const different = [&](std::string const& name) {
            names.push_back(name);
            refuse_same_file({}, names);
            return name;
        };
        if (rts_.heap_profile()) open(hp_file_, different(hp_stem + ".hp"));
        if (rts_.time_profile != TimeProfile::none || retainers) open(prof_file_, different(stem + ".prof"));
        if (retainers && !prof_file_) hp_file_.reset();
        if (rts_.eventlog) log_file_.emplace(different(job_.program + ".eventlog"));
        if (rts_.ticky) {
            ticky_file_.emplace(different(rts_.ticky->empty() ? job_.program + ".ticky" : *rts_.ticky));
            machine_.ticky().watch(machine_.heap().observers());
        }

        if (hp_file_) {
            profile_.emplace(machine_.heap(), rts_, [this] { return named_roots(); });
            hp_.emplace(hp_file_->stream(),
                        trav::HpHeader{.job = trav::hp_job(job_), .date = trav::ghc_date(seconds_)});
            hp_->sample({0});
            machine_.on_tick([this](Machine& m) {
                if (rts_.interval <= 0 || m.seconds() < last_ + rts_.interval || due_) return;
                due_ = true;
                m.request_collection();
            });
            machine_.on_collection([this](Machine& m) { census(m); });
        }
        if (log_file_) log_.emplace(log_file_->stream(), machine_, rts_, words_, seconds_);
        publish(among({&hp_file_, &log_file_}));
    }

    static std::vector<OutputFile*> among(std::initializer_list<std::optional<OutputFile>*> files) {
        std::vector<OutputFile*> there;
        for (auto* const file : files)
            if (*file) there.push_back(&**file);
        return there;
    }

    /// Opens the file. GHC continues without a file that it cannot write.
    void open(std::optional<OutputFile>& file, std::string const& path) const {
        try {
            file.emplace(path);
        } catch (std::runtime_error const&) {
            if (!rts_.ghc) throw;
            std::cerr << "Can't open profiling report file " << trav::one_line(path) << '\n';
        }
    }

    trav::ghc::NamedRoots named_roots() const {
        trav::ghc::NamedRoots roots;
        for (auto const& root : machine_.heap_roots())
            roots.emplace_back(root.name, machine_.heap().deref(root.object));
        return roots;
    }

    void census(Machine& m) {
        if (rts_.interval != 0 && !std::exchange(due_, false)) return;
        last_ = m.seconds();
        profile_->census(last_);
        if (retainer_report() && rts_.ghc)
            trav::write_retainer_pass(prof_file_->stream(), profile_->censuses() - 1, profile_->last_pass());
        write(profile_->take());
    }
    void write(std::vector<trav::ghc::HeapSample> const& samples) {
        for (auto const& sample : samples) hp_->sample(hp_sample(sample));
        if (log_) log_->samples(samples);
        for (auto* const file : among({&hp_file_, &log_file_})) file->flush();
    }

    void end() {
        if (profile_) {
            profile_->end();
            write(profile_->take());
            hp_->sample({machine_.seconds()});
        }
        if (log_) log_->end();
        if (prof_file_ && rts_.time_profile != TimeProfile::none) cost_report();
        if (profile_ && retainer_report())
            trav::write_retainer_sets(prof_file_->stream(), profile_->retainer_sets());
        if (ticky_file_) trav::ghc::write_ticky(ticky_file_->stream(), machine_.ticky(), trav::hp_job(job_));
        for (auto* const file : among({&hp_file_, &log_file_})) file->flush();
        publish(among({&prof_file_, &ticky_file_}), rts_.ghc ? "" : told());
    }

    void cost_report() {
        auto const micros =
            static_cast<std::uint64_t>(std::llround(machine_.clock().options().seconds_per_tick * 1e6));
        auto report =
            trav::ghc::prof_report(machine_.heap().cost_centres(), job_, trav::ghc_date(seconds_), micros);
        report.processors = static_cast<unsigned>(machine_.heap().capabilities());
        report.capabilities = static_cast<unsigned>(rts_.capabilities);
        std::ostream& out = prof_file_->stream();
        switch (rts_.time_profile) {
        case TimeProfile::json: return trav::write_prof_json(out, report, job_.program);
        case TimeProfile::all: return trav::write_prof(out, report, trav::ProfLevel::all);
        case TimeProfile::verbose: return trav::write_prof(out, report, trav::ProfLevel::verbose);
        default: return trav::write_prof(out, report);
        }
    }

    /// A summary of the run, which GHC does not print.
    std::string told() {
        std::string text;
        for (auto const* file : among({&hp_file_, &prof_file_, &log_file_, &ticky_file_}))
            text += (text.empty() ? "\nwrote " : ", ") + trav::one_line(file->path());
        if (!text.empty()) text += '\n';
        if (!profile_) return text;
        if (profile_->largest().times.empty())
            return text +
                   fmt::format("There was no census: the program took {:g} s, and one was due after {:g} "
                               "s; with -i0 there is one at every collection.\n",
                               machine_.seconds(), rts_.interval);
        return text +
               fmt::format("{} {}; the one with most bytes, at {:.6f} s:\n\n", profile_->censuses(),
                           profile_->censuses() == 1 ? "census" : "censuses",
                           profile_->largest().times.front()) +
               trav::text(profile_->largest());
    }

    std::vector<std::string> words_;
    Program const& program_;
    trav::ghc::RtsCommandLine line_;
    trav::ghc::RtsOptions const& rts_;
    Machine machine_;
    trav::Job job_;
    std::uint64_t seconds_;
    std::optional<trav::ghc::HeapProfile> profile_;
    std::optional<OutputFile> hp_file_, prof_file_, log_file_, ticky_file_;
    std::optional<trav::HpWriter> hp_;
    std::optional<GhcEventlog> log_;
    double last_ = 0;  // the time of the last census
    bool due_ = false;
};

}  // namespace

void run_ghc(std::vector<std::string> const& words, bool as_ghc) { GhcRun(words, as_ghc).run(); }

}  // namespace heapprof
