{-# OPTIONS_HADDOCK hide #-}
-- | Censuses for who asks: @heapprof live@.
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

-- | Does something, and meanwhile answers @heapprof live@ with censuses of the roots that are set when it
-- asks. Only this user's programs can ask, at a socket in @XDG_RUNTIME_DIR@; where there can be none,
-- 'HeapRootsError' is thrown.
serveHeapRoots :: IO a -> IO a
serveHeapRoots act =
  bracket (orWhyNot c_listen) c_unlisten $ \listener ->
    bracket (forkIOWithUnmask (\unmask -> unmask (forever (next listener)))) killThread (const act)

-- Waits for somebody, and answers. Who leaves in the middle is of no interest.
next :: Ptr Listener -> IO ()
next listener = do
  threadWaitRead (Fd (c_listens listener))
  fd <- c_accept listener
  if fd < 0
    then threadDelay 10000  -- whoever it was, not to be tried again in vain at once
    else bracket (opened fd) hClose answer `catch` \e -> const (return ()) (e :: IOException)
  where
    opened number = do
      caller <- fdToHandle' number (Just Device.Stream) True "heapprof" ReadWriteMode False
      hSetEncoding caller IO.utf8
      return caller

-- A line with a question, and a line of JSON for an answer.
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

-- What hinders the census, a root that throws for instance, is an answer, too.
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
