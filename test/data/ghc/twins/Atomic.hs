module Main where
import Data.IORef
import System.Mem
import System.IO.Unsafe
import System.Mem.StableName
import Control.Monad

main :: IO ()
main = do
  r <- newIORef (300 :: Int)
  forM_ [1 .. 10 :: Int] $ \i -> atomicModifyIORef r (\x -> (x + i, ()))
  performMajorGC
  v <- readIORef r
  print v
  xs <- forM [1 .. 7 :: Int] $ \i -> unsafeInterleaveIO (return $! i + 1000)
  ns <- forM xs makeStableName
  performMajorGC
  print (sum xs)
  print (length ns)
  performMajorGC
