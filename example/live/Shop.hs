-- A shop: how much memory each part of its state holds and shares.
module Main (main) where

import Control.Exception (evaluate)
import Data.IORef
import qualified Data.Map.Strict as Map
import HeapRoots

data Product = Product { number :: !Int, title :: !String }

data Shop = Shop
  { catalogue :: !(Map.Map Int Product)
  , baskets   :: !(Map.Map Int [Product])
  , recent    :: ![Product]
  }

open :: Shop
open = Shop products (Map.fromList [(c, bought c) | c <- [1001 .. 1100]]) (madeToOrder ++ Map.elems products)
  where
    products = Map.fromList [(n, Product n ("book " ++ show n)) | n <- [5001 .. 6000]]
    bought customer = [products Map.! (4000 + n) | n <- [customer, customer + 10, customer + 100]]
    madeToOrder = [Product n ("globe " ++ show n) | n <- [7001 .. 7100]]

-- Evaluates the whole shop.
size :: Shop -> Int
size shop = sum [number p + length (title p) | p <- products]
  where products = Map.elems (catalogue shop) ++ concat (Map.elems (baskets shop)) ++ recent shop

main :: IO ()
main = do
  _ <- evaluate (size open)
  state <- newIORef open
  let part name field = RootOf name (field <$> readIORef state)
  withHeapRoots [part "catalogue" catalogue, part "baskets" baskets, part "recent" recent] $ do
    census <- heapCensus
    putStr (table census)
    putStrLn ("\nWithout recent: " ++ show (bytes (exclusive "recent" census)) ++ " bytes less\n")
    types <- closuresByType
    mapM_ print (take 3 types)
