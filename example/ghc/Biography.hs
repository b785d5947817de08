{-# OPTIONS_GHC -O0 #-}
-- Functions for each biography: lag, use, drag, void. The Haskell version of biography.cpp.
module Main (main) where

import Control.Monad
import Data.IORef
import System.Mem (performMajorGC)

mkLag, mkUse, mkDrag, mkVoid :: Int -> [Int -> Int]
mkLag  n = go n where { go 0 = []; go i = let f x = x + i     ; r = go (i-1) in f `seq` r `seq` (f : r) }
mkUse  n = go n where { go 0 = []; go i = let f x = x + i + 1 ; r = go (i-1) in f `seq` r `seq` (f : r) }
mkDrag n = go n where { go 0 = []; go i = let f x = x + i + 2 ; r = go (i-1) in f `seq` r `seq` (f : r) }
mkVoid n = go n where { go 0 = []; go i = let f x = x + i + 3 ; r = go (i-1) in f `seq` r `seq` (f : r) }

callAll :: [Int -> Int] -> Int
callAll []       = 0
callAll (f : fs) = f 1 `seq` (1 + callAll fs)

main :: IO ()
main = do
  let l = mkLag 2000
      u = mkUse 2000
      d = mkDrag 2000
      v = mkVoid 2000
  keep <- newIORef v
  l `seq` u `seq` d `seq` v `seq` return ()
  performMajorGC
  print (callAll d)                       -- d: called only here, dragged until the end
  forM_ [1 .. 5 :: Int] $ \i -> do
    when (callAll u /= 2000) $ print i    -- u: called between any two censuses
    performMajorGC
  print (callAll l)                       -- l: first called here
  performMajorGC
  v' <- readIORef keep                    -- v: never called
  print (null d, null l, null u)          -- all kept alive until here
  performMajorGC
  writeIORef keep v'
  performMajorGC
