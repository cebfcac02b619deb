/** PostgreSQL's error codes for the cases that the server handles. */
export const errorCodes = {
  connectionFailure: '08006',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  invalidPassword: '28P01',
  /** A server that refuses changes, such as a primary that has become a replica. */
  readOnly: '25006',
  /** On a replica: the statement was cancelled because the replica had to change rows that it read. */
  conflictWithRecovery: '40001',
  deadlock: '40P01',
  undefinedTable: '42P01',
  undefinedColumn: '42703',
  diskFull: '53100',
  /** The statement waited for a lock for longer than `lock_timeout`. */
  lockNotAvailable: '55P03',
  /** The statement exceeded its time limit. */
  queryCancelled: '57014',
} as const

export function hasErrorCode(error: unknown, ...names: (keyof typeof errorCodes)[]): boolean {
  const { code } = error as { code?: unknown }
  return names.some((name) => errorCodes[name] === code)
}

/** Whether the error says that a row violates a unique constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return hasErrorCode(error, 'uniqueViolation') && (error as { constraint?: string }).constraint === constraint
}
