import { testRedaction } from './redaction.suite.ts'

testRedaction(20)
