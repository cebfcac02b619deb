import { testChangedBytes } from './credentials.suite.ts'

testChangedBytes({ flips: 10, mutants: 20 })
