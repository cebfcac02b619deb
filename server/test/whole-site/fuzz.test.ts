import { testWithGeneratedRequests } from './fuzz.suite.ts'

testWithGeneratedRequests({ batches: 20, seed: 7 })
