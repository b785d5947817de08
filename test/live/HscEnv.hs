-- A session of GHC's API that checks the types of a program, and a census of its state: three roots (hsc,
-- eps, fc) as in GHC's root profiler, and nine.
--
--     HscEnv FOLDER MODULES... [compare PREFIX CAP]
module Main (main) where

import Control.Monad (unless, void)
import Control.Monad.IO.Class (liftIO)
import Data.IORef
import Foreign.C
import GHC
import GHC.Driver.Session
import GHC.Driver.Types
import System.Environment (getArgs, getProgName)
import System.Exit

import HeapRoots

foreign import ccall safe "compare_retainers" compareRetainers :: CString -> CSize -> IO CInt

main :: IO ()
main = do
  arguments <- getArgs
  let (folder : modules, comparison) = break (== "compare") arguments
  runGhc (Just LIBDIR) $ do
    flags <- getSessionDynFlags
    (mine, _, _) <- parseDynamicFlags flags (map noLoc ["-XHaskell2010", "-w"])
    void $ setSessionDynFlags mine { hscTarget = HscNothing, ghcLink = NoLink, importPaths = [folder], verbosity = 0 }
    targets <- mapM (`guessTarget` Nothing) modules
    setTargets targets
    done <- load LoadAllTargets
    unless (succeeded done) $ liftIO (exitWith (ExitFailure 3))
    env <- getSession
    liftIO $ do
      eps' <- readIORef (hsc_EPS env)
      fc' <- readIORef (hsc_FC env)
      withHeapRoots [Root "hsc" env, Root "eps" eps', Root "fc" fc'] $ heapCensus >>= putStrLn . table
      withHeapRoots [ Root "hsc" env, Root "dflags" (hsc_dflags env), Root "mod_graph" (hsc_mod_graph env)
                    , Root "ic" (hsc_IC env), Root "hpt" (hsc_HPT env), Root "eps" eps'
                    , RootOf "nc" (readIORef (hsc_NC env)), Root "fc" fc', RuntimeRoots "program" ] $
        heapCensus >>= putStrLn . table
      case comparison of
        [_, prefix, cap] -> do
          status <- withCString prefix $ \file -> compareRetainers file (read cap)
          unless (status == 0) exitFailure
        _ -> return ()
