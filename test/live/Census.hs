{-# LANGUAGE MagicHash, ScopedTypeVariables #-}
-- Tests of example/live/HeapRoots.hs, for each way of compiling a program: censuses of data for which this
-- program knows the reachable objects and their sizes.
--
--     Census                          runs all tests
--     Census without thunks           only with data that never was a thunk: some collectors keep indirections
--     Census concurrent               likewise, and without tests that a concurrent collector disturbs
--     Census parallel N               takes N censuses while other threads work, on all capabilities
--     Census refused WORDS            the census fails, and the exception contains WORDS
--     Census exhausted                the heap overflows (+RTS -M20m); later censuses give the same result
--     Census serve broken             serves a broken root; after a line of input, no roots
--     Census serve twice              tries to serve twice
module Main (main) where

import Control.Concurrent
import Control.Concurrent.STM
import Control.Exception
import Control.Monad
import Data.Array
import Data.IORef
import qualified Data.IntSet as IntSet
import Data.List (foldl', isInfixOf, isPrefixOf, sort)
import qualified Data.Map.Strict as Map
import Data.Word (Word32)
import GHC.Clock (getMonotonicTime)
import GHC.Conc (unsafeIOToSTM)
import GHC.Exts (Int (..), Int#)
import qualified GHC.Compact as Compact
import System.Directory (removeFile)
import System.Environment (getArgs, getProgName)
import System.Exit
import System.IO (hFlush, stdout)
import System.Mem (performMajorGC, performMinorGC)
import System.Mem.Weak (mkWeak)
import System.Timeout (timeout)

import HeapRoots

main :: IO ()
main = do
  arguments <- getArgs
  case arguments of
    ["parallel", n]        -> parallel (read n)
    "refused" : sentence   -> refused (unwords sentence) (censusOf [Root "unit" ()])
    ["exhausted"]          -> exhausted
    ["serve", "broken"]    -> serveBroken
    ["serve", "twice"]     -> serveHeapRoots (serveHeapRoots (return ()))
    ["without", "thunks"]  -> mapM_ run (filter ((`notElem` ofThunks) . fst) tests)
    ["concurrent"]         -> mapM_ run (filter ((`notElem` "residency" : ofThunks) . fst) tests)
    _                      -> mapM_ run tests
  where
    run (name, test) = test `catch` \(e :: SomeException) -> die (name ++ ": " ++ show e)
    ofThunks = ["random graphs", "more than 64 roots", "a list and a map", "weak pointers"]

tests :: [(String, IO ())]
tests =
  [ ("three roots with shared objects", hscEnv)
  , ("random graphs", mapM_ randomGraph [1 .. 30])
  , ("more than 64 roots", manyRoots)
  , ("a list and a map", containers)
  , ("weak roots", weakRoots)
  , ("weak pointers", weakPointers)
  , ("every weak pointer", everyWeakPointer)
  , ("roots that are asked for", askedRoots)
  , ("roots of one name", oneName)
  , ("roots are set and put back", settingRoots)
  , ("roots of two threads", rootsOfThreads)
  , ("threads, variables and transactions", threads)
  , ("functions, thunks and arrays", otherClosures)
  , ("compact regions", compactRegions)
  , ("types", types)
  , ("the table", theTable)
  , ("retainers", retainers)
  , ("the runtime's roots", runtimeRoots)
  , ("files of samples", samples)
  , ("samples at major collections", collections)
  , ("reports", reports)
  , ("residency", residencies)
  , ("names in any language", languages)
  , ("a root that takes a census", nested)
  , ("a root that is collected meanwhile", collectedMeanwhile)
  , ("interrupted censuses", interrupted)
  , ("a census during collections", duringCollections)
  , ("a census in a finalizer", inFinalizer)
  ]

expect :: (Eq a, Show a) => String -> a -> a -> IO ()
expect what wanted got =
  unless (wanted == got) $ throwIO (ErrorCall (what ++ ": " ++ show got ++ " instead of " ++ show wanted))

-- The bins in sorted order.
binsOf :: Census -> [([String], Int, Int)]
binsOf census = sort [(reachedBy bin, bytes (amount bin), objects (amount bin)) | bin <- bins census]

censusOf :: [Root] -> IO Census
censusOf some = withHeapRoots some heapCensus

-- -- The example of GHC's root profiler

data HscEnv = HscEnv { eps :: Three, fc :: Four, other :: Three }
data Three = Three Word Word Word
data Four = Four Word Word Word Word

-- A word in the heap: GHC would make known words constants of the program.
boxed :: Word -> IO Word
boxed n = evaluate (n + 1000)
{-# NOINLINE boxed #-}

makeEnv :: IO HscEnv
makeEnv = do
  [x, y, z, e, f, t] <- mapM boxed [1 .. 6]
  let state = HscEnv (Three x y e) (Four x y z f) (Three x z t)
  _ <- evaluate (eps state `seq` fc state `seq` other state)
  return state

hscEnv :: IO ()
hscEnv = do
  state <- makeEnv
  census <- censusOf [Root "hsc" state, Root "eps" (eps state), Root "fc" (fc state)]
  expect "bins" [(["hsc"], 80, 3), (["hsc", "eps"], 48, 2), (["hsc", "eps", "fc"], 32, 2),
                 (["hsc", "fc"], 72, 3)] (binsOf census)
  expect "total" (Amount 232 10) (total census)
  expect "only hsc" (Amount 80 3) (exclusive "hsc" census)
  expect "only eps" mempty (exclusive "eps" census)
  expect "eps" (Amount 80 4) (reachable "eps" census)
  expect "eps and fc" (Amount 32 2) (shared "eps" "fc" census)
  expect "dropped" (Amount 128 5) (freedIfDropped ["hsc", "eps"] census)

-- -- Random graphs, with cycles

data Node
  = N0 Int#
  | N1 Int# Node
  | N2 Int# Node Node
  | N3 Int# Node Node Node

-- Pseudo-random numbers.
numbers :: Int -> [Int]
numbers = map (`div` 65536) . tail . iterate (\n -> (n * 1103515245 + 12345) `mod` 2147483648)

build :: [[Int]] -> Array Int Node
build edges = nodes
  where
    nodes = listArray (0, length edges - 1) (zipWith make [0 ..] edges)
    make (I# i) to = case map (nodes !) to of
      []        -> N0 i
      [a]       -> N1 i a
      [a, b]    -> N2 i a b
      a : b : c -> N3 i a b (head c)

-- Evaluates the node and its fields.
force :: Node -> IO ()
force node = case node of
  N0 _       -> return ()
  N1 _ a     -> void (evaluate a)
  N2 _ a b   -> evaluate a >> void (evaluate b)
  N3 _ a b c -> evaluate a >> evaluate b >> void (evaluate c)

-- By definition: the nodes that each root reaches, and the resulting bins.
expectedBins :: [[Int]] -> [(String, Int)] -> [([String], Int, Int)]
expectedBins edges starts = sort [(set, b, o) | (set, (b, o)) <- Map.toList sums]
  where
    to = listArray (0, length edges - 1) edges
    from i = go IntSet.empty [i]
    go seen [] = seen
    go seen (n : more)
      | n `IntSet.member` seen = go seen more
      | otherwise = go (IntSet.insert n seen) (to ! n ++ more)
    reach = [(name, from i) | (name, i) <- starts]
    sums = Map.fromListWith (\(b, o) (b', o') -> (b + b', o + o'))
      [ (set, (8 * (2 + length (to ! n)), 1))
      | n <- [0 .. length edges - 1]
      , let set = [name | (name, nodes) <- reach, n `IntSet.member` nodes]
      , not (null set) ]

compareGraph :: String -> [[Int]] -> [(String, Int)] -> IO ()
compareGraph what edges starts = do
  let nodes = build edges
  mapM_ force (elems nodes)
  census <- censusOf [Root name (nodes ! i) | (name, i) <- starts]
  expect what (expectedBins edges starts) (binsOf census)

randomGraph :: Int -> IO ()
randomGraph seed = compareGraph ("seed " ++ show seed) edges starts
  where
    size : count : random = numbers (seed * 7919)
    n = 2 + size `mod` 300
    (edges, rest) = edgesOf n random
    edgesOf 0 left = ([], left)
    edgesOf k (degree : left) = (map (`mod` n) now : more, left'')
      where
        (now, left') = splitAt (degree `mod` 4) left
        (more, left'') = edgesOf (k - 1 :: Int) left'
    edgesOf _ [] = error "numbers end"
    starts = [("root" ++ show i, r `mod` n) | (i, r) <- zip [1 .. 1 + count `mod` 9] rest]

manyRoots :: IO ()
manyRoots = compareGraph "100 roots" edges [("root" ++ show i, i) | i <- [0 .. 99 :: Int]]
  where edges = [[(i * 7 + 3) `mod` 400, (i * i) `mod` 400] | i <- [0 .. 399]]

-- -- Other data

containers :: IO ()
containers = do
  let big = [1000 .. 1999] :: [Int]
      squares = Map.fromList [(i, i * i) | i <- big]
  _ <- evaluate (sum big + sum squares + sum (Map.keys squares))
  -- a cons has 3 words, an Int 2, a map node 6; [] and Tip are static
  census <- censusOf [Root "map" squares]
  expect "map" (Amount (1000 * 8 * (6 + 2 + 2)) 3000) (total census)
  list <- mapM (\i -> evaluate (i + 1000)) [1 .. 500 :: Int]
  _ <- evaluate (sum list)
  tailed <- censusOf [Root "all" list, Root "half" (drop 250 list)]
  expect "half" [(["all"], 250 * 40, 500), (["all", "half"], 250 * 40, 500)] (binsOf tailed)
  small <- evaluate (map (+ 1) [1 .. 10 :: Int])
  _ <- evaluate (sum small)
  few <- censusOf [Root "small" small]
  expect "small integers are the program's" (Amount (10 * 24) 10) (total few)

weakRoots :: IO ()
weakRoots = do
  key <- newIORef (0 :: Int)
  value <- mapM boxed [1 .. 3]
  _ <- evaluate (sum value)
  weak <- mkWeak key value Nothing
  census <- censusOf [WeakRoot "weak" weak, Root "nothing" ()]
  expect "alive" [(["weak"], 3 * 40, 6)] (binsOf census)
  expect "names" ["weak", "nothing"] (roots census)
  modifyIORef key (+ 1)
  gone <- newIORef (0 :: Int) >>= \k -> mkWeak k [1000 :: Int] Nothing
  performMajorGC
  after <- censusOf [WeakRoot "gone" gone, Root "here" value]
  expect "gone" [(["here"], 3 * 40, 6)] (binsOf after)
  expect "gone holds nothing" mempty (reachable "gone" after)

-- Dropping the keys frees the values, although the weak pointers lead to them. Dropping the weak pointers frees
-- only their list: the runtime keeps a weak pointer until its key dies.
weakPointers :: IO ()
weakPointers = do
  keys <- mapM newIORef [1001 .. 1100 :: Int]
  weaks <- forM keys $ \key -> mapM boxed [1 .. 100] >>= \value -> evaluate (sum value) >> mkWeak key value Nothing
  _ <- evaluate (length keys + length weaks)
  forM_ keys $ \key -> modifyIORef' key (+ 1)
  census <- censusOf [Root "keys" keys, Root "weaks" weaks]
  -- a cons has 3 words, a WEAK 6; IORef, MUT_VAR, Int, Word and Weak have 2
  expect "bins" [(["keys"], 100 * 8 * (3 + 3 * 2 + 100 * 5), 100 * (4 + 200)),
                 (["keys", "weaks"], 100 * 8 * 6, 100), (["weaks"], 100 * 8 * (3 + 2), 200)] (binsOf census)
  chain <- newIORef (0 :: Int)
  let link key n = if n == 0 then return () else do
        next <- newIORef n
        _ <- mkWeak key next Nothing
        link next (n - 1)
  link chain (1000 :: Int)
  linked <- censusOf [Root "chain" chain]
  -- an IORef and its MUT_VAR; then a WEAK, these two and an Int, unless it is less than 256, 1000 times
  expect "values that are keys" (2 + 1000 * 4 - 255) (objects (total linked))
  mapM_ (`modifyIORef` (+ 1)) keys

-- The non-moving collector's concurrent mark takes the list of weak pointers away until it ends.
everyWeakPointer :: IO ()
everyWeakPointer = do
  list <- evaluate (foldl' (\rest n -> n `seq` (n : rest)) [] [1001 .. 501000 :: Int])  -- takes time to mark
  keys <- mapM newIORef [1 .. 1000 :: Int]
  mapM_ (\key -> mkWeak key (Just key) Nothing) keys
  found <- try (withHeapRoots [RuntimeRoots "program"] closuresByType)
  case found of
    Left (HeapRootsError why) -> expect "refused" True ("does not tell the runtime's own roots" `isInfixOf` why)
    Right some -> do
      let weak = maybe 0 objects (lookup "WEAK" some)
      when (weak < 1000) $ throwIO (ErrorCall (show weak ++ " weak pointers of 1000"))
  expect "length" 500000 (length list)
  mapM_ (`modifyIORef` (+ 1)) keys

askedRoots :: IO ()
askedRoots = do
  state <- newIORef []
  let grow n = boxed n >>= \word -> modifyIORef' state (word :)
  withHeapRoots [RootOf "state" (readIORef state)] $ do
    none <- heapCensus
    grow 1 >> grow 2
    two <- heapCensus
    expect "before" mempty (total none)
    expect "after" (Amount (2 * 40) 4) (total two)
  failed <- try (censusOf [RootOf "broken" (throwIO (userError "broken") :: IO ())])
  expect "an exception" (Left (userError "broken")) (fmap total failed)
  void (censusOf [Root "state" state])

oneName :: IO ()
oneName = do
  [a, b] <- mapM boxed [1, 2]
  census <- censusOf [Root "words" a, Root "words" b, Root "a" a]
  expect "bins" [(["words"], 16, 1), (["words", "a"], 16, 1)] (binsOf census)
  expect "names" ["words", "a"] (roots census)

settingRoots :: IO ()
settingRoots = do
  a <- boxed 1
  setHeapRoots [Root "a" a]
  thrown <- try (setHeapRoots [Root "b" (), Root "broken" (throw (ErrorCall "broken") :: Int)])
  expect "thrown" (Left (ErrorCall "broken")) thrown
  unchanged <- heapCensus
  expect "unchanged" ["a"] (roots unchanged)
  inner <- withHeapRoots [Root "inner" a] heapCensus
  expect "inner" ["inner"] (roots inner)
  _ <- try (withHeapRoots [Root "inner" a] (throwIO (ErrorCall "out"))) :: IO (Either ErrorCall ())
  outer <- heapCensus
  expect "outer" ["a"] (roots outer)
  expect "held" (Amount 16 1) (total outer)
  setHeapRoots []
  none <- heapCensus
  expect "none" [] (binsOf none)

-- Each thread has the roots of its own withHeapRoots, in whatever order these begin and end.
rootsOfThreads :: IO ()
rootsOfThreads = do
  [ready, set, done, left, over] <- replicateM 5 newEmptyMVar
  let names = roots <$> heapCensus
      signal = (`putMVar` [])
  setHeapRoots [Root "base" ()]
  _ <- forkIO $ do
    withHeapRoots [Root "other" ()] $ signal ready >> takeMVar set >> names >>= putMVar done
    names >>= putMVar left
  _ <- takeMVar ready
  names >>= expect "a thread without roots of its own" ["other"]
  withHeapRoots [Root "mine" ()] $ do
    _ <- forkIO (names >>= putMVar over)
    takeMVar over >>= expect "a new thread" ["mine"]
    signal set
    takeMVar done >>= expect "the other thread" ["other"]
    takeMVar left >>= expect "the other thread afterwards" ["mine"]
    names >>= expect "after the other thread" ["mine"]
    setHeapRoots [Root "changed" ()]
    names >>= expect "changed" ["changed"]
  names >>= expect "at the end" ["base"]
  setHeapRoots []

-- Objects on stacks are counted, if threads run, wait or are inside a transaction.
threads :: IO ()
threads = do
  full <- newEmptyMVar
  done <- newEmptyMVar
  held <- mapM boxed [1 .. 1000]
  _ <- evaluate (sum held)
  waiting <- forkIO $ do
    takeMVar full
    putMVar done (sum held)
  yield
  me <- myThreadId
  census <- censusOf [Root "waiting" waiting, Root "me" me, Root "held" held]
  expect "held by a stack" (Amount 40000 2000) (shared "waiting" "held" census)
  putMVar full ()
  takeMVar done >>= expect "it went on" (sum held)
  variables <- mapM newTVarIO [1 .. 40 :: Int]
  inTransaction <- atomically $ do
    forM_ variables $ \v -> readTVar v >>= writeTVar v . (+ 1000)
    unsafeIOToSTM (censusOf [Root "me" me, Root "variables" variables])
  when (objects (shared "me" "variables" inTransaction) < 120) $
    throwIO (ErrorCall "a transaction does not hold its variables")
  -- a stack with many chunks
  deep <- foldr (\n rest -> (n +) <$> rest) (bytes . total <$> censusOf [Root "me" me]) [1 .. 100000 :: Int]
  when (deep < 1000000) $ throwIO (ErrorCall "a deep stack is missing")

data Lazy = Lazy Int (Int -> Int) [Int]

otherClosures :: IO ()
otherClosures = do
  [x, y] <- map fromIntegral <$> mapM boxed [1, 2] :: IO [Int]
  let partial = foldr (\n f -> f . (+ n)) id [x, y]
      elements = listArray (0, 99) [x ..] :: Array Int Int
  _ <- evaluate (sum elements)
  lazily <- evaluate (Lazy x partial (map (+ y) [x ..]))
  census <- censusOf [Root "lazy" lazily, Root "array" elements, Root "function" (\n -> n + x + y)]
  when (bytes (reachable "array" census) < 100 * 24) $ throwIO (ErrorCall "an array lacks elements")
  let Lazy a f more = lazily
  expect "all of it still works" (x + f 0 + (x + y)) (a + f 0 + head more)

-- A region is one object, wherever in it a pointer leads.
compactRegions :: IO ()
compactRegions = do
  list <- mapM boxed [1 .. 100]
  region <- Compact.compact list
  size <- Compact.compactSize region
  _ <- evaluate (sum (Compact.getCompact region))
  census <- censusOf [Root "region" region, Root "list" (Compact.getCompact region)]
  let inside = shared "region" "list" census
  expect "objects" 1 (objects inside)
  when (bytes inside > fromIntegral size || bytes inside < 100 * 40) $
    throwIO (ErrorCall ("a region of " ++ show size ++ " bytes has " ++ show (bytes inside)))

types :: IO ()
types = do
  state <- makeEnv
  found <- withHeapRoots [Root "env" state] closuresByType
  expect "types" [("base:GHC.Word.W#" `orRts` found, Amount 96 6), ("main:Main.Three", Amount 64 2),
                  ("main:Main.Four", Amount 40 1), ("main:Main.HscEnv", Amount 32 1)] found
  where orRts name found = if any ((== name) . fst) found then name else "ghc-prim:GHC.Types.W#"

theTable :: IO ()
theTable = do
  state <- makeEnv
  census <- censusOf [Root "hsc" state, Root "eps" (eps state), Root "fc" (fc state)]
  expect "lines" ["root   bytes  only here  shared",
                  "hsc      232         80     152",
                  "eps       80          0      80",
                  "fc       104          0     104",
                  "total    232", ""] (take 6 (lines (table census)))

-- The variable holds the list, and the root holds the variable.
retainers :: IO ()
retainers = do
  list <- mapM boxed [1 .. 10]
  _ <- evaluate (sum list)
  variable <- newIORef list
  found <- withHeapRoots [Root "top" (Just variable)] retainerCensus
  case found of
    [Bin [holder] (Amount 400 20), Bin ["top"] rest]
      | holder /= "top", bytes rest >= 16 + 16 -> return ()
    other' -> throwIO (ErrorCall (show other'))
  both <- withHeapRoots [Root "a" (Just list), Root "b" (Just list)] retainerCensus
  expect "both" (Just (Amount 400 20)) (lookup ["a", "b"] [(reachedBy bin, amount bin) | bin <- both])

-- A thread that no named root reaches.
runtimeRoots :: IO ()
runtimeRoots = do
  list <- mapM boxed [1 .. 1000]
  _ <- evaluate (sum list)
  waiting <- newEmptyMVar
  done <- newEmptyMVar
  thread <- forkIO (takeMVar waiting >> evaluate (sum list) >>= putMVar done)
  yield
  let everything = RuntimeRoots "program"
  alone <- try (withHeapRoots [everything] retainerCensus)
  case alone of
    Left (HeapRootsError why) -> expect "refused" True ("does not tell the runtime's own roots" `isInfixOf` why)
    Right found -> do
      let holders name = [a | Bin set a <- found, name `elem` set]
      expect "SYSTEM" True (not (null (holders "SYSTEM")))
      expect "no retainer is called program" [] (holders "program")
      expect "list" True (any (\bin -> bytes (amount bin) >= 40000) found)
      both <- censusOf [everything, Root "list" list]
      expect "list" [Amount 40000 2000] [a | (set, b, o) <- binsOf both, "list" `elem` set, let a = Amount b o]
      expect "also held by the program" (Amount 40000 2000) (shared "list" "program" both)
      when (bytes (exclusive "program" both) < 1000) $ throwIO (ErrorCall "the program has more than that")
  putMVar waiting ()
  takeMVar done >>= expect "sum" (sum list)
  _ <- evaluate (length (show thread))
  return ()

-- A root, and the number of censuses that have asked for it.
counted :: String -> a -> IO (Root, IO Int)
counted name value = do
  asked <- newIORef 0
  return (RootOf name (modifyIORef' asked (+ 1) >> return value), readIORef asked)

samples :: IO ()
samples = do
  state <- makeEnv
  program <- getProgName
  (root, asked) <- counted "the state" state
  let file = program ++ ".samples.hp"
      threeSamples = asked >>= \n -> unless (n >= 3) (threadDelay 1000 >> threeSamples)
  withHeapRoots [root, Root "eps" (eps state)] $ withHeapSamples file (Every 0.01) threeSamples
  text <- readFile file
  n <- asked
  expect "samples" [n, n, n]
    [ length (filter is (lines text))
    | is <- [("BEGIN_SAMPLE" `isPrefixOf`), (== "the_state\t152"), (== "the_state,eps\t80")] ]
  removeFile file
  let log' = program ++ ".samples.eventlog"
  withHeapRoots [Root "state" state] $ withHeapSamples log' (Every 1) (return ())
  removeFile log'
  bad <- try (withHeapSamples "no/such/folder.hp" (Every 1) (return ()))
  case bad of
    Left (HeapRootsError why) | "No such file" `isInfixOf` why -> return ()
    other' -> throwIO (ErrorCall (show other'))
  failing <- try (withHeapRoots [RootOf "broken" (throwIO (ErrorCall "broken") :: IO ())]
                    (withHeapSamples file (Every 1) (return ())))
  expect "a failure" (Left (ErrorCall "broken")) failing
  removeFile file

samplesIn :: FilePath -> IO Int
samplesIn file = do
  text <- readFile file
  evaluate (length (filter ("BEGIN_SAMPLE" `isPrefixOf`) (lines text)))

-- In addition to the first and the last sample: none without a collection, and none after a sample's own
-- collection.
collections :: IO ()
collections = do
  program <- getProgName
  (root, asked) <- counted "unit" ()
  let file = program ++ ".collections.hp"
      during act = withHeapSamples file AtMajorCollections act >> samplesIn file <* removeFile file
  withHeapRoots [root] $ do
    when (not rtsSupportsBoundThreads) $  -- -threaded collects when idle
      during (threadDelay 30000) >>= expect "without a collection" 2
    before <- getMonotonicTime
    _ <- heapCensus
    after <- getMonotonicTime
    collected <- newIORef 0
    let sampled = do  -- collects until there is a sample: there is none shortly after another
          n <- asked
          modifyIORef' collected (+ 1)
          performMajorGC
          threadDelay (100000 + round (15000000 * (after - before)))
          more <- asked
          when (more == n) sampled
    found <- during (replicateM_ 3 sampled)
    n <- readIORef collected
    when (found < 5 || not rtsSupportsBoundThreads && found > n + 2) $
      throwIO (ErrorCall (show found ++ " samples of " ++ show n ++ " collections"))

-- Each part is contained in the next; all of them include a list of 40 MB.
residencies :: IO ()
residencies = do
  let list = foldl' (\rest n -> n `seq` (n : rest)) [] [1001 .. 1001000 :: Int]
  before <- residency
  _ <- evaluate (length list)
  with <- residency
  expect "lines" ["live", "blocks", "megablocks", "resident"] (map fst with)
  let [live, blocks, megablocks, resident] = map snd with
  unless (live <= blocks && blocks <= megablocks && resident > 0) $ throwIO (ErrorCall (show with))
  when (live < snd (head before) + 39000000) $ throwIO (ErrorCall (show (before, with)))
  expect "sum" 501000500000 (sum list)

reports :: IO ()
reports = do
  state <- makeEnv
  census <- censusOf [Root "hsc" state, Root "e\"p\\s\n" (eps state)]
  expect "text" (table census) (report Text census)
  expect "JSON"
    ("{\"roots\":[\"hsc\",\"e\\\"p\\\\s\\u000a\"],\"bins\":["
      ++ "{\"roots\":[\"hsc\"],\"held\":{\"bytes\":152,\"objects\":6}},"
      ++ "{\"roots\":[\"hsc\",\"e\\\"p\\\\s\\u000a\"],\"held\":{\"bytes\":80,\"objects\":4}}],"
      ++ "\"total\":{\"bytes\":232,\"objects\":10}}\n")
    (report Json census)
  expect "types" ["text/plain; charset=utf-8", "application/json"] (map contentType [minBound ..])

languages :: IO ()
languages = do
  word <- boxed 1
  census <- censusOf [Root "gr\246\223e" word, Root "\26681" word]
  expect "names" [(["gr\246\223e", "\26681"], 16, 1)] (binsOf census)

nested :: IO ()
nested = do
  word <- boxed 1
  census <- censusOf [RootOf "outer" (withHeapRoots [] heapCensus >> return word)]
  expect "bins" [(["outer"], 16, 1)] (binsOf census)

-- Its value is complete or gone.
collectedMeanwhile :: IO ()
collectedMeanwhile = do
  weak <- newIORef =<< dying
  done <- newEmptyMVar
  _ <- forkIO ((replicateM_ 300 (dying >>= writeIORef weak >> performMinorGC >> yield)) `finally` putMVar done ())
  replicateM_ 50 $ do
    now <- readIORef weak
    census <- censusOf [WeakRoot "dying" now]
    unless (binsOf census `elem` [[], [(["dying"], 3 * 40, 6)]]) $ throwIO (ErrorCall (show census))
  takeMVar done
  where
    dying = do
      value <- mapM boxed [1 .. 3]
      _ <- evaluate (sum value)
      key <- newIORef ()
      mkWeak key value Nothing

-- Asynchronous exceptions are delivered, and the next census is correct.
interrupted :: IO ()
interrupted = do
  list <- mapM boxed [1 .. 10000]
  _ <- evaluate (sum list)
  begun <- newEmptyMVar
  never <- newEmptyMVar
  asking <- forkIO (void (censusOf [Root "list" list, RootOf "never" (putMVar begun () >> takeMVar never :: IO ())]))
  takeMVar begun >> killThread asking
  outcomes <- forM [1 .. 40] $ \i -> timeout (i * 50) (censusOf [Root "list" list])
  forM_ [census | Just census <- outcomes] $ \census -> expect "whole" [(["list"], 400000, 20000)] (binsOf census)
  again <- censusOf [Root "list" list]
  expect "afterwards" [(["list"], 400000, 20000)] (binsOf again)
  setHeapRoots []

duringCollections :: IO ()
duringCollections = do
  state <- makeEnv
  stop <- newIORef False
  done <- newEmptyMVar
  let collect = readIORef stop >>= \stopped -> unless stopped (performMajorGC >> performMinorGC >> yield >> collect)
  _ <- forkIO (collect `finally` putMVar done ())
  replicateM_ 50 $ do
    census <- censusOf [Root "hsc" state, Root "eps" (eps state), Root "fc" (fc state)]
    expect "bins" [80, 48, 32, 72] [b | (_, b, _) <- binsOf census]
  writeIORef stop True
  takeMVar done

inFinalizer :: IO ()
inFinalizer = do
  state <- makeEnv
  answer <- newEmptyMVar
  key <- newIORef ()
  _ <- mkWeakIORef key (try (censusOf [Root "env" state]) >>= putMVar answer)
  performMajorGC
  found <- takeMVar answer
  case found of
    Right census -> expect "bytes" (Amount 232 10) (total census)
    Left e -> throwIO (e :: SomeException)

-- -- With other threads, on all capabilities

parallel :: Int -> IO ()
parallel n = do
  state <- makeEnv
  stop <- newIORef False
  finished <- forM [1 .. 4 :: Int] $ \i -> do
    done <- newEmptyMVar
    let work acc k = do
          stopped <- readIORef stop
          unless stopped $ do
            let acc' = Map.insert (k `mod` 50) [k .. k + 4] acc  -- little to copy, so that censuses dominate
            _ <- evaluate (sum (Map.findWithDefault [] (k `mod` 50) acc'))
            work acc' (k + i)
    _ <- forkIO (work (Map.empty :: Map.Map Int [Int]) i `finally` putMVar done ())
    return done
  replicateM_ n $ do
    before <- majorCollections
    census <- censusOf [Root "hsc" state, Root "eps" (eps state), Root "fc" (fc state)]
    expect "bins" [80, 48, 32, 72] [b | (_, b, _) <- binsOf census]
    after <- majorCollections
    when (after == before) $ die "a census without a collection"
  writeIORef stop True
  mapM_ takeMVar finished

foreign import ccall unsafe "heap_roots_collections" majorCollections :: IO Word32

refused :: String -> IO a -> IO ()
refused sentence census' = do
  answer <- try census'
  case answer of
    Left (HeapRootsError why) | sentence `isInfixOf` why -> return ()
    Left e  -> die ("refused with another sentence: " ++ show e)
    Right _ -> die "not refused"

exhausted :: IO ()
exhausted = do
  state <- makeEnv
  let roots' = [Root "hsc" state, Root "eps" (eps state), Root "fc" (fc state)]
      check' = censusOf roots' >>= expect "bins" [80, 48, 32, 72] . map (\(_, b, _) -> b) . binsOf
  kept <- newIORef []
  let grow n = modifyIORef' kept (n :) >> when (n `mod` 100000 == 0) check' >> grow (n + 1)
  outcome <- try (withHeapRoots [RootOf "kept" (readIORef kept)] (grow (1 :: Int)))
  writeIORef kept []
  case outcome of
    Left HeapOverflow -> check'
    other' -> die (show (other' :: Either AsyncException ()))

serveBroken :: IO ()
serveBroken = serveHeapRoots $ do
  withHeapRoots [RootOf "broken" (throwIO (ErrorCall "this is a broken root") :: IO ())] ask
  ask
  where ask = putStrLn "ready" >> hFlush stdout >> void getLine
