import { prefersReducedMotion } from './reduced-motion.ts'

const { connection } = navigator as { connection?: { saveData?: boolean } }

/** Whether videos may start by themselves. Videos may not start with reduced motion or with the data saver. */
export function mayAutoplay(): boolean {
  return !prefersReducedMotion() && connection?.saveData !== true
}
