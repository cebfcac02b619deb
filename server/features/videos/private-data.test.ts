import { testPrivateData } from './private-data.suite.ts'

testPrivateData({ every: 3 })
