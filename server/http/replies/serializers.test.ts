import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operationNames, operations } from '../../test/clients/contract-calls.ts'
import { compileOnFirstReply } from './serializers.ts'

const reply = { method: 'GET', url: '/', httpStatus: '200' }

test('a reply contains only the fields of its schema', () => {
  const serialize = compileOnFirstReply()({ ...reply, schema: z.object({ id: z.string() }) })
  for (const id of ['a', 'b']) expect(serialize({ id, secret: 'c' })).toBe(JSON.stringify({ id }))
})

test('a schema that cannot be compiled does not stop the server from starting', () => {
  const serialize = compileOnFirstReply()({ ...reply, schema: z.date() })
  expect(() => serialize({})).toThrow('Date cannot be represented')
})

test('the serialiser of every operation can be compiled', () => {
  const failed = operationNames.filter((name) => {
    const { response } = operations[name]
    if (!response) return false
    // A compiled serialiser refuses an undeclared body with a different error.
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
