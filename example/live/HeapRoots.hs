{-# LANGUAGE ExistentialQuantification #-}
-- |
-- How much of the heap each part of a program's state holds, and what the parts share.
--
-- > import HeapRoots
-- >
-- > main = withHeapRoots [Root "users" (users state), Root "index" (index state)] $ do
-- >   census <- heapCensus
-- >   putStr (table census)
--
-- A root is a value with a name. A census counts every object of the heap that the roots reach, once, in the
-- bin of all the roots that reach it.
module HeapRoots
  ( -- * Roots
    Root (..), setHeapRoots, withHeapRoots
    -- * The census
  , heapCensus, Census (..), Bin (..), Amount (..)
  , total, reachable, exclusive, shared, freedIfDropped, table
    -- * By other things
  , closuresByType, retainerCensus
    -- * Over time
  , withHeapSamples
    -- * When there is none
  , HeapRootsError (..)
  ) where

import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.IORef
import Data.List (intercalate, nub, sortOn, transpose)
import Data.Ord (Down (..))
import Foreign hiding (void)
import Foreign.C.String
import Foreign.C.Types
import System.Environment (getProgName)
import System.IO.Unsafe (unsafePerformIO)
import System.Mem (performMajorGC)
import System.Mem.Weak (Weak, deRefWeak)

-- | A value that a census begins at, and its name. Roots of one name are one root.
data Root
  = forall a. Root String a            -- ^ It is evaluated when it is set, and kept alive until others are.
  | forall a. WeakRoot String (Weak a) -- ^ It is not kept alive; once it is gone, it holds nothing.
  | forall a. RootOf String (IO a)     -- ^ It is asked for at each census, such as the field of an 'IORef'.

rootName :: Root -> String
rootName root = case root of
  Root name _     -> name
  WeakRoot name _ -> name
  RootOf name _   -> name

-- | There is no census, and why.
newtype HeapRootsError = HeapRootsError String

instance Show HeapRootsError where
  show (HeapRootsError why) = "heap-roots: " ++ why

instance Exception HeapRootsError

current :: IORef [Root]
current = unsafePerformIO (newIORef [])
{-# NOINLINE current #-}

-- | Sets the roots of the censuses to come. If evaluating one throws, nothing has changed.
setHeapRoots :: [Root] -> IO ()
setHeapRoots some = evaluated some >>= atomicWriteIORef current

-- | Does something with these roots, then sets those from before.
withHeapRoots :: [Root] -> IO a -> IO a
withHeapRoots some act = do
  ready <- evaluated some
  bracket (atomicModifyIORef' current ((,) ready)) (atomicWriteIORef current) (const act)

evaluated :: [Root] -> IO [Root]
evaluated = mapM $ \root -> case root of
  Root name value -> Root name <$> evaluate value
  _               -> return root

-- | Memory: bytes as GHC counts them, without what profiling adds to each object.
data Amount = Amount { bytes :: !Int, objects :: !Int }
  deriving (Eq, Ord, Show)

instance Semigroup Amount where
  Amount b o <> Amount b' o' = Amount (b + b') (o + o')

instance Monoid Amount where
  mempty = Amount 0 0

-- | What these roots reach, all of them, and no other.
data Bin = Bin { reachedBy :: [String], amount :: !Amount }
  deriving (Eq, Show)

-- | What the roots held. The bins add up to all that any of them reaches; the largest comes first.
data Census = Census
  { roots :: [String]  -- ^ their names
  , bins  :: [Bin]
  } deriving (Eq, Show)

-- | Collects garbage and counts what the roots reach. Static closures, such as constants, are part of the
-- program and not counted. The program stands still meanwhile, on all its capabilities.
--
-- Throws 'HeapRootsError' where that cannot be done safely.
heapCensus :: IO Census
heapCensus = do
  (names, found) <- census byRoot
  return (Census names [Bin members held | (members, held) <- found])

-- | The same objects by their types: a constructor's full name, or GHC's name of the closure type.
closuresByType :: IO [(String, Amount)]
closuresByType = do
  (_, found) <- census byType
  return [(concat name, held) | (name, held) <- found]

-- | The same objects by the nearest things that hold them, each set of those a bin: roots, and what GHC's
-- retainer profiler takes for a retainer, such as thunks, threads and variables. Sets are exact, and of any
-- size. Retainers are called by the cost centre that made them in a program with profiling, otherwise by
-- their types.
retainerCensus :: IO [Bin]
retainerCensus = do
  (_, found) <- census byRetainer
  return [Bin members held | (members, held) <- found]

-- | Does something, and meanwhile writes a census to a file: at once, every so many seconds, and at the end.
-- An eventlog if it is called so, otherwise a @.hp@ file. What hinders a census is thrown.
withHeapSamples :: FilePath -> Double -> IO a -> IO a
withHeapSamples path seconds act = do
  program <- getProgName
  bracket (open program) c_close $ \samples -> do
    let sample = void (censusWith byRoot (add samples))
    sample
    me <- myThreadId
    going <- newMVar True  -- taken while a sample is
    let sampler = do
          threadDelay (max 1000 (round (seconds * 1000000)))
          more <- withMVar going $ \more -> more <$ when more sample
          when more sampler
        start = forkIOWithUnmask $ \unmask ->
          unmask sampler `catch` \e -> throwTo me (e :: SomeException)
    result <- bracket start (const (swapMVar going False)) (const act)
    sample
    return result
  where
    open program = withCString path $ \p -> withCString program $ \name -> allocaBytes 1000 $ \why -> do
      fillBytes why 0 1000
      samples <- c_open p name why
      when (samples == nullPtr) $ peekCString why >>= throwIO . HeapRootsError
      return samples
    add samples c = do
      why <- peekCString =<< c_add samples c
      unless (null why) $ throwIO (HeapRootsError why)

sumOf :: ([String] -> Bool) -> Census -> Amount
sumOf which = foldMap amount . filter (which . reachedBy) . bins

-- | All that the roots reach.
total :: Census -> Amount
total = sumOf (const True)

-- | What a root reaches.
reachable :: String -> Census -> Amount
reachable name = sumOf (name `elem`)

-- | What a root reaches and no other does.
exclusive :: String -> Census -> Amount
exclusive name = freedIfDropped [name]

-- | What both reach.
shared :: String -> String -> Census -> Amount
shared name other = sumOf (\set -> name `elem` set && other `elem` set)

-- | What would be garbage without these roots, if nothing but the other roots holds it.
freedIfDropped :: [String] -> Census -> Amount
freedIfDropped names = sumOf (all (`elem` names))

-- | The census for people: what each root reaches, what only that root does, and the bins.
table :: Census -> String
table c = columns (header : map row (roots c) ++ [["total", show (bytes (total c)), "", ""]])
       ++ "\n" ++ columns (["reached by", "bytes", "objects"] : map bin (bins c))
  where
    header = ["root", "bytes", "only here", "shared"]
    row name = name : map (show . bytes) [r, e, r'] where
      r = reachable name c
      e = exclusive name c
      r' = Amount (bytes r - bytes e) 0
    bin (Bin set a) = [intercalate "," set, show (bytes a), show (objects a)]

-- The first column to the left, the others to the right.
columns :: [[String]] -> String
columns lines' = unlines (map (trim . concat) (transpose padded))
  where
    padded = zipWith pad [0 :: Int ..] (transpose lines')
    pad i cells = [if i == 0 then cell ++ blanks else "  " ++ blanks ++ cell
                  | cell <- cells, let blanks = replicate (maximum (map length cells) - length cell) ' ']
    trim = reverse . dropWhile (== ' ') . reverse

-- The numbers that heap_roots.cpp knows.
byRoot, byType, byRetainer :: CInt
byRoot = 0
byType = 1
byRetainer = 2

-- One at a time: two threads that stop the world would wait for each other.
lock :: MVar ()
lock = unsafePerformIO (newMVar ())
{-# NOINLINE lock #-}

census :: CInt -> IO ([String], [([String], Amount)])
census by = censusWith by contents

censusWith :: CInt -> (Ptr HeapCensus -> IO a) -> IO ([String], a)
censusWith by use = withMVar lock $ \_ -> do
  set <- readIORef current
  values <- concat <$> mapM ask set
  bracket (mapM pointer values) (mapM_ (freeStablePtr . snd)) $ \pointers -> do
    performMajorGC
    found <- withMany withCString (map fst pointers) $ \names ->
      withArrayLen names $ \_ nameArray ->
        withArrayLen (map snd pointers) $ \count pointerArray ->
          bracket (c_census by (fromIntegral count) pointerArray nameArray) c_free (checked use)
    return (nub (map rootName set), found)

-- A root's value, unless it is gone.
ask :: Root -> IO [Root]
ask root = case root of
  Root _ _         -> return [root]
  WeakRoot name w  -> deRefWeak w >>= maybe (return []) (\value -> evaluated [Root name value])
  RootOf name make -> make >>= \value -> evaluated [Root name value]

pointer :: Root -> IO (String, StablePtr ())
pointer root = case root of
  Root name value -> (,) name . castPtrToStablePtr . castStablePtrToPtr <$> newStablePtr value
  _               -> fail "pointer"
checked :: (Ptr HeapCensus -> IO a) -> Ptr HeapCensus -> IO a
checked use c
  | c == nullPtr = throwIO (HeapRootsError "there is no memory for a census")
  | otherwise = do
      why <- peekCString =<< c_error c
      unless (null why) $ throwIO (HeapRootsError why)
      use c

contents :: Ptr HeapCensus -> IO [([String], Amount)]
contents c = do
  n <- c_lines c
  found <- forM (indices n) $ \i -> do
    m <- c_members c i
    members <- forM (indices m) $ \j -> peekCString =<< c_member c i j
    b <- c_bytes c i
    o <- c_objects c i
    return (members, Amount (fromIntegral b) (fromIntegral o))
  return (sortOn (Down . snd) found)
  where indices n = [i | n > 0, i <- [0 .. n - 1]]

data HeapCensus

data HeapSamples

foreign import ccall safe "heap_roots_census"
  c_census :: CInt -> CSize -> Ptr (StablePtr ()) -> Ptr CString -> IO (Ptr HeapCensus)
foreign import ccall unsafe "heap_roots_error"   c_error   :: Ptr HeapCensus -> IO CString
foreign import ccall unsafe "heap_roots_lines"   c_lines   :: Ptr HeapCensus -> IO CSize
foreign import ccall unsafe "heap_roots_bytes"   c_bytes   :: Ptr HeapCensus -> CSize -> IO CSize
foreign import ccall unsafe "heap_roots_objects" c_objects :: Ptr HeapCensus -> CSize -> IO CSize
foreign import ccall unsafe "heap_roots_members" c_members :: Ptr HeapCensus -> CSize -> IO CSize
foreign import ccall unsafe "heap_roots_member"  c_member  :: Ptr HeapCensus -> CSize -> CSize -> IO CString
foreign import ccall unsafe "heap_roots_free"    c_free    :: Ptr HeapCensus -> IO ()
foreign import ccall unsafe "heap_roots_open"
  c_open :: CString -> CString -> CString -> IO (Ptr HeapSamples)
foreign import ccall unsafe "heap_roots_add"     c_add     :: Ptr HeapSamples -> Ptr HeapCensus -> IO CString
foreign import ccall unsafe "heap_roots_close"   c_close   :: Ptr HeapSamples -> IO ()
