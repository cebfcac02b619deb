/** Whether the operating system failed a call with one of these codes, such as `ENOENT`. */
export function hasSystemCode(error: unknown, ...codes: string[]): boolean {
  const { code } = error as { code?: unknown }
  return codes.some((each) => each === code)
}
