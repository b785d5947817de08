module Main where
import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.IORef
import System.IO.Unsafe

main :: IO ()
main = do
  v <- newEmptyMVar
  r <- newIORef []
  let x = unsafeDupablePerformIO (takeMVar v) + (1 :: Int)
  void (forkIO (void (evaluate x) >> modifyIORef r (0 :)))
  yield
  forM_ [1 .. 3 :: Int] $ \i -> forkIO (void (evaluate x) >> modifyIORef r (i :))
  yield
  yield
  putMVar v 5
  yield
  yield
  readIORef r >>= print . reverse
