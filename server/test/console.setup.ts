import { afterEach, beforeEach } from 'vitest'

// A test that expects an error on the console replaces console.error and asserts the calls.
const original = console.error
let reported: unknown[][] = []

beforeEach(() => {
  reported = []
  console.error = (...args) => {
    reported.push(args)
    original(...args)
  }
})

afterEach(() => {
  console.error = original
  if (reported.length > 0) throw new Error(`Unexpected console.error: ${reported.map(String).join('; ')}`)
})
