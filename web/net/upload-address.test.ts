import { expect, test } from 'vitest'
import { objectIdOf } from './upload-address.ts'

const id = '3f1c0a52-6c1e-4f3b-9a53-0c7d7f6f2a11'

test.each([
  `https://reverie.test/api/uploads/${id}?expires=1&signature=a.b`,
  `https://reverie.test/api/uploads/${id}`,
  `/objects/${id}`,
  `/objects/${id}.mp4`,
])('the object id is found in %s', (address) => {
  expect(objectIdOf(address)).toBe(id)
})
