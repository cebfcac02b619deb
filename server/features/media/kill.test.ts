import { testWithKills } from './kill.suite.ts'

testWithKills({ count: 2, serverEvery: 2 })
