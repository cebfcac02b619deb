import { onTestFinished, test } from 'vitest'
import { startPostgres15 } from '../../../test/servers/system-postgres.ts'
import { expectMoved } from './move.suite.ts'

test('a database is moved to PostgreSQL 15', async () => {
  const other = await startPostgres15()
  onTestFinished(() => other.stop())
  await expectMoved(other.url)
})
