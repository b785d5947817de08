-- A program that serves `heapprof live`: it reads lines, and remembers for each word the lines that contain
-- it.
module Main (main) where

import Control.Exception (evaluate)
import Control.Monad (forM_, unless)
import Data.IORef
import qualified Data.Map.Strict as Map
import HeapRoots
import System.IO

main :: IO ()
main = do
  recent <- newIORef []
  index <- newIORef (Map.empty :: Map.Map String [String])
  serveHeapRoots $ withHeapRoots [RootOf "recent" (readIORef recent), RootOf "index" (readIORef index)] $ do
    let loop = isEOF >>= \end -> unless end $ do
          line <- getLine
          let found = words line
          _ <- evaluate (length line + sum (map length found))
          forM_ found $ \word -> modifyIORef' index (Map.insertWith (const (line :)) word [line])
          readIORef recent >>= \lines' -> writeIORef recent $! firstOf 100 (line : lines')
          putStrLn line >> hFlush stdout
          loop
    loop

-- The first elements, all of them evaluated.
firstOf :: Int -> [a] -> [a]
firstOf n list = let some = take n list in length some `seq` some
