import { testWithGeneratedRequests } from './fuzz.suite.ts'

testWithGeneratedRequests({ batches: 400, seed: Number(process.env.FUZZ_SEED) || Date.now() % 2 ** 31 })
