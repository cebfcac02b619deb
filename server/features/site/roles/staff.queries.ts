import type { Db } from '../../../db/connect.ts'

/** Callers show `email` only through `shownEmail`. */
const columns = ['id', 'role', 'username', 'displayName', 'email'] as const

export type StaffMember = Awaited<ReturnType<typeof listStaff>>[number]

/** Lists staff: admins first, in the order of their registration. */
export function listStaff(db: Db) {
  return db
    .selectFrom('users')
    .select(columns)
    .where('role', '<>', 'member')
    .orderBy('role')
    .orderBy('userNumber')
    .execute()
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()
  return admin !== undefined
}

/** Finds an account by its username or its whole e-mail address, ignoring case. */
export function findAccount(db: Db, nameOrEmail: string): Promise<StaffMember | undefined> {
  const typed = nameOrEmail.trim().toLowerCase()
  return db
    .selectFrom('users')
    .select(columns)
    .where(typed.includes('@') ? 'email' : 'username', '=', typed)
    .executeTakeFirst()
}

/**
 * Returns an address such as `a•••@example.org`. It is enough to recognise one's own address and too little to write
 * to.
 */
export function shownEmail(email: string): string {
  return `${String.fromCodePoint(email.codePointAt(0) ?? 0)}•••${email.slice(email.lastIndexOf('@'))}`
}
