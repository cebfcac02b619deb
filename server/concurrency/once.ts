/**
 * Returns a function that calls `load` at its first call and keeps the result. A failure is not kept: the next call
 * loads again.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
