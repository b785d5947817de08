-- Heaps for the censuses of census.cpp: Heaps NAME.
module Main (main) where

import Control.Exception (evaluate)
import Data.Bits (shiftR, xor, (.&.))
import Data.IORef
import Data.List (foldl')
import qualified Data.Map.Strict as Map
import Foreign.C
import Foreign.StablePtr
import System.Environment (getArgs)
import System.Exit

foreign import ccall safe "bench_census" benchCensus :: CString -> StablePtr () -> IO ()

data Tree = Leaf | Tree !Int Tree Tree

tree :: Int -> Int -> Tree
tree 0 _ = Leaf
tree depth n = let l = tree (depth - 1) (2 * n); r = tree (depth - 1) (2 * n + 1) in l `seq` r `seq` Tree n l r

sizeOf :: Tree -> Int
sizeOf Leaf = 0
sizeOf (Tree n l r) = min 1 n + sizeOf l + sizeOf r

entries :: Int -> [(Int, Int)]
entries n = [(i + 1000, i + 2000) | i <- [1 .. n]]

scrambled :: Int -> Int
scrambled i = ((i * 0x9E3779B97F4A7C1) `xor` (i `shiftR` 7)) .&. 0x3FFFFFFFFFFF

-- All its closures are in the heap; all except the thunks are evaluated.
heap :: String -> IO (StablePtr ())
heap name = case name of
  "map" -> keep (Map.fromDistinctAscList (entries 2000000)) Map.size
  "random map" -> keep (foldl' (\m (k, v) -> Map.insert (scrambled k) v m) Map.empty (entries 2000000)) (sum . Map.elems)
  "tree" -> keep (tree 22 1000) sizeOf
  "thunks" -> keep [thunk n | n <- [1001 .. 2001000]] length
  "eight retainers" -> do
    shared <- evaluate (Map.fromDistinctAscList (entries 1050000))
    _ <- evaluate (sum shared)
    retainers <- sequence [ {-# SCC a #-} newIORef shared, {-# SCC b #-} newIORef shared, {-# SCC c #-} newIORef shared
                          , {-# SCC d #-} newIORef shared, {-# SCC e #-} newIORef shared, {-# SCC f #-} newIORef shared
                          , {-# SCC g #-} newIORef shared, {-# SCC h #-} newIORef shared ]
    keep retainers length
  _ -> die ("no heap is called " ++ name)
  where
    keep value size = evaluate (size value) >> castPtrToStablePtr . castStablePtrToPtr <$> newStablePtr value

thunk :: Int -> Int
thunk n = n * n + 1
{-# NOINLINE thunk #-}

main :: IO ()
main = do
  [name] <- getArgs
  kept <- heap name
  withCString name (`benchCensus` kept)
  freeStablePtr kept
