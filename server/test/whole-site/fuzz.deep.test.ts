import { testWithGeneratedRequests } from './fuzz.suite.ts'

// The same at each run, or a change would be refused for what another has brought. FUZZ_SEED=… makes others.
testWithGeneratedRequests({ batches: 400, seed: Number(process.env.FUZZ_SEED) || 1 })
