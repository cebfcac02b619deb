import type { KeyboardEvent } from 'react'

/** The key code of all keys that an input method handles. */
const INPUT_METHOD = 229

/**
 * Whether a key belongs to an input method, such as the Enter that accepts a Japanese word. In Safari the composition has
 * already ended by then, and only the key code tells.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === INPUT_METHOD
}
