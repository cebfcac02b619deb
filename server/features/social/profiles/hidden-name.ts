/** What stands in place of the name of who is suspended, or about to be deleted, where a count says that there is somebody. */
export function hiddenName(suspendedUntil: string | null): string {
  return suspendedUntil ? 'Suspended account' : 'Closed account'
}
