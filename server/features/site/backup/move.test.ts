import { inject, test } from 'vitest'
import { expectMoved } from './move.suite.ts'

test('a database is moved completely, with its queue, and only into an empty one', () =>
  expectMoved(inject('postgresUrl')))
