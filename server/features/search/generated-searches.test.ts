import { testGeneratedSearches } from './generated-searches.suite.ts'

testGeneratedSearches({ searches: 300, seed: 3 })
