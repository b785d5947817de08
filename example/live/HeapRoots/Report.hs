{-# OPTIONS_HADDOCK hide #-}
-- | A census as text.
module HeapRoots.Report (table, Format (..), contentType, report, refusal) where

import Data.Char (isControl, ord)
import Data.List (intercalate, transpose)
import Numeric (showHex)

import HeapRoots.Census

-- | The census as a table: for each root, the bytes that it reaches and that only it reaches; and the bins.
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

-- Aligns the first column to the left, the others to the right.
columns :: [[String]] -> String
columns lines' = unlines (map (trim . concat) (transpose padded))
  where
    padded = zipWith pad [0 :: Int ..] (transpose lines')
    pad i cells = [if i == 0 then cell ++ blanks else "  " ++ blanks ++ cell
                  | cell <- cells, let blanks = replicate (maximum (map length cells) - length cell) ' ']
    trim = reverse . dropWhile (== ' ') . reverse

-- | The format of a report, such as the answer of a program that serves its own profile.
data Format
  = Text  -- ^ for people: 'table'
  | Json  -- ^ for programs: an object with @roots@, @bins@ and @total@
  deriving (Bounded, Enum, Eq, Show)

-- | The media type of a report in HTTP. Send it in UTF-8.
contentType :: Format -> String
contentType format = case format of
  Text -> "text/plain; charset=utf-8"
  Json -> "application/json"

-- | The census in a format.
report :: Format -> Census -> String
report Text c = table c
report Json c = object [("roots", names (roots c)), ("bins", list (map bin (bins c))), ("total", held (total c))] ++ "\n"
  where
    bin (Bin set a) = object [("roots", names set), ("held", held a)]
    held (Amount b o) = object [("bytes", show b), ("objects", show o)]
    names = list . map string
    list values = "[" ++ intercalate "," values ++ "]"

-- | The JSON answer if there is no census: an object with @error@.
refusal :: String -> String
refusal why = object [("error", string why)] ++ "\n"

object :: [(String, String)] -> String
object fields = "{" ++ intercalate "," [string name ++ ":" ++ value | (name, value) <- fields] ++ "}"

string :: String -> String
string s = "\"" ++ concatMap escaped s ++ "\""
  where
    escaped char
      | char `elem` "\"\\" = ['\\', char]
      | isControl char && ord char < 128 = "\\u" ++ replicate (4 - length (hex char)) '0' ++ hex char
      | otherwise = [char]
    hex char = showHex (ord char) ""
