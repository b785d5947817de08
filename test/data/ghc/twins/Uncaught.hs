module Main where
import Control.Concurrent
import Control.Exception
import System.IO.Unsafe
import System.Mem

loop :: Int -> Int
loop n = let x = x + n in x
{-# NOINLINE loop #-}

main :: IO ()
main = do
  v <- newEmptyMVar
  _ <- forkIO (evaluate (1 `div` (0 :: Int)) >>= putMVar v)
  yield
  threadDelay 1000
  _ <- forkIO (throwIO (userError "mine"))
  yield
  threadDelay 1000
  r <- try (evaluate (loop 1))
  case r of
    Left NonTermination -> putStrLn "caught <<loop>>"
    Right n -> print n
  r2 <- try (takeMVar v) :: IO (Either BlockedIndefinitelyOnMVar Int)
  print r2
  putStrLn "end"
