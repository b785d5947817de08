-- |
-- Measures how much of the heap each part of a program's state holds, and how much the parts share.
--
-- > import HeapRoots
-- >
-- > main = withHeapRoots [Root "users" (users state), Root "index" (index state)] $ do
-- >   census <- heapCensus
-- >   putStr (table census)
--
-- A root is a value with a name. A census counts every object of the heap that the roots reach once, in the
-- bin of all the roots that reach it.
module HeapRoots
  ( -- * Roots
    Root (..), setHeapRoots, withHeapRoots
    -- * The census
  , heapCensus, Census (..), Bin (..), Amount (..)
  , total, reachable, exclusive, shared, freedIfDropped
    -- * Other breakdowns
  , closuresByType, retainerCensus
    -- * Memory use as seen by the operating system
  , residency
    -- * Text output
  , table, Format (..), contentType, report
    -- * Over time
  , When (..), withHeapSamples
    -- * Serving heapprof
  , serveHeapRoots
    -- * Errors
  , HeapRootsError (..)
  ) where

import HeapRoots.Census
import HeapRoots.Report
import HeapRoots.Samples
import HeapRoots.Serve
