-- Three threads wait for a thunk that a fourth evaluates.
module Main where
import Control.Concurrent
import Control.Exception
import Control.Monad
import System.IO.Unsafe
import System.Mem

main :: IO ()
main = do
  v <- newEmptyMVar
  let x = unsafeDupablePerformIO (takeMVar v) + (1 :: Int)
  {-# SCC "owner" #-} void (forkIO (void (evaluate x)))
  yield
  replicateM_ 3 ({-# SCC "reader" #-} void (forkIO (void (evaluate x))))
  yield
  yield
  performMajorGC
  putMVar v 5
  yield
  yield
  print x
  performMajorGC
