-- Weak pointers made before a collection that they survive.
module Main where
import Control.Concurrent
import Control.Monad
import Data.IORef
import System.Mem
import System.Environment
import System.Mem.Weak

make :: IORef [Int] -> [Int] -> IO [IORef Int]
make r is = forM is $ \i -> do
  k <- newIORef i
  _ <- mkWeakIORef k (modifyIORef' r (i :))
  return k

main :: IO ()
main = do
  [n] <- map read <$> getArgs
  r <- newIORef []
  keys <- make r [1 .. 4]
  replicateM_ n performMajorGC
  more <- make r [5 .. 8]
  a <- sum <$> mapM readIORef (keys ++ more)
  performMajorGC
  yield
  threadDelay 1000
  readIORef r >>= print . reverse
  print a
