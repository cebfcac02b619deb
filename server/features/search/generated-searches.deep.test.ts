import { testGeneratedSearches } from './generated-searches.suite.ts'

testGeneratedSearches({ searches: 20_000, seed: Number(process.env.FUZZ_SEED) || 1 })
