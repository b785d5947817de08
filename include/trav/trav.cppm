// trav/trav.cppm: trav.hpp as a module of C++20. Macros, such as TRAV_VERSION, are trav/version.hpp's.
//
//     clang++-19 -std=c++20 -Iinclude --precompile include/trav/trav.cppm -o trav.pcm
//     clang++-19 -std=c++20 -fmodule-file=trav=trav.pcm main.cpp trav.pcm       # main.cpp: import trav;
module;

#include "trav.hpp"

export module trav;

export namespace trav {

// graph/
using trav::AtOnceGraph;
using trav::ChildrenOf;
using trav::Csr;
using trav::CsrDefect;
using trav::MemoryOrdered;
using trav::filter_edges;
using trav::FilteredEdges;
using trav::From;
using trav::Graph;
using trav::graph;
using trav::HeapGraph;
using trav::EnumeratedGraph;
using trav::IndexedGraph;
using trav::node_t;
using trav::null;
using trav::resolve;
using trav::reverse;
using trav::Reversed;
using trav::scan;
using trav::ScansBack;
using trav::Sized;
using trav::sized;
using trav::Via;

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
using trav::Prefetch;
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
using trav::PostOrder;
using trav::Revisit;
using trav::solve;
using trav::solve_by_condensing;
using trav::solve_by_revisiting;
using trav::solve_by_numbering;
using trav::solve_by_sweeping;
using trav::Solved;
using trav::Source;
using trav::Swept;

}  // namespace trav
