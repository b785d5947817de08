{-# OPTIONS_HADDOCK hide #-}
-- | Censuses on request: @heapprof live@.
module HeapRoots.Serve (serveHeapRoots) where

import Control.Concurrent
import Control.Exception
import Control.Monad
import Foreign hiding (void)
import Foreign.C.String (CString)
import Foreign.C.Types
import qualified GHC.IO.Device as Device
import GHC.IO.Handle.FD (fdToHandle')
import System.IO hiding (utf8)
import qualified System.IO as IO
import System.Posix.Types (Fd (..))
import System.Timeout (timeout)

import HeapRoots.Census
import HeapRoots.Report

-- | Runs an action and meanwhile serves @heapprof live@ with censuses of the current roots. Only this user's
-- programs can connect, to a socket in @XDG_RUNTIME_DIR@. Throws 'HeapRootsError' if the socket cannot be
-- created.
serveHeapRoots :: IO a -> IO a
serveHeapRoots act =
  bracket (orWhyNot c_listen) c_unlisten $ \listener ->
    bracket (forkIOWithUnmask (\unmask -> unmask (forever (next listener)))) killThread (const act)

-- Waits for a client and answers. Ignores clients that disconnect early.
next :: Ptr Listener -> IO ()
next listener = do
  threadWaitRead (Fd (c_listens listener))
  fd <- c_accept listener
  if fd < 0
    then threadDelay 10000  -- whatever the reason, does not retry at once
    else bracket (opened fd) hClose answer `catch` \e -> const (return ()) (e :: IOException)
  where
    opened number = do
      caller <- fdToHandle' number (Just Device.Stream) True "heapprof" ReadWriteMode False
      hSetEncoding caller IO.utf8
      return caller

-- Reads a line with a request; answers with a line of JSON.
answer :: Handle -> IO ()
answer caller = do
  question <- briefly (line 100)
  forM_ question $ \asked -> do
    text <- textOf asked
    void (briefly (hPutStr caller text >> hFlush caller))
  where
    briefly = timeout 10000000
    line :: Int -> IO String
    line most = do
      char <- hGetChar caller
      if char == '\n' || most == 0 then return "" else (char :) <$> line (most - 1)

-- An error of the census, such as a root that throws, is also an answer.
textOf :: String -> IO String
textOf question = (census >>= \text -> evaluate (length text) >> return text) `catch` \e ->
  case fromException e of
    Just (SomeAsyncException _) -> throwIO e
    Nothing                     -> return (refusal (show e))
  where
    census = case lookup question [("by root", byRoot), ("by type", byType), ("by retainer", byRetainer)] of
      Just by -> report Json <$> censusBy by
      Nothing -> return (refusal ("this version is not asked '" ++ question ++ "'"))

data Listener

foreign import ccall unsafe "heap_roots_listen"   c_listen   :: CString -> IO (Ptr Listener)
foreign import ccall unsafe "heap_roots_listens"  c_listens  :: Ptr Listener -> CInt
foreign import ccall unsafe "heap_roots_accept"   c_accept   :: Ptr Listener -> IO CInt
foreign import ccall unsafe "heap_roots_unlisten" c_unlisten :: Ptr Listener -> IO ()
