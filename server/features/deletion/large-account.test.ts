import { testLargeAccount } from './large-account.suite.ts'

testLargeAccount({ clips: 5, likes: 400, comments: 150, follows: 120 }, { kills: 1, killAfterMs: 150, idleActs: 5 })
