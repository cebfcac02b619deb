/** Display name of suspended accounts and accounts that are being deleted, for lists that must match a count. */
export function hiddenName(suspendedUntil: string | null): string {
  return suspendedUntil ? 'Suspended account' : 'Closed account'
}
