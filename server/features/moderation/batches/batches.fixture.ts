import { randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { Batch, BatchBody } from '../../../../contract/moderation/batches.ts'
import type { UsersTable } from '../../../db/schema/schema.ts'
import { signInOn } from '../../../test/clients/devices.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { decision, type Person, signUpWithThings, statementsOf } from '../decisions/people.fixture.ts'
import { decideBatch } from './decide-batch.jobs.ts'

export const suspension = (people: Person[]): BatchBody => ({
  ...(decision('suspend') as BatchBody),
  kind: 'account',
  subjectIds: people.map(({ user }) => user.id),
})

export const send = ({ caller }: Person, body: BatchBody, id: string = randomUUID()) =>
  caller.put(`/api/batches/${id}`, body)

/** Sends a batch, which must be accepted. */
export async function make(person: Person, body: BatchBody): Promise<Batch> {
  const reply = await send(person, body)
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
  return reply.json<Batch>()
}

export const undo = ({ caller }: Person, id: string) =>
  caller.post(`/api/batches/${id}/undo`, { answer: 'A mistake. Sorry.' })

export async function listBatches({ caller }: Person): Promise<Batch[]> {
  return (await caller.get('/api/batches')).json<{ batches: Batch[] }>().batches
}

/** Returns a batch as this person sees it. */
export async function readBatch(person: Person, id: string): Promise<Batch> {
  return (await listBatches(person)).find((batch) => batch.id === id)!
}

/** Hides a comment and all others with the same words. */
export const hideWave = async ({ caller }: Person, commentId: string) =>
  (
    await caller.post(`/api/comments/${commentId}/same-words/decision`, { rule: 'spam', facts: 'Again and again.' })
  ).json<object>()

const active = { restrictedUntil: null, suspendedUntil: null, deleteAfter: null, hiddenFor: [], isHidden: false }
const notDecided = 'The moderator’s account was not active any more.'
export const notUndone = 'The account that undid this was not active any more.'
const notStaff = 'Only moderators and admins can do this.'
type Deactivation = [status: string, change: Updateable<UsersTable>, skipReason: string, undoReason: string]
export const deactivations: Deactivation[] = [
  ['restricted', { restrictedUntil: 'infinity' }, notDecided, notUndone],
  ['suspended', { suspendedUntil: 'infinity', hiddenFor: ['suspension'], isHidden: true }, notDecided, notUndone],
  [
    'scheduled for deletion',
    { deleteAfter: 'infinity', hiddenFor: ['deletion'], isHidden: true },
    notDecided,
    notUndone,
  ],
  ['no longer staff', { role: 'member' }, notStaff, notStaff],
]

/** Returns helpers that read and change the database of a test app. */
export function batchesIn(t: TestApp) {
  const run = (batchId: string, signal = new AbortController().signal) =>
    decideBatch(t.deps, { payload: { batchId }, signal })

  const signUpMany = (count: number) => Promise.all(Array.from({ length: count }, () => signUpWithThings(t)))

  const statementsAfterSignIn = async ({ user }: Person) => statementsOf({ caller: await signInOn(t, user.email) })

  async function suspendedCount(people: Person[]): Promise<number> {
    const ids = people.map(({ user }) => user.id)
    return (await t.rows('users', { id: ids })).filter(({ suspendedUntil }) => suspendedUntil !== null).length
  }

  /** Makes the database refuse changes of the items at this position. Returns a function that ends this. */
  async function failAt(position: number): Promise<() => Promise<unknown>> {
    await sql`
      create function fail_item() returns trigger language plpgsql as $$ begin raise exception 'Out of luck'; end $$`.execute(
      t.db,
    )
    await sql`
      create trigger fail_item before update on batch_items for each row
      when (old.position = ${sql.lit(position)}) execute function fail_item()`.execute(t.db)
    return () => sql`drop function fail_item cascade`.execute(t.db)
  }

  async function setUser({ user }: Person, columns: Updateable<UsersTable>): Promise<void> {
    await t.change('users', user.id, columns)
  }

  /** Deactivates an account for the rest of the test. */
  async function deactivate(person: Person, change: Updateable<UsersTable>): Promise<void> {
    onTestFinished(() => setUser(person, active))
    await setUser(person, change)
  }

  return { run, signUpMany, statementsAfterSignIn, suspendedCount, failAt, deactivate }
}
