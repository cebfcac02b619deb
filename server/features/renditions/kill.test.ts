import { testWithKills } from './kill.suite.ts'

testWithKills({ count: 1, serverEvery: 2 })
