import { testWithKills } from './kill.suite.ts'

testWithKills({ count: 30, serverEvery: 5 })
