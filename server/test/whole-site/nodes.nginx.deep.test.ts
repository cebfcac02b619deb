import { expect, onTestFinished, test } from 'vitest'
import { asInOps, startNginx } from '../../../e2e/support/servers/nginx.ts'
import { failuresOfRestarts } from './nodes.suite.ts'
import { startNodesBehind } from '../nodes/nodes.ts'
import { untilAllAreTaken } from '../nodes/shared-servers.ts'
import { emptyDatabase } from '../servers/test-database.ts'

test('a restart loses no request, even though nginx does not check readiness', async () => {
  const front = (origins: string[]) => startNginx(asInOps(origins))
  const options = { workers: 1, env: { DRAIN_SECONDS: '1', LOG_LEVEL: 'warn' }, front }
  const nodes = await startNodesBehind(await emptyDatabase(), options)
  onTestFinished(() => nodes.stop())
  await untilAllAreTaken(nodes)
  expect(await failuresOfRestarts(nodes)).toEqual([])
})
