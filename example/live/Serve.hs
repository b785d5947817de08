{-# LANGUAGE OverloadedStrings #-}
-- A web server that serves its own profile: at /heap as text, at /heap.json as JSON. It prints its port.
module Main (main) where

import Control.Monad (forever, when)
import qualified Data.ByteString as Bytes
import Data.IORef
import Data.Text (pack)
import Data.Text.Encoding (encodeUtf8)
import HeapRoots
import Network.Socket
import Network.Socket.ByteString (recv, sendAll)
import System.IO (hFlush, stdout)

main :: IO ()
main = do
  visits <- newIORef []
  listener <- socket AF_INET Stream defaultProtocol
  bind listener (SockAddrInet 0 (tupleToHostAddress (127, 0, 0, 1)))
  listen listener 5
  socketPort listener >>= print >> hFlush stdout
  withHeapRoots [RootOf "visits" (readIORef visits)] $ forever $ do
    (client, _) <- accept listener
    request <- recv client 4000
    modifyIORef' visits (request :)
    let format = if "GET /heap.json " `Bytes.isPrefixOf` request then Json else Text
    when ("GET /heap" `Bytes.isPrefixOf` request) $ do
      body <- encodeUtf8 . pack . report format <$> heapCensus
      sendAll client ("HTTP/1.0 200 OK\r\nContent-Type: " <> encodeUtf8 (pack (contentType format))
                      <> "\r\n\r\n" <> body)
    close client
