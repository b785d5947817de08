-- What a list of a million numbers takes, and what the operating system counts.
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
