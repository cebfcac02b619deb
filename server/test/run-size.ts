import { inject } from 'vitest'

/** Returns the size of a test in this run: a sample in `npm test`, the whole in `npm run test:deep`. */
export function sizeOf<T>({ quick, deep }: { quick: T; deep: T }): T {
  return inject('isDeep') ? deep : quick
}
