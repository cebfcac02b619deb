const calm = matchMedia('(prefers-reduced-motion: reduce)')
const { connection } = navigator as { connection?: { saveData?: boolean } }

/** Whether videos may start by themselves. They may not with reduced motion or with the data saver. */
export function mayAutoplay(): boolean {
  return !calm.matches && connection?.saveData !== true
}

/** Calls the listener when reduced motion is turned on or off. */
export function onAutoplayChange(listener: () => void): void {
  calm.addEventListener('change', listener)
}
