import { testWithKills } from './kill.suite.ts'

testWithKills(30)
