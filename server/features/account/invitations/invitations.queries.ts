import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Invitation, InvitationBody } from '../../../../contract/account/invitations.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { cutPage, decodeCursor, encodeCursor, isBehind, type PageOf } from '../../../http/cursor.ts'
import { hashToken } from '../../../identity/tokens.ts'
import { shownName } from '../../../access/shown-name.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'

/**
 * Creates and logs an invitation link. Its secret is in the fragment, which browsers do not send, and only its hash is
 * stored.
 */
export function createInvitation(
  db: Db,
  publicUrl: string,
  actorId: string,
  { note, maxUses, days }: InvitationBody,
): Promise<{ link: string; invitation: Invitation }> {
  const token = randomBytes(32).toString('base64url')
  return db.transaction().execute(async (tx) => {
    const expiresAt = sql<string>`now() + ${days}::integer * interval '1 day'`
    const { id } = await tx
      .insertInto('invitations')
      .values({ hash: hashToken(token), note, maxUses, createdBy: actorId, expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeStaffLog(tx, actorId, 'create-invitation', { invitationId: id, maxUses, days })
    const [invitation] = await readInvitations(tx).where('invitations.id', '=', id).execute()
    return { link: `${publicUrl}/invite#${token}`, invitation: invitation! }
  })
}

export async function listInvitations(
  db: Db,
  { limit, cursor }: PageOf,
): Promise<{ invitations: Invitation[]; nextCursor: string | null }> {
  const found = await readInvitations(db)
    .where(isBehind(decodeCursor(cursor), 'invitations.createdAt', 'invitations.id'))
    .orderBy('invitations.createdAt', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { rows, nextCursor } = cutPage(found, limit, encodeCursor)
  return { invitations: rows, nextCursor }
}

const stateOf = sql<Invitation['state']>`
  case when revoked_at is not null then 'revoked' when uses_count >= max_uses then 'used-up'
    when expires_at <= now() then 'expired' else 'valid' end`

function readInvitations(db: Db) {
  return db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'createdBy')
    .select(['invitations.id', 'note', 'maxUses', 'usesCount', 'invitations.createdAt', 'expiresAt'])
    .select([stateOf.as('state'), shownName('users').as('createdBy')])
}

/** Revokes and logs a link. Does nothing if it is revoked already. @throws {AppError} NOT_FOUND. */
export function revokeInvitation(db: Db, actorId: string, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { revokedAt, ...counts } = await tx
      .selectFrom('invitations')
      .select(['maxUses', 'usesCount', 'revokedAt'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND', 'This invitation link was not found.'))
    if (revokedAt !== null) return
    await sql`update invitations set revoked_at = now() where id = ${id}`.execute(tx)
    await writeStaffLog(tx, actorId, 'revoke-invitation', { invitationId: id, ...counts })
  })
}

/** @throws {AppError} NOT_FOUND if no account can be created with the link now. */
export async function requireInvitation(db: Db, token: string): Promise<void> {
  const found = await db.selectFrom('invitations').select('id').where(isValid(token)).executeTakeFirst()
  if (!found) throw invalidInvitation()
}

/**
 * Counts an account that is created with the link. Concurrent registrations wait for each other at the link's row, so
 * the limit of the link is never exceeded.
 *
 * @throws {AppError} NOT_FOUND if the link has become invalid.
 */
export async function useInvitation(tx: Db, token: string, userId: string): Promise<void> {
  const { id: invitationId } = await tx
    .updateTable('invitations')
    .set({ usesCount: sql`uses_count + 1` })
    .where(isValid(token))
    .returning('id')
    .executeTakeFirstOrThrow(() => invalidInvitation())
  await tx.insertInto('invitedUsers').values({ userId, invitationId }).execute()
}

function isValid(token: string) {
  return sql<boolean>`(
    hash = ${hashToken(token)} and revoked_at is null and uses_count < max_uses and coalesce(expires_at > now(), true)
  )`
}

function invalidInvitation(): AppError {
  return new AppError(
    'NOT_FOUND',
    'This invitation link is incomplete, used up, expired or revoked. Please ask for a new one.',
  )
}
