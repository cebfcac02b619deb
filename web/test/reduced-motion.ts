import { onTestFinished, vi } from 'vitest'

/**
 * Lets the viewer prefer reduced motion for the current test. Do not replace `matchMedia` for that: modules keep its
 * result, also those that later test files share.
 */
export function preferReducedMotion(): void {
  const matches = vi.spyOn(Object.getPrototypeOf(matchMedia('')) as MediaQueryList, 'matches', 'get')
  matches.mockReturnValue(true)
  onTestFinished(() => matches.mockRestore())
}
