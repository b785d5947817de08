-- For runghc Setup configure, where there is no cabal.
import Distribution.Simple

main :: IO ()
main = defaultMain
