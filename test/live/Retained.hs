{-# LANGUAGE OverloadedStrings #-}
-- Heaps of other people's libraries; retained.cpp compares their retainer sets: `Retained NAME FILES`.
module Main (main) where

import Control.Exception (evaluate)
import Control.Monad (when)
import qualified Data.Aeson as Aeson
import qualified Data.ByteString.Lazy.Char8 as Bytes
import qualified Data.HashMap.Strict as HashMap
import qualified Data.Text as Text
import qualified Data.Text.Lazy as Lazy
import Foreign.C
import Foreign.StablePtr
import qualified Hledger
import System.Environment (getArgs)
import System.Exit
import qualified Text.XML as Xml

foreign import ccall safe "compare_retainers" compareRetainers :: CString -> CSize -> IO CInt

main :: IO ()
main = do
  [name, prefix, cap] <- getArgs
  kept <- heap name
  status <- withCString prefix $ \file -> compareRetainers file (read cap)
  freeStablePtr kept
  when (status /= 0) exitFailure

-- Evaluates a part of each; the rest stays as the library left it.
heap :: String -> IO (StablePtr ())
heap name = case name of
  "aeson" -> do
    let document = "[" <> Bytes.intercalate "," [ "{\"id\":" <> shown n <> ",\"tags\":[\"a\",\"b" <> shown (n `mod` 7)
                     <> "\"],\"at\":[1.5," <> shown n <> "]}" | n <- [1 .. 3000] ] <> "]"
        Just value = Aeson.decode document :: Maybe Aeson.Value
    _ <- evaluate (length (show value))
    keep (value, document)
  "hledger" -> do
    let entry n = Text.pack (unlines [ "2020-01-0" ++ show (1 + n `mod` 9) ++ " payee " ++ show (n `mod` 50)
                    , "  assets:bank:" ++ show (n `mod` 5) ++ "  " ++ show n ++ " EUR", "  income:work" ])
    journal <- either (die . show) return =<<
      Hledger.readJournal Hledger.definputopts Nothing (Text.concat (map entry [1 .. 300 :: Int]))
    let report = Hledger.balanceReport Hledger.defreportspec journal
    _ <- evaluate (length (fst report))
    keep (journal, report)
  "unordered-containers" -> do
    let table = HashMap.fromList [(Text.pack (show n), [n .. n + 3]) | n <- [1 .. 5000 :: Int]]
        both = HashMap.unionWith (++) table (HashMap.filterWithKey (\k _ -> Text.length k < 4) table)
    _ <- evaluate (HashMap.size both)
    keep (table, both)
  "xml-conduit" -> do
    let element n = "<item id=\"" <> Lazy.pack (show n) <> "\"><name>n</name><price>1</price></item>"
        document = Xml.parseText_ Xml.def ("<all>" <> Lazy.concat (map element [1 .. 2000 :: Int]) <> "</all>")
    _ <- evaluate document
    keep (document, Xml.renderText Xml.def document)
  _ -> die ("no heap is called " ++ name)
  where
    shown = Bytes.pack . show :: Int -> Bytes.ByteString
    keep value = castPtrToStablePtr . castStablePtrToPtr <$> newStablePtr value
