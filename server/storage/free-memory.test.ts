import { expect, test } from 'vitest'
import { freeMemory } from './free-memory.ts'

test('freeing bytes also frees their memory', () => {
  const bytes = Buffer.allocUnsafeSlow(1_000)
  freeMemory(bytes)
  expect([bytes.length, bytes.buffer.byteLength]).toEqual([0, 0])
})

test('bytes that share their memory with others are not freed', () => {
  const memory = Buffer.from(new Uint8Array([1, 2, 3, 4]).buffer)
  const [first, second] = [memory.subarray(0, 2), memory.subarray(2)]
  freeMemory(first)
  expect([...first, ...second]).toEqual([1, 2, 3, 4])
})
