import { sql } from 'kysely'
import { signInOn } from '../clients/devices.ts'
import { insertVideos, type Caller, type Person, type TestApp } from '../test-app.ts'
import type { Asker } from './permissions.table.ts'

/** The people and subjects of the calls. The video, the comment and the notification belong to the owner. */
export interface Scene {
  t: TestApp
  owner: Person
  stranger: Person
  moderator: Person
  admin: Person
  /** The owner, signed out. */
  ended: Caller
  videoId: string
  /** The owner's comment on the video. */
  commentId: string
  /** An anonymous report about the video. */
  reportId: string
  caseId: string
  /** A notification of the owner. */
  notificationId: string
}

export type People = Pick<Scene, 'owner' | 'stranger' | 'moderator' | 'admin' | 'ended'>

const columns = {
  owner: {},
  stranger: { displayName: 'Canary Reporter' },
  moderator: { displayName: 'Canary Moderator', role: 'moderator' },
  admin: { displayName: 'Canary Admin', role: 'admin' },
} as const

export async function makePeople(t: TestApp): Promise<People> {
  const [owner, stranger, moderator, admin] = await Promise.all([
    t.signUp(columns.owner),
    t.signUp(columns.stranger),
    t.signUp(columns.moderator),
    t.signUp(columns.admin),
  ])
  const ended = await signInOn(t, owner.user.email)
  await ended.post('/api/logout')
  return { owner, stranger, moderator, admin, ended }
}

/** Returns the people with a new owner, and with a new caller in the role of the asker. */
export async function renewFor(asker: Asker, people: People, t: TestApp): Promise<People> {
  const role = roleOf(asker)
  const owner = await t.signUp(columns.owner)
  return { ...people, owner, ...(role !== 'owner' && { [role]: await t.signUp(columns[role]) }) }
}

export async function setScene(t: TestApp, cast: People): Promise<Scene> {
  const { owner, stranger } = cast
  const [videoId = ''] = await insertVideos(t, owner.user.id, 1)
  const comment = t.insert('comments', { userId: owner.user.id, videoId, text: 'Mine' })
  const notification = t.insert('notifications', {
    userId: owner.user.id,
    actorId: stranger.user.id,
    type: 'like',
    videoId,
  })
  const counted = t.change('videos', videoId, { commentsCount: 1 })
  const [{ id: commentId }, { id: notificationId }] = await Promise.all([comment, notification, counted])
  await stranger.caller.post(`/api/videos/${videoId}/report`)
  const { reportId } = (await t.visitor.post(`/api/videos/${videoId}/report`)).json<{ reportId: string }>()
  const { id: caseId } = await t.row('cases', { videoId })
  return { t, ...cast, videoId, commentId, notificationId, reportId, caseId }
}

export function callerFor(asker: Asker, { t, ended, ...signedIn }: Scene): Caller {
  if (asker === 'visitor') return t.visitor
  if (asker === 'ended') return ended
  return signedIn[roleOf(asker)].caller
}

/** Returns the role whose session the caller uses. */
export function roleOf(asker: Asker): 'owner' | 'stranger' | 'moderator' | 'admin' {
  return (['stranger', 'moderator', 'admin'] as const).find((role) => asker.endsWith(role)) ?? 'owner'
}

interface AccountStatus {
  deleteAfter: null
  hiddenFor: 'suspension'[]
  isHidden: boolean
  suspendedUntil: string | null
  restrictedUntil: string | null
}

export const unrestricted: AccountStatus = {
  deleteAfter: null,
  hiddenFor: [],
  isHidden: false,
  suspendedUntil: null,
  restrictedUntil: null,
}

/** Account status of callers, as decisions of the moderators would set it. */
export const accountStatuses: Partial<Record<Asker, AccountStatus>> = {
  'restricted owner': { ...unrestricted, restrictedUntil: 'infinity' },
  'suspended owner': { ...unrestricted, hiddenFor: ['suspension'], isHidden: true, suspendedUntil: 'infinity' },
}

export async function setAccountStatus({ t, owner: { user } }: Scene, status: AccountStatus): Promise<void> {
  await t.change('users', user.id, status)
}

/** Removes rows that later tests would list, too. `truncate` would take twenty times as long. */
export async function removeScenes(t: TestApp): Promise<void> {
  await t.db.transaction().execute(async (tx) => {
    // A trigger protects the lines of the public log.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from public_log`.execute(tx)
    await sql`set local session_replication_role = origin`.execute(tx)
    for (const name of ['reports', 'notices', 'decisions', 'cases', 'videos', 'account_events', 'tokens']) {
      await sql`delete from ${sql.table(name)}`.execute(tx)
    }
  })
}
