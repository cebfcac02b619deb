/**
 * Whether an error has one of these codes of the operating system, such as `ENOENT`. Bucket storage throws `ENOENT`,
 * too.
 */
export function hasSystemCode(error: unknown, ...codes: string[]): error is { code: string } {
  const { code } = error as { code?: unknown }
  return codes.some((each) => each === code)
}

/** Ignores the error of a missing file, for `catch`. */
export function ignoreMissing(error: unknown): undefined {
  if (!hasSystemCode(error, 'ENOENT')) throw error
}
