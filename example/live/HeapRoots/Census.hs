{-# LANGUAGE ExistentialQuantification #-}
{-# OPTIONS_HADDOCK hide #-}
-- | Roots, and the memory that they hold; exported by "HeapRoots".
module HeapRoots.Census
  ( Root (..), setHeapRoots, withHeapRoots
  , heapCensus, Census (..), Bin (..), Amount (..)
  , total, reachable, exclusive, shared, freedIfDropped
  , closuresByType, retainerCensus, residency
  , HeapRootsError (..)
    -- * For other modules of this package
  , HeapCensus, By, byRoot, byType, byRetainer, censusBy, censusWith, orWhyNot, utf8
  ) where

import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.IORef
import Data.List (nub, sortOn)
import Data.Ord (Down (..))
import Foreign hiding (void)
import Foreign.C.String (CString, peekCString)
import Foreign.C.Types
import qualified GHC.Foreign as Foreign
import qualified System.IO as IO
import System.IO.Unsafe (unsafePerformIO)
import System.Mem.Weak (Weak, deRefWeak)

-- | A named value at which a census starts. Roots with the same name are one root.
data Root
  = forall a. Root String a            -- ^ Evaluated when it is set; kept alive until other roots are set.
  | forall a. WeakRoot String (Weak a) -- ^ Not kept alive; once it is gone, it holds nothing.
  | forall a. RootOf String (IO a)     -- ^ An action to run at each census, such as 'readIORef'.
  | RuntimeRoots String
    -- ^ Everything that keeps the program's heap alive: threads, stable pointers, weak pointers. These roots
    -- are not retainers by themselves, and they also reach the other roots as long as there are any. Programs
    -- with shared libraries cannot list them: there the census fails.

rootName :: Root -> String
rootName root = case root of
  Root name _       -> name
  WeakRoot name _   -> name
  RootOf name _     -> name
  RuntimeRoots name -> name

-- | The reason why there is no census.
newtype HeapRootsError = HeapRootsError String

instance Show HeapRootsError where
  show (HeapRootsError why) = "heap-roots: " ++ why

instance Exception HeapRootsError

-- The roots of each 'withHeapRoots' that runs, with its thread, the newest first. Those that were set outside
-- of it are last. Threads are text here, since a 'ThreadId' keeps its thread alive.
current :: IORef [(String, [Root])]
current = unsafePerformIO (newIORef [("", [])])
{-# NOINLINE current #-}

-- Splits them at those of a thread: its own newest ones, otherwise the newest of all.
splitAtThread :: String -> [(String, [Root])] -> ([(String, [Root])], [(String, [Root])])
splitAtThread thread sets = case break ((== thread) . fst) sets of
  (_, []) -> ([], sets)
  found   -> found

-- | Sets the roots of later censuses: inside of 'withHeapRoots' until it ends. If evaluating a root throws,
-- the roots do not change.
setHeapRoots :: [Root] -> IO ()
setHeapRoots some = do
  ready <- evaluated some
  thread <- show <$> myThreadId
  change $ \sets -> let (newer, rest) = splitAtThread thread sets
                    in newer ++ [(name, ready) | (name, _) <- take 1 rest] ++ drop 1 rest

-- | Runs an action with these roots. Other threads have them too, unless they run a 'withHeapRoots' of their
-- own or a newer one runs.
withHeapRoots :: [Root] -> IO a -> IO a
withHeapRoots some act = do
  ready <- evaluated some
  thread <- show <$> myThreadId
  let end sets = let (newer, rest) = splitAtThread thread sets in newer ++ drop 1 rest
  bracket_ (change ((thread, ready) :)) (change end) act

change :: ([(String, [Root])] -> [(String, [Root])]) -> IO ()
change f = atomicModifyIORef' current (\sets -> (f sets, ()))

evaluated :: [Root] -> IO [Root]
evaluated = mapM $ \root -> case root of
  Root name value -> Root name <$> evaluate value
  _               -> return root

-- | An amount of memory: bytes as GHC counts them, without the additional words for profiling.
data Amount = Amount { bytes :: !Int, objects :: !Int }
  deriving (Eq, Ord, Show)

instance Semigroup Amount where
  Amount b o <> Amount b' o' = Amount (b + b') (o + o')

instance Monoid Amount where
  mempty = Amount 0 0

-- | The objects that all of these roots reach, and no others.
data Bin = Bin { reachedBy :: [String], amount :: !Amount }
  deriving (Eq, Show)

-- | The result of a census. The bins add up to all objects that any root reaches; the largest bin comes
-- first.
data Census = Census
  { roots :: [String]  -- ^ their names
  , bins  :: [Bin]
  } deriving (Eq, Show)

-- | Collects garbage and counts the objects that the roots reach. Static closures, such as constants, are
-- part of the program and not counted. Meanwhile the program is stopped, on all its capabilities.
--
-- Throws 'HeapRootsError' if it cannot be done safely.
heapCensus :: IO Census
heapCensus = censusBy byRoot

-- | The same objects by type: a constructor's full name, or GHC's name of the closure type.
closuresByType :: IO [(String, Amount)]
closuresByType = map (\bin -> (concat (reachedBy bin), amount bin)) . bins <$> censusBy byType

-- | The same objects by the sets of their nearest holders: roots, and the retainers of GHC's retainer
-- profiler, such as thunks, threads and variables. Sets are exact, with any number of members. The name of a
-- retainer is the cost centre that allocated it in a program with profiling, otherwise its type.
retainerCensus :: IO [Bin]
retainerCensus = bins <$> censusBy byRetainer

-- | Collects garbage. Returns the bytes that are alive, the bytes of the blocks with surviving objects (the
-- difference is unused space in these blocks), the bytes of the megabytes that the runtime has (with free
-- blocks, the nursery, and room for the next copy), and the bytes of this process in memory as counted by the
-- operating system (including program and libraries).
residency :: IO [(String, Int)]
residency = withMVar lock $ \_ -> do
  c_collect
  counted <- allocaArray 4 $ \p -> c_residency p >> peekArray 4 p
  return (zip ["live", "blocks", "megablocks", "resident"] (map fromIntegral counted))

sumOf :: ([String] -> Bool) -> Census -> Amount
sumOf which = foldMap amount . filter (which . reachedBy) . bins

-- | The objects that the roots reach.
total :: Census -> Amount
total = sumOf (const True)

-- | The objects that a root reaches.
reachable :: String -> Census -> Amount
reachable name = sumOf (name `elem`)

-- | The objects that only this root reaches.
exclusive :: String -> Census -> Amount
exclusive name = freedIfDropped [name]

-- | The objects that both roots reach.
shared :: String -> String -> Census -> Amount
shared name other = sumOf (\set -> name `elem` set && other `elem` set)

-- | The objects that would be garbage without these roots, if nothing but the other roots holds them.
freedIfDropped :: [String] -> Census -> Amount
freedIfDropped names = sumOf (all (`elem` names))

-- The numbers in heap_roots.cpp.
type By = CInt

byRoot, byType, byRetainer :: By
byRoot = 0
byType = 1
byRetainer = 2

-- Held by one census at a time: two threads that stop the world would wait for each other.
lock :: MVar ()
lock = unsafePerformIO (newMVar ())
{-# NOINLINE lock #-}

-- For types and retainers, the bins have their names.
censusBy :: By -> IO Census
censusBy by = myThreadId >>= \thread -> uncurry Census <$> censusWith thread by contents

-- With the roots of a thread.
censusWith :: ThreadId -> By -> (Ptr HeapCensus -> IO a) -> IO ([String], a)
censusWith thread by use = do
  set <- concatMap snd . take 1 . snd . splitAtThread (show thread) <$> readIORef current
  values <- concat <$> mapM ask set
  withMVar lock $ \_ -> bracket (mapM pointer values) (mapM_ (free' . snd)) $ \pointers -> do
    c_collect
    found <- withMany utf8 (map fst pointers) $ \names ->
      withArrayLen names $ \_ nameArray ->
        withArrayLen (map snd pointers) $ \count pointerArray ->
          bracket (c_census by (fromIntegral count) pointerArray nameArray) c_free (checked use)
    return (nub (map rootName set), found)
  where free' p = unless (castStablePtrToPtr p == nullPtr) (freeStablePtr p)

-- The current value of a root; empty if it is gone.
ask :: Root -> IO [Root]
ask root = case root of
  WeakRoot name w  -> deRefWeak w >>= maybe (return []) (\value -> evaluated [Root name value])
  RootOf name make -> make >>= \value -> evaluated [Root name value]
  _                -> return [root]

-- In any locale.
utf8 :: String -> (CString -> IO a) -> IO a
utf8 = Foreign.withCString IO.utf8

fromUtf8 :: CString -> IO String
fromUtf8 = Foreign.peekCString IO.utf8

-- Null for the runtime's roots.
pointer :: Root -> IO (String, StablePtr ())
pointer root = case root of
  Root name value -> (,) name . castPtrToStablePtr . castStablePtrToPtr <$> newStablePtr value
  _               -> return (rootName root, castPtrToStablePtr nullPtr)

checked :: (Ptr HeapCensus -> IO a) -> Ptr HeapCensus -> IO a
checked use c
  | c == nullPtr = throwIO (HeapRootsError "there is no memory for a census")
  | otherwise = do
      why <- fromUtf8 =<< c_error c
      unless (null why) $ throwIO (HeapRootsError why)
      use c

-- Calls a function that needs a buffer for an error message; throws the message if it fails.
orWhyNot :: (CString -> IO (Ptr a)) -> IO (Ptr a)
orWhyNot make = allocaBytes 1000 $ \why -> do
  fillBytes why 0 1000
  made <- make why
  when (made == nullPtr) $ peekCString why >>= throwIO . HeapRootsError
  return made

contents :: Ptr HeapCensus -> IO [Bin]
contents c = do
  n <- c_lines c
  found <- forM (indices n) $ \i -> do
    m <- c_members c i
    members <- forM (indices m) $ \j -> fromUtf8 =<< c_member c i j
    b <- c_bytes c i
    o <- c_objects c i
    return (Bin members (Amount (fromIntegral b) (fromIntegral o)))
  return (sortOn (Down . amount) found)
  where indices n = [i | n > 0, i <- [0 .. n - 1]]

data HeapCensus

foreign import ccall safe "heap_roots_census"
  c_census :: By -> CSize -> Ptr (StablePtr ()) -> Ptr CString -> IO (Ptr HeapCensus)
foreign import ccall safe "heap_roots_collect" c_collect :: IO ()
foreign import ccall unsafe "heap_roots_residency" c_residency :: Ptr Word64 -> IO ()
foreign import ccall unsafe "heap_roots_error"   c_error   :: Ptr HeapCensus -> IO CString
foreign import ccall unsafe "heap_roots_lines"   c_lines   :: Ptr HeapCensus -> IO CSize
foreign import ccall unsafe "heap_roots_bytes"   c_bytes   :: Ptr HeapCensus -> CSize -> IO CSize
foreign import ccall unsafe "heap_roots_objects" c_objects :: Ptr HeapCensus -> CSize -> IO CSize
foreign import ccall unsafe "heap_roots_members" c_members :: Ptr HeapCensus -> CSize -> IO CSize
foreign import ccall unsafe "heap_roots_member"  c_member  :: Ptr HeapCensus -> CSize -> CSize -> IO CString
foreign import ccall unsafe "heap_roots_free"    c_free    :: Ptr HeapCensus -> IO ()
