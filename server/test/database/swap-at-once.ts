import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Person, TestApp } from '../test-app.ts'
import { requestBehind } from './request-behind.ts'

/**
 * Lets two people take each other's username or address at once: `first` with a request, and `second`, whose own value
 * is free by then, with a statement. The statement must not wait for the request, because both would then wait for each
 * other.
 *
 * @returns The status of the request's reply.
 */
export async function swapAtOnce(
  t: TestApp,
  column: 'username' | 'email',
  { first, second }: Record<'first' | 'second', Person>,
): Promise<number> {
  const path = column === 'email' ? '/api/account/email' : `/api/users/${first.user.id}`
  const send = () => first.caller.put(path, { [column]: second.user[column] })
  let refusal: unknown
  const { statusCode } = await requestBehind(t, send, async (tx, untilItWaits) => {
    const take = (value: string | null) =>
      sql`update users set ${sql.ref(column)} = ${value} where id = ${second.user.id}`.execute(tx)
    await take('between')
    await untilItWaits()
    await sql`savepoint taking`.execute(tx)
    await sql`set local lock_timeout = '10ms'`.execute(tx)
    refusal = await take(first.user[column]).catch((error: unknown) => error)
    await sql`rollback to savepoint taking`.execute(tx)
  })
  expect(refusal).toMatchObject({ code: '23505' })
  return statusCode
}
