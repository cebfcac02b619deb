import { testSpam } from './spam.suite.ts'

testSpam({ spam: 80, ordinary: 100 })
