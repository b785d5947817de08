-- The memory of a list of a million numbers, also as seen by the operating system.
module Main (main) where

import Control.Exception (evaluate)
import Control.Monad
import HeapRoots

main :: IO ()
main = do
  let numbers = [1001 .. 1001000] :: [Int]
  _ <- evaluate (length numbers)
  counted <- residency
  forM_ counted $ \(line, inBytes) -> putStrLn (line ++ replicate (12 - length line) ' ' ++ show inBytes)
  void (evaluate (sum numbers))
