import { onTestFinished, test } from 'vitest'
import { startThrowawayPostgres } from '../../../test/servers/throwaway-postgres.ts'
import { expectMoved } from './move.suite.ts'

test('a database is moved to another server of the same version', async () => {
  const other = await startThrowawayPostgres()
  onTestFinished(() => other.stop())
  await expectMoved(other.url)
})
