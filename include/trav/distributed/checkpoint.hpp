// trav/distributed/checkpoint.hpp: checkpoints for ranks: a job that was killed continues from its checkpoint
// when it is started again. POSIX only.
//
//     trav::distributed::Mpi mpi;
//     trav::distributed::Checkpointed comm(mpi, "folder", 60, "root sets of heap.csr");  // 60 seconds
//     trav::distributed::SharedGraph const heap(comm, part);
//     auto const found = trav::solve(heap, sources, flow);                               // or a Profiler
//     ... write the answer ...
//     comm.remove();
//
// Each rank has one file per flow in the folder. It replaces the file before an exchange if the given time
// has passed since it last did so, or since the flow began. The file holds only the values of the rank's
// objects. A flow that continues treats them as additional sources and sends them again. Values only grow, so
// the result is the same, however old each file is: if a rank has no file, because its machine is gone, or
// has an incomplete file, that costs time but does not change the result.
//
// A file is refused with BadCheckpoint if it is of another job, graph or number of ranks, or of other parts,
// sources or cuts. The text that names the job must include everything else that the result depends on: how
// flows join and change values. A job must solve the same flows in the same order each time.
//
// The files take as much space as the values take in memory; the elements of each set are written once per
// file. To compare graphs, each flow reads the part once more.
#pragma once

#include "detail/saved_values.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace trav::distributed {

/// Thrown if a checkpoint is of another job, graph or number of ranks: "trav: FILE: ...".
struct BadCheckpoint : std::runtime_error {
    using std::runtime_error::runtime_error;
};

namespace detail {

/// The checkpoint of one flow at one rank.
template <class F>
class FlowCheckpoint {
    using Clock = std::chrono::steady_clock;

  public:
    /// If `file` is empty, nothing is saved. `restored` counts flows that begin with saved values.
    FlowCheckpoint(std::string file, SavedHeader const& header, double seconds, F& flow,
                   std::uint64_t& restored)
        : file_(std::move(file)), header_(header), seconds_(seconds), flow_(flow), restored_(restored) {
        if (!file_.empty()) last_ = Clock::now();
    }

    /// Calls found(node, value) for each saved value. Throws BadCheckpoint, BadFile.
    void restore(auto const& found) {
        std::error_code none;
        if (file_.empty() || !std::filesystem::exists(file_, none)) return;
        SavedValues const saved(file_);
        if (saved.header() == nullptr) return;
        check(*saved.header());
        try {
            saved.each(flow_, found);
        } catch (BadMessage const&) { refuse("another program"); }
        ++restored_;
    }
    /// Saves the results of values.find(n) if it is time to. Throws BadFile.
    void save(auto const& values) {
        if (file_.empty()) return;
        if (std::chrono::duration<double>(Clock::now() - last_).count() < seconds_) return;
        save_values(file_, header_, flow_, values);
        last_ = Clock::now();
    }

  private:
    [[noreturn]] void refuse(std::string const& other) const {
        throw BadCheckpoint("trav: " + trav::one_line(file_) + ": a checkpoint of " + other +
                            ": remove it, or name another folder");
    }
    void check(SavedHeader const& found) const {
        if (found.magic != header_.magic) refuse("another version");
        if (found.ranks != header_.ranks)
            refuse(std::to_string(found.ranks) + " ranks, not " + std::to_string(header_.ranks));
        if (found.job != header_.job) refuse("another job");
        if (found != header_) refuse("another graph");
    }

    std::string file_;
    SavedHeader header_;
    double seconds_;
    F& flow_;
    std::uint64_t& restored_;
    Clock::time_point last_{};
};

}  // namespace detail

/// A Communicator among the same ranks; solve() and Profiler save their values with it.
template <Communicator Comm>
class Checkpointed {
  public:
    /// Creates the folder; throws BadFile. If `seconds` is 0, ranks save before each exchange. If `folder` is
    /// empty, they never save, and nothing is read.
    Checkpointed(Comm& comm, std::string folder, double seconds, std::string_view job)
        : comm_(comm), folder_(std::move(folder)), seconds_(seconds), job_(detail::hash_of(job)) {
        std::error_code error;
        if (!folder_.empty()) std::filesystem::create_directories(folder_, error);
        if (error) throw BadFile(folder_, error.message());
    }

    std::size_t rank() const { return comm_.rank(); }
    std::size_t size() const { return comm_.size(); }
    Messages exchange(Messages messages) { return comm_.exchange(std::move(messages)); }
    std::uint64_t sum(std::uint64_t n) { return comm_.sum(n); }

    /// The checkpoint of the next flow. Called by solve(), in all ranks.
    template <Part P, class F>
    detail::FlowCheckpoint<F> checkpoint(P const& part, auto const& sources, F& flow) {
        detail::SavedHeader header;
        if (!folder_.empty()) {
            header.ranks = size();
            header.first = part.first(), header.count = part.count();
            header.job = job_, header.graph = sum(detail::hash_of(part, sources, flow));
        }
        return {file(flows_++), header, seconds_, flow, restored_};
    }
    /// The number of flows that this rank has begun with saved values.
    std::uint64_t restored() const { return restored_; }
    /// Removes the files of this rank. To be called once the result is safe.
    void remove() {
        std::error_code none;
        for (; flows_ != 0; --flows_) std::filesystem::remove(file(flows_ - 1), none);
    }

  private:
    std::string file(std::uint64_t flow) const {
        if (folder_.empty()) return {};
        return folder_ + "/flow-" + std::to_string(flow) + ".rank-" + std::to_string(rank());
    }

    Comm& comm_;
    std::string folder_;
    double seconds_;
    std::uint64_t job_, flows_ = 0, restored_ = 0;
};

}  // namespace trav::distributed
