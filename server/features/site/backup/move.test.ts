import { inject, test } from 'vitest'
import { expectMoved } from './move.suite.ts'

test('a database is moved completely, and only into an empty database', () => expectMoved(inject('postgresUrl')))
