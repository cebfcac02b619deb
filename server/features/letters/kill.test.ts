import { testWithKills } from './kill.suite.ts'

testWithKills(2)
