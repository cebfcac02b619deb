import { testSpam } from './spam.suite.ts'

testSpam({ spam: 400, ordinary: 500 })
