import { testLargeAccount } from './large-account.suite.ts'

testLargeAccount(
  { clips: 200, likes: 100_000, comments: 20_000, follows: 10_000 },
  { kills: 20, killAfterMs: 4_000, idleActs: 500 },
)
