import { testChangedBytes } from './credentials.suite.ts'

testChangedBytes({ flips: 200, mutants: Number(process.env.MUTANTS ?? 200) })
