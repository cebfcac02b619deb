import { testRaces } from './races.suite.ts'

testRaces(200)
