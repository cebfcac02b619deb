import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from './compression.ts'

/** Whether other work was done during `work`. */
async function letsOthersThrough(work: () => Promise<unknown>): Promise<boolean> {
  let isThrough = false
  const other = setImmediate(() => (isThrough = true))
  await work()
  clearImmediate(other)
  return isThrough
}

test('only large replies are compressed in the background', async () => {
  const large = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => i))
  const ordinary = large.slice(0, 40_000)
  expect(await letsOthersThrough(() => compress(large))).toBe(true)
  expect(await letsOthersThrough(() => compress(ordinary))).toBe(false)
  for (const body of [large, ordinary]) expect(gunzipSync((await compress(body))!).toString()).toBe(body)
  expect(await compress('short')).toBeUndefined()
})
