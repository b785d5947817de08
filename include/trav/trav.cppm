// trav/trav.cppm: trav.hpp as a C++20 module. Macros such as TRAV_VERSION are in trav/version.hpp.
//
//     clang++-19 -std=c++20 -Iinclude --precompile include/trav/trav.cppm -o trav.pcm
//     clang++-19 -std=c++20 -fmodule-file=trav=trav.pcm main.cpp trav.pcm       # main.cpp: import trav;
module;

#include "trav.hpp"

export module trav;

export namespace trav {

// graph/
using trav::as;
using trav::AtOnceGraph;
using trav::BadCsr;
using trav::Buffer;
using trav::checked;
using trav::ChildrenOf;
using trav::Csr;
using trav::CsrDefect;
using trav::Described;
using trav::EdgeKind;
using trav::EdgeKinds;
using trav::EdgeStep;
using trav::EnumeratedGraph;
using trav::Extends;
using trav::edge_name;
using trav::filter_edges;
using trav::FilteredEdges;
using trav::FilteredNamedEdges;
using trav::From;
using trav::Graph;
using trav::graph;
using trav::HeapGraph;
using trav::IndexedGraph;
using trav::IndexRange;
using trav::IsDescribed;
using trav::Members;
using trav::HasOwners;
using trav::MemoryOrdered;
using trav::NamedEdge;
using trav::NamesEdges;
using trav::node_t;
using trav::null;
using trav::Object;
using trav::object;
using trav::Objects;
#ifdef __cpp_impl_reflection
using trav::ClassesOf;
#endif
using trav::owned_blocks;
using trav::owned_bytes;
using trav::Registered;
using trav::resolve;
using trav::reverse;
using trav::Reversed;
using trav::roots;
using trav::RowBlock;
using trav::Rows;
using trav::scan;
using trav::ScansBack;
using trav::Sized;
using trav::sized;
using trav::Type;
using trav::type_of;
using trav::Via;

// text/
using trav::joined;
using trav::one_line;

// policy/
using trav::fuse;
using trav::Fused;
using trav::FusedVoid;
using trav::go;
using trav::here;
using trav::here_t;
using trav::inherited_t;
using trav::Leaves;
using trav::node_data_t;
using trav::parent_t;
using trav::Policy;
using trav::returned_t;
using trav::split_t;
using trav::SplitPolicy;
using trav::Splits;
using trav::Visits;
using trav::VisitsOnce;

// store/
using trav::AsIndex;
using trav::ConcurrentStore;
using trav::DefaultStore;
using trav::Dense;
using trav::GraphIndex;
using trav::Hashed;
using trav::HashOf;
using trav::HasWord;
using trav::HeaderWord;
using trav::IndexFor;
using trav::InNode;
using trav::NodeStore;
using trav::Slot;
using trav::SpreadHash;
using trav::Touched;

// strategy/
using trav::BreadthFirst;
using trav::Counted;
using trav::DepthFirst;
using trav::FrontierOf;
using trav::MarkStack;
using trav::MemorySweep;
using trav::OpenAgain;
using trav::PointerReversal;
using trav::Prefetch;
using trav::ReversibleGraph;
using trav::Statistics;
using trav::Strategy;
using trav::walker_t;
using trav::WalkerOf;
using trav::Worklist;

// traverse_heap.hpp
using trav::Outcome;
using trav::traversal;
using trav::traverse;
using trav::TraverseHeap;

// flow/
using trav::Flow;
using trav::Numbered;
using trav::Place;
using trav::Reach;
using trav::Revisit;
using trav::solve;
using trav::solve_by_numbering;
using trav::solve_by_revisiting;
using trav::Solved;
using trav::SolvesFlows;
using trav::Source;
using trav::TooManyObjects;

// profile/
using trav::AlongOwnEdges;
using trav::Amount;
using trav::AnyBreakdown;
using trav::AsText;
using trav::Band;
using trav::BandIdentity;
using trav::BasicInternedSets;
using trav::BasicSetsBelow;
using trav::BeginsSamples;
using trav::Biography;
using trav::Breakdown;
using trav::By;
using trav::by;
using trav::by_retainer;
using trav::by_type;
using trav::dominators;
using trav::DominatorsOf;
using trav::DominatorTree;
using trav::FlowBreakdown;
using trav::FollowsDeaths;
using trav::HasStoredFlow;
using trav::having;
using trav::in_order;
using trav::InternedSets;
using trav::LifeBreakdown;
using trav::name;
using trav::Named;
using trav::NotProfiled;
using trav::numbered;
using trav::observe;
using trav::Observed;
using trav::OtherRoots;
using trav::Phase;
using trav::Phases;
using trav::PlacesView;
using trav::PolicyBreakdown;
using trav::Profile;
using trav::Profiler;
using trav::Restriction;
using trav::retained_by_band;
using trav::RetainedByBand;
using trav::Retainers;
using trav::Retainment;
using trav::NamedRoot;
using trav::RootNames;
using trav::RootSets;
using trav::series;
using trav::set_text;
using trav::SetsBelow;
using trav::SetTable;
using trav::Shares;
using trav::Siblings;
using trav::StoredFlow;
using trav::Table;
using trav::unseen;

// path/
using trav::Path;
using trav::path;
using trav::path_tree;
using trav::paths;
using trav::PathStep;
using trav::PathTree;
using trav::print;
using trav::ShortestPaths;
using trav::text;

// check/
using trav::Exclusive;
using trav::exclusive;
using trav::from;
using trav::in;
using trav::no_growth;
using trav::none_of_type;
using trav::retained_by;
using trav::Scope;
using trav::unreachable;
namespace literals {
using trav::literals::operator""_KiB;
using trav::literals::operator""_MiB;
using trav::literals::operator""_GiB;
}  // namespace literals

// report/
using trav::grouped;
using trav::hp_file;
using trav::hp_label;
using trav::hp_profile;
using trav::hp_sample;
using trav::hp_word;
using trav::HpBand;
using trav::HpFile;
using trav::HpHeader;
using trav::HpSample;
using trav::HpWriter;
using trav::humanised;
using trav::humanised_growth;
using trav::percent;
using trav::TextOptions;
using trav::TextTable;
using trav::write_hp;

}  // namespace trav
