import { testRush } from './rush.suite.ts'

testRush(200)
