-- For runghc Setup configure, if there is no cabal.
import Distribution.Simple

main :: IO ()
main = defaultMain
