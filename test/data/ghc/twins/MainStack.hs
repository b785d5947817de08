module Main where
import System.Mem (performMajorGC)
sum' :: [Int] -> Int
sum' [] = 0
sum' (x : xs) = x + sum' xs
main :: IO ()
main = do
  print (sum' [1 .. 20000])
  performMajorGC
