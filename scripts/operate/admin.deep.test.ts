import { expect, test } from 'vitest'
import type { OwnUser } from '../../contract/account/users.ts'
import { decideAbout, decision, signUpWithThings } from '../../server/features/moderation/decisions/people.fixture.ts'
import { givePasskey } from '../../server/test/clients/authenticator.ts'
import { startMailServer } from '../../server/test/servers/mail-server.ts'
import { appOfTest } from '../../server/test/test-app.ts'
import { commandFor, runScript } from '../support/commands.fixture.ts'

test('the operator appoints admins and moderators, even while the site is running', async () => {
  const t = await appOfTest()
  const admin = await commandFor(t, 'operate/admin.ts')
  const [ada, bob] = [await t.signUp(), await t.signUp()]
  await t.change('users', ada.user.id, { username: 'ada', displayName: 'Ada', email: 'ada@example.org' })
  // The control characters would change the operator's terminal.
  await t.change('users', bob.user.id, { username: 'bob', displayName: 'B\u001Bob\u0007', email: 'bob@example.org' })
  const role = async ({ caller }: typeof ada) => (await caller.get('/api/user')).json<OwnUser>().role

  const nobody = 'This site has no admin yet. Run `npm run admin` for a link that makes you one.\n'
  expect(await admin('list')).toEqual({ code: 0, said: nobody })
  const { code, said } = await admin()
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringMatching(
      /^Sign in and open http:\/\/127\.0\.0\.1:3000\/claim#[\w-]{43} \(works once, for an hour\)\n$/,
    ),
  })
  const token = /#([\w-]+)/.exec(said)?.[1]
  expect((await ada.caller.post('/api/claims', { token })).json()).toEqual({ role: 'admin' })

  expect(await admin('make', 'BOB@example.org', 'moderator')).toEqual({
    code: 0,
    said: 'bob (Bob) b•••@example.org is now a moderator.\n',
  })
  expect(await role(bob)).toBe('moderator')
  const both = 'admin      ada (Ada) a•••@example.org\nmoderator  bob (Bob) b•••@example.org\n'
  expect(await admin('list')).toEqual({ code: 0, said: both })
  await t.change('users', ada.user.id, { username: null })
  expect((await admin('list')).said).toContain('admin      (Ada) a•••@example.org\n')
  await t.change('users', ada.user.id, { username: 'ada' })
  expect(await admin('make', 'Bob')).toMatchObject({ code: 0, said: 'bob (Bob) b•••@example.org is now an admin.\n' })
  expect(await admin('remove', 'ada')).toMatchObject({ code: 0, said: 'ada (Ada) a•••@example.org is now a member.\n' })
  const last = 'This site has no admin any more. Run `npm run admin` to create one.'
  expect(await admin('remove', 'bob')).toMatchObject({ code: 0, said: expect.stringContaining(last) })
  expect(await role(bob)).toBe('member')

  await t.change('users', ada.user.id, { isSample: true, userNumber: -1 })
  const sample = 'This is a sample account. It doesn’t belong to a person.\n'
  expect(await admin('make', 'ada')).toEqual({ code: 1, said: sample })
  expect(await admin('make', 'nobody')).toEqual({ code: 1, said: "There is no account 'nobody'.\n" })
  // Every object has a property of this name.
  expect(await admin('constructor')).toEqual({
    code: 1,
    said: expect.stringMatching(/^Usage: \nnpm run admin .* create a link/),
  })
  for (const wrong of [
    ['list', 'bob'],
    ['make'],
    ['make', 'bob', 'owner'],
    ['make', 'bob', 'member'],
    ['remove'],
    ['rename', 'bob'],
  ]) {
    expect(await admin(...wrong)).toEqual({ code: 1, said: expect.stringContaining('npm run admin -- list') })
  }
  expect(await admin('list', '--foo')).toEqual({ code: 1, said: expect.stringMatching(/^Unknown option '--foo'\. /) })
  const acts = await t.rows('staffLog', {}, 'id')
  expect(acts.map(({ act, actorId }) => [act, actorId === null])).toEqual([
    ['draw-link', true],
    ['change-role', false],
    ...Array.from({ length: 4 }, () => ['change-role', true]),
  ])
})

