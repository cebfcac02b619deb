/** Waits for work to end, but no longer than `maxMs` milliseconds. It then goes on by itself. */
export async function waitAtMost(maxMs: number, work: Promise<unknown> | undefined): Promise<void> {
  const { promise: isOverdue, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxMs)
  try {
    await Promise.race([work, isOverdue])
  } finally {
    clearTimeout(timer)
  }
}
