import { testRedaction } from './redaction.suite.ts'

testRedaction(1_000)
