import { inspect } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { testApp } from '../test/test-app.ts'
import { loggableError } from './loggable-error.ts'
import { createLogger } from '../setup/logger.ts'

const t = testApp()

const email = 'private.person@example.org'
const anythingPrivate = /private\.person|c29tZXNhbHQ|aGFzaGVk/
const hash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaGVkcGFzc3dvcmQ'

test.each([
  ['a duplicate', (sql: Run) => sql(insertTwice), { code: '23505', table: 'users' }],
  ['a row that a check refuses', (sql: Run) => sql(insertWithout), { code: '23502', column: 'email' }],
  ['a value that is not a number', (sql: Run) => sql(`select '${email}'::int`), { code: '22P02' }],
  ['a statement that cannot be parsed', (sql: Run) => sql(`select 1 '${email}'`), { code: '42601' }],
  ['a function that refuses', (sql: Run) => sql(`do $$ begin raise exception 'no "${email}"'; end $$`), {}],
])('%s is logged with the details that help, but without the contents of the row', async (_, provoke, expected) => {
  const error: unknown = await provoke(run).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(pg.DatabaseError)
  const logged = loggableError(new Error('Sweeping failed', { cause: new AggregateError([error], 'in part') }))
  expect(logged.cause?.errors?.[0]).toMatchObject({ type: 'DatabaseError', ...expected })
  expect(logged.cause?.errors?.[0]?.stack).toMatch(/^ {4}at /m)
  expect(inspect(logged, { depth: 9 })).not.toMatch(anythingPrivate)
})

test('an error is logged without signatures, passwords, password hashes and e-mail addresses', () => {
  for (const error of [
    new Error(`Failed to fetch http://x.test/objects/upload/1?expires=17&signature=c29tZXNhbHQ`),
    new Error('cannot connect to postgres://reverie:c29tZXNhbHQ@127.0.0.1:5432/reverie'),
    new Error(`No account ${email} with ${hash}`),
    `thrown as text: ${email}`,
    Object.assign(new Error('x'), { parameters: [email], detail: hash, input: email }),
  ]) {
    expect(inspect(loggableError(error), { depth: 9 })).not.toMatch(anythingPrivate)
  }
})

test.each([
  [
    'a copy of an error',
    { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED', stack: 'Error: x', queue: 'a' },
    /ECONNREFUSED$/,
  ],
  ['an error with causes only', new AggregateError([new Error('refused'), new Error('reset')]), /^refused; reset$/],
  ['an error with a code only', Object.assign(new Error(), { code: 'ECONNRESET' }), /^ECONNRESET$/],
  ['an object', { some: 1, other: 2 }, /^an object with some, other$/],
])('the message of %s is text that names the cause', (_, error, message) => {
  expect(loggableError(error).message).toMatch(message)
})

test('a database error in a route handler is logged without the row’s contents', async () => {
  const lines: string[] = []
  await using app = await buildApp(t.deps, { log: createLogger({ output: { write: (line) => lines.push(line) } }) })
  app.get('/api/broken', () => run(insertTwice))
  expect((await app.inject('/api/broken')).statusCode).toBe(500)
  expect(lines.join('\n')).toContain('users_email_key')
  expect(lines.join('\n')).not.toMatch(anythingPrivate)
})

type Run = (sql: string) => Promise<unknown>
const insertTwice = `insert into users (email, password_hash, user_number)
  select '${email}', '${hash}', 900000 + n from generate_series(1, 2) n`
const insertWithout = `insert into users (email, password_hash, user_number) values (null, '${hash}', -9)`

async function run(sql: string): Promise<unknown> {
  const client = new pg.Client(t.databaseUrl)
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
