import { testFormats } from './formats.suite.ts'

testFormats({ every: 1 })
