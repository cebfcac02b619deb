import { testWithKills } from './kill.suite.ts'

testWithKills({ count: 4, serverEvery: 4 })
