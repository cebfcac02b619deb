import { testWithGeneratedRequests } from './fuzz.suite.ts'

testWithGeneratedRequests({ batches: 50, seed: 7 })
