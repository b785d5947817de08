{-# OPTIONS_HADDOCK hide #-}
-- | Censuses over time.
module HeapRoots.Samples (When (..), withHeapSamples) where

import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.IORef
import Foreign hiding (void)
import Foreign.C.String (CString, peekCString)
import GHC.Clock (getMonotonicTime)
import qualified GHC.Foreign as Foreign
import qualified GHC.IO.Encoding as Encoding
import System.Environment (getProgName)

import HeapRoots.Census

-- | The times of samples, in addition to the first and the last.
data When
  = Every Double
    -- ^ At intervals of this many seconds.
  | AtMajorCollections
    -- ^ After each major collection of the program, but samples take no more than a tenth of the time. By
    -- default the runtime of @-threaded@ also collects when the program is idle (@-I0@ prevents this).
  deriving (Eq, Show)

-- | Runs an action and writes censuses to a file: at once, then according to 'When', and at the end. The file
-- is an eventlog if its name says so, otherwise a @.hp@ file. Throws if a census fails.
withHeapSamples :: FilePath -> When -> IO a -> IO a
withHeapSamples path when' act = do
  program <- getProgName
  bracket (open program) c_close $ \samples -> do
    me <- myThreadId
    let sample = void (censusWith me byRoot (add samples))
    sample
    going <- newMVar True  -- held during a sample
    withClock when' $ \wait -> do
      let sampler = do
            wait
            more <- withMVar going $ \more -> more <$ when more sample
            when more sampler
          start = forkIOWithUnmask $ \unmask ->
            unmask sampler `catch` \e -> throwTo me (e :: SomeException)
      result <- bracket start (const (swapMVar going False)) (const act)
      sample
      return result
  where
    system text use = Encoding.getFileSystemEncoding >>= \names -> Foreign.withCString names text use
    open program = system path $ \p -> system program $ \name -> orWhyNot (c_open p name)
    add samples c = do
      why <- peekCString =<< c_add samples c
      unless (null why) $ throwIO (HeapRootsError why)

-- Passes on an action that waits until the next sample is due. At the end it stops waiting.
withClock :: When -> (IO () -> IO a) -> IO a
withClock (Every seconds) use = use (sleep (max 0.001 seconds))
withClock AtMajorCollections use = do
  collected <- newEmptyMVar
  over <- newIORef False
  last' <- newIORef =<< getMonotonicTime
  let wait = do
        now <- getMonotonicTime  -- the end of the last sample
        began <- readIORef last'
        sleep (9 * (now - began))
        seen <- c_collections
        watch seen
        takeMVar collected
        getMonotonicTime >>= writeIORef last'
      -- the finalizer of a garbage object reports the next collection; a new one each time, so that none gets
      -- old
      watch seen = do
        garbage <- newIORef ()
        void $ mkWeakIORef garbage $ do
          done <- readIORef over
          n <- c_collections
          if done || n /= seen then void (tryPutMVar collected ()) else watch seen
  -- only a finalizer will fill it, so the runtime would consider the thread blocked forever
  bracket (newStablePtr collected) freeStablePtr $ \_ ->
    use wait `finally` (writeIORef over True >> tryPutMVar collected ())

sleep :: Double -> IO ()
sleep seconds = threadDelay (round (min 1000000 seconds * 1000000))

data HeapSamples

foreign import ccall unsafe "heap_roots_collections" c_collections :: IO Word32
foreign import ccall unsafe "heap_roots_open"
  c_open :: CString -> CString -> CString -> IO (Ptr HeapSamples)
foreign import ccall unsafe "heap_roots_add"     c_add     :: Ptr HeapSamples -> Ptr HeapCensus -> IO CString
foreign import ccall unsafe "heap_roots_close"   c_close   :: Ptr HeapSamples -> IO ()
