import { prefersReducedMotion } from './reduced-motion.ts'

const { connection } = navigator as { connection?: { saveData?: boolean } }

/** Whether videos may start by themselves. They may not with reduced motion or with the data saver. */
export function mayAutoplay(): boolean {
  return !prefersReducedMotion() && connection?.saveData !== true
}
