import { testWithKills } from './kill.suite.ts'

testWithKills({ count: 3, serverEvery: 3 })