test("a moderator's recent decisions are undone", async () => {
  const t = await appOfTest()
  const admin = await commandFor(t, 'operate/admin.ts')
  const [moderator, owner] = [await t.signUp({ role: 'moderator' }), await signUpWithThings(t)]
  const { username } = moderator.user
  await decideAbout(moderator, { kind: 'video', subjectId: owner.videoId }, decision('hide'))
  await t.change('decisions', {}, { decidedAt: new Date(Date.now() - 3 * 3_600_000).toISOString() })
  await decideAbout(moderator, { kind: 'account', subjectId: owner.user.id }, decision('restrict'))

  const undone = (count: number) => ({
    code: 0,
    said: expect.stringMatching(`^Reversed decisions of .*: ${count}\\. ${username} is still a moderator\\.`),
  })
  expect(await admin('undo', username!, '--since', '2h')).toMatchObject(undone(1))
  const inForce = () => t.rows('decisions', { state: 'in-force' })
  expect(await inForce()).toMatchObject([{ measure: 'hide' }])
  expect(await admin('undo', username!, '--since', '1d')).toMatchObject(undone(1))
  expect(await inForce()).toEqual([])
  for (const wrong of [['--since'], ['--since', '-1h'], ['--since', 'ever'], ['2h'], []]) {
    expect(await admin('undo', username!, ...wrong)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^([^.]+\. )?Usage: [^]*--since 2h/),
    })
  }
})

test("a reset link from the console restores access and ends the person's sessions", async () => {
  const t = await appOfTest()
  const admin = await commandFor(t, 'operate/admin.ts')
  const { user, caller } = await t.signUp()
  // They have also lost their passkeys and recovery codes.
  await t.change('users', user.id, { passwordSignIn: false })

  expect(await admin('sign-out', user.email)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Ended sessions of .*: 1\.\n$/),
  })
  expect((await caller.get('/api/user')).statusCode).toBe(401)

  const { code, said } = await admin('reset', user.username!)
  expect(code).toBe(0)
  const token = /http:\/\/127\.0\.0\.1:3000\/auth\/reset#([\w-]{43}) /.exec(said)?.[1]
  const password = 'violet teapots'
  expect((await t.visitor.put('/api/password-resets', { token, password })).statusCode).toBe(204)
  expect((await t.visitor.post('/api/login', { email: user.email, password })).statusCode).toBe(200)

  await givePasskey(t.db, user.id)
  expect(await admin('remove-passkeys', user.email)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Removed passkeys of .*: 1\.\n$/),
  })
  expect(await t.rows('passkeys', { userId: user.id })).toEqual([])

  const log = await t.rows('staffLog', {}, 'id')
  expect(log.map(({ act, actorId, subject }) => ({ act, actorId, subject }))).toEqual([
    { act: 'sign-out', actorId: null, subject: { personId: user.id, devices: 1 } },
    { act: 'reset-link', actorId: null, subject: { personId: user.id } },
    { act: 'remove-passkeys', actorId: null, subject: { personId: user.id, passkeys: 1 } },
  ])
  for (const wrong of [['reset'], ['reset', 'bob', 'now'], ['sign-out'], ['remove-passkeys']]) {
    expect(await admin(...wrong)).toEqual({ code: 1, said: expect.stringContaining('npm run admin -- list') })
  }
})

test("check-mail sends an e-mail and prints the mail server's answer", async () => {
  const server = await startMailServer()
  const check = async (env: Record<string, string>, address: string) => {
    const { code, out, errors } = await runScript('operate/admin.ts', ['check-mail', address], env)
    return { code, said: out + errors }
  }
  const env = { SMTP_URL: server.mail.url, MAIL_FROM: server.mail.from }
  const to = 'operator@example.org'
  expect(await check(env, to)).toEqual({
    code: 0,
    said: `The mail server accepted a test email to ${to}: 250 taken\n`,
  })
  expect((await server.emailTo(to)).subject).toBe('Test email')
  server.refuseWith({ code: 550, words: `No such person: ${to}` })
  expect(await check(env, to)).toEqual({
    code: 1,
    said: 'The test email was not sent. 550 No such person: …\n',
  })
  const wrong = { ...env, SMTP_URL: env.SMTP_URL.replace('mail%20password', 'guess') }
  expect(await check(wrong, to)).toEqual({ code: 1, said: expect.stringContaining('535') })
  await server.goAway()
  expect(await check(env, to)).toEqual({ code: 1, said: expect.stringContaining('ould not reach the mail server') })
  expect(await check({}, to)).toEqual({
    code: 1,
    said: 'No mail server is configured. Please set SMTP_URL and MAIL_FROM.\n',
  })
})
