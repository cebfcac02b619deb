import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operationNames, operations } from '../../test/clients/contract-calls.ts'
import { compileOnFirstReply } from './serializers.ts'

const reply = { method: 'GET', url: '/', httpStatus: '200' }

test('a reply is written by its schema, without what that does not name', () => {
  const serialize = compileOnFirstReply()({ ...reply, schema: z.object({ id: z.string() }) })
  for (const id of ['a', 'b']) expect(serialize({ id, secret: 'c' })).toBe(JSON.stringify({ id }))
})

test('what cannot be compiled is no obstacle to the start', () => {
  const serialize = compileOnFirstReply()({ ...reply, schema: z.date() })
  expect(() => serialize({})).toThrow('Date cannot be represented')
})

test('the serialiser of every operation can be compiled', () => {
  const failed = operationNames.filter((name) => {
    const { response } = operations[name]
    if (!response) return false
    // A body that is not as declared is refused by a serialiser that was compiled, in other words.
    const serialize = compileOnFirstReply()({ ...reply, schema: response })
    try {
      serialize({})
      return false
    } catch (error) {
      return !/is required|does not match|cannot be converted/.test(String(error))
    }
  })
  expect(failed).toEqual([])
})
