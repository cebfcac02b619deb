const calm = matchMedia('(prefers-reduced-motion: reduce)')
const { connection } = navigator as { connection?: { saveData?: boolean } }

/** Whether video may play without being asked: not with reduced motion, and not where data is to be saved. */
export function mayAutoplay(): boolean {
  return !calm.matches && connection?.saveData !== true
}

export function onAutoplayChange(listener: () => void): void {
  calm.addEventListener('change', listener)
}
