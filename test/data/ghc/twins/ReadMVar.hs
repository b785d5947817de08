-- readMVar comes before takeMVar; one putMVar serves both readers and the first taker.
module Main where
import Control.Concurrent
import Control.Monad
import Data.IORef

main :: IO ()
main = do
  box <- newEmptyMVar
  l <- newIORef (0 :: Int)
  let keeps = readMVar box >>= \x -> modifyIORef' l (\n -> 10 * n + x)
      takes = takeMVar box >>= \x -> modifyIORef' l (\n -> 10 * n + x + 1)
  replicateM_ 2 (forkIO takes)
  replicateM_ 2 (forkIO keeps)
  yield
  putMVar box 1
  yield
  readIORef l >>= print
  putMVar box 3
  yield
  readIORef l >>= print
