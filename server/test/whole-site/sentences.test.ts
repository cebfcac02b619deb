import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { errorStatus, type ErrorCode, type ErrorReply } from '../../../contract/errors.ts'
import { faultsOf, operations } from '../clients/contract-calls.ts'
import { type Caller, type Person, signUpWithVideo, testApp } from '../test-app.ts'

const t = testApp()
let own: Person
let other: Person
let videoId: string
beforeAll(async () => {
  ;({ videoId, ...own } = await signUpWithVideo(t))
  other = await t.signUp()
})

type Sentence = [sentence: string, request: string, body?: object]

const long = (length: number) => 'x'.repeat(length)
const account = { email: 'a@example.org', password: 'secret1' }
const clip = { title: 'x', toolUsed: 'other', videoUrl: 'none' }
const someId = randomUUID()
const parents = (count: number, thanks?: string) =>
  Array.from({ length: count }, () => ({ videoId: randomUUID(), thanks }))

/** The sentences of the specification's section 5 by field, and requests that are refused with them. */
const fieldSentences: Record<string, Sentence[]> = {
  email: [
    ['Please enter a valid email address', 'POST /api/login', { ...account, email: '' }],
    ['Please enter a valid email address', 'POST /api/login', { ...account, email: 'nobody' }],
    ['Please enter a valid email address', 'POST /api/login', { password: 'secret1' }],
    ['Please enter a valid email address', 'POST /api/register', { ...account, email: 'a@b' }],
    ['Please enter a valid email address', 'POST /api/register', { ...account, email: `${long(250)}@example.org` }],
    ['Please enter a valid email address', 'POST /api/register', { ...account, email: null }],
  ],
  password: [
    ['Password is required', 'POST /api/login', { ...account, password: '' }],
    ['Password is required', 'POST /api/login', { email: 'a@example.org' }],
    ['Password must be at least 6 characters', 'POST /api/register', { ...account, password: '12345' }],
    ['Password must be at least 6 characters', 'POST /api/register', { email: 'a@example.org' }],
  ],
  username: [
    ['Username is required', 'PUT /api/users/:me', { username: ' ' }],
    ['Username is required', 'PUT /api/users/:me', { username: null }],
    ['Username can only contain lowercase letters and numbers', 'PUT /api/users/:me', { username: 'an_artist' }],
    ['Username can only contain lowercase letters and numbers', 'PUT /api/users/:me', { username: 'ärtist' }],
    ['Username must be 50 characters or less', 'PUT /api/users/:me', { username: long(51) }],
  ],
  displayName: [
    ['Display name is required', 'PUT /api/users/:me', { displayName: ' ' }],
    ['Display name is required', 'PUT /api/users/:me', { displayName: null }],
    ['Display name is required', 'PUT /api/users/:me', { displayName: '\u200B\u202E\u3164' }],
    ['Display name must be 100 characters or less', 'PUT /api/users/:me', { displayName: long(101) }],
    ['Display name must be 100 characters or less', 'PUT /api/users/:me', { displayName: long(2_000) }],
  ],
  title: [
    ['Title is required', 'POST /api/videos', { ...clip, title: '  ' }],
    ['Title is required', 'POST /api/videos', { ...clip, title: undefined }],
    ['Title is required', 'POST /api/videos', { ...clip, title: '\u2066\u2069' }],
    ['Title must be 80 characters or less', 'POST /api/videos', { ...clip, title: long(81) }],
    ['Title is required', 'PATCH /api/videos/:video', { title: '  ' }],
    ['Title is required', 'PATCH /api/videos/:video', { title: null }],
    ['Title must be 80 characters or less', 'PATCH /api/videos/:video', { title: long(81) }],
    ['Title must be 80 characters or less', 'PATCH /api/videos/:video', { title: long(5_000) }],
  ],
  toolUsed: [
    ['Please choose the AI tool that made this video', 'POST /api/videos', { ...clip, toolUsed: '' }],
    ['Please choose the AI tool that made this video', 'PATCH /api/videos/:video', { toolUsed: null }],
    ['Please choose the AI tool that made this video', 'PATCH /api/videos/:video', { toolUsed: 'a camera' }],
  ],
  tags: [
    ['Tags must be 50 characters or less', 'POST /api/videos', { ...clip, tags: `sea, ${long(51)}` }],
    ['Please use at most 30 tags', 'PATCH /api/videos/:video', { tags: [...Array(31).keys()].join() }],
  ],
  caption: [
    [
      'The caption has 2,201 characters. Please use at most 2,200.',
      'POST /api/videos',
      { ...clip, caption: long(2_201) },
    ],
  ],
  parents: [
    ['Please add at most 4 source clips', 'POST /api/videos', { ...clip, parents: parents(5) }],
    [
      'Please add each source clip only once',
      'POST /api/videos',
      { ...clip, parents: [{ videoId: someId }, { videoId: someId.toUpperCase() }] },
    ],
  ],
  'parents.0.thanks': [
    ['Thanks must be 200 characters or less', 'POST /api/videos', { ...clip, parents: parents(1, long(201)) }],
  ],
  remixPolicy: [['Please choose who can remix this', 'POST /api/videos', { ...clip, remixPolicy: 'friends' }]],
  license: [['Please choose one of the licences', 'POST /api/videos', { ...clip, license: 'MIT' }]],
  coverAt: [
    ['Please choose the cover by a time in seconds', 'POST /api/videos', { ...clip, coverAt: '0:01' }],
    ['Please choose the cover by a time in seconds', 'PATCH /api/videos/:video', { coverAt: '0:01' }],
    ['The cover can’t be before the start of the clip', 'POST /api/videos', { ...clip, coverAt: -0.1 }],
    ['The cover can’t be before the start of the clip', 'PATCH /api/videos/:video', { coverAt: -0.1 }],
    ['The cover can’t be after the end of the clip', 'PATCH /api/videos/:video', { coverAt: 100_000 }],
  ],
  otherText: [
    ["Please describe the issue when selecting 'Other'", 'POST /api/videos/:video/report', { reason: 'other' }],
    [
      "Please describe the issue when selecting 'Other'",
      'POST /api/videos/:video/report',
      { reason: 'other', otherText: ' ' },
    ],
  ],
  text: [
    ['Comment cannot be empty', 'POST /api/videos/:video/comments', { text: '' }],
    ['Comment cannot be empty', 'POST /api/videos/:video/comments', { text: ' \n ' }],
    ['Comment cannot be empty', 'POST /api/videos/:video/comments', {}],
    ['Comment must be 500 characters or less', 'POST /api/videos/:video/comments', { text: long(501) }],
    ['Comment must be 500 characters or less', 'POST /api/videos/:video/comments', { text: long(5_000) }],
    ['Text contains characters that cannot be stored', 'POST /api/videos/:video/comments', { text: 'nul \u0000' }],
    ['Text contains characters that cannot be stored', 'POST /api/videos/:video/comments', { text: 'half \ud83c' }],
    ['Please enter text', 'POST /api/videos/:video/comments', { text: 5 }],
  ],
  videoUrl: [['Please give the address of an upload', 'POST /api/videos', { title: 'x', toolUsed: 'other' }]],
  avatarImageURL: [['Please give the address of an upload', 'PUT /api/avatar', {}]],
}

const fieldRows = Object.entries(fieldSentences).flatMap(([field, all]) =>
  all.map(([sentence, request, body]) => ({ field, sentence, request, body })),
)

test.each(fieldRows)('$field: $sentence ($request $body)', async ({ field, sentence, request, body }) => {
  const reply = await ask(own.caller, request, body)
  expectSentence(reply, 'VALIDATION_FAILED', sentence)
  expect(reply.json<ErrorReply>().issues).toEqual([{ path: field, message: sentence }])
})

/** Values at the limits that the specification's section 5 states. */
test.each<[string, object]>([
  ['PUT /api/users/:me', { username: 'MiXeD9' }],
  ['PUT /api/users/:me', { username: long(50) }],
  ['PUT /api/users/:me', { displayName: long(100) }],
  ['PUT /api/users/:me', { bio: null, location: '', website: '' }],
  ['PATCH /api/videos/:video', { title: ` ${long(80)} ` }],
  ['PATCH /api/videos/:video', { toolUsed: 'google-veo-3' }],
  ['POST /api/videos/:video/comments', { text: ` ${long(500)} ` }],
  ['POST /api/videos/:video/report', {}],
  ['POST /api/videos/:video/report', { reason: 'other', otherText: 'It is a cat' }],
])('%s accepts %j', async (request, body) => {
  expect((await ask(own.caller, request, body)).statusCode).toBeLessThan(300)
})

/**
 * Refusals for reasons other than an invalid field. Their sentences come from section 8 of the specification, and from
 * its descriptions of screens that show the server's message.
 */
const refusals: [code: ErrorCode, ...Sentence][] = [
  ['INVALID_CREDENTIALS', 'Invalid email or password', 'POST /api/login', account],
  ['USERNAME_TAKEN', 'Username is already taken', 'PUT /api/users/:me', { username: 'admin' }],
  ['ACCESS_DENIED', 'You can only edit your own profile', 'PUT /api/users/:other', { bio: 'x' }],
  ['ACCESS_DENIED', 'You can only edit your own profile', 'PUT /api/users/:nobody', { bio: 'x' }],
  ['NOT_FOUND', 'User not found', 'GET /api/users/:nobody'],
  ['NOT_FOUND', 'User not found', 'GET /api/users/username/:nobody'],
  ['NOT_FOUND', 'User not found', 'GET /api/users/:nobody/followers'],
  ['NOT_FOUND', 'User not found', 'GET /api/users/:nobody/following'],
  ['NOT_FOUND', 'User not found', 'POST /api/users/:nobody/follow'],
  ['NOT_FOUND', 'User not found', 'DELETE /api/users/:nobody/follow'],
  ['NOT_FOUND', 'User not found', 'PUT /api/users/:nobody/mute'],
  ['NOT_FOUND', 'User not found', 'DELETE /api/users/:nobody/mute'],
  ['NOT_FOUND', 'User not found', 'PUT /api/users/:nobody/block'],
  ['NOT_FOUND', 'User not found', 'DELETE /api/users/:nobody/block'],
  ['VALIDATION_FAILED', 'You cannot follow yourself', 'POST /api/users/:me/follow'],
  ['VALIDATION_FAILED', 'You cannot mute or block yourself', 'PUT /api/users/:me/mute'],
  ['VALIDATION_FAILED', 'You cannot mute or block yourself', 'PUT /api/users/:me/block'],
  ['NOT_FOUND', 'Video not found', 'GET /api/videos/:nobody'],
  ['NOT_FOUND', 'Video not found', 'PATCH /api/videos/:nobody', { title: 'x' }],
  ['NOT_FOUND', 'Video not found', 'DELETE /api/videos/:nobody'],
  ['NOT_FOUND', 'Video not found', 'GET /api/videos/:nobody/is-liked'],
  ['NOT_FOUND', 'Video not found', 'POST /api/videos/:nobody/like'],
  ['NOT_FOUND', 'Video not found', 'DELETE /api/videos/:nobody/like'],
  ['NOT_FOUND', 'Video not found', 'POST /api/videos/:nobody/view'],
  ['NOT_FOUND', 'Video not found', 'POST /api/videos/:nobody/report', { reason: 'spam' }],
  ['NOT_FOUND', 'Video not found', 'POST /api/videos/:nobody/report-broken'],
  ['NOT_FOUND', 'Video not found', 'GET /api/videos/:nobody/comments'],
  ['NOT_FOUND', 'Video not found', 'POST /api/videos/:nobody/comments', { text: 'x' }],
  ['NOT_FOUND', 'Comment not found', 'DELETE /api/comments/:nobody'],
  ['NOT_FOUND', 'Comment not found', 'POST /api/comments/:nobody/like'],
  ['NOT_FOUND', 'Comment not found', 'DELETE /api/comments/:nobody/like'],
]

test.each(refusals)('%s: %s (%s %j)', async (code, sentence, request, body) => {
  const reply = await ask(own.caller, request, body)
  expectSentence(reply, code, sentence)
  expect(reply.json()).not.toHaveProperty('issues')
  expect(faultsOf(operationOf(request), reply)).toEqual([])
})

test.each<[string, object, string[]]>([
  ['POST /api/register', { password: '1', email: 'x' }, ['email', 'password']],
  ['POST /api/login', {}, ['email', 'password']],
  ['PUT /api/users/:me', { website: 'ftp://x', displayName: '', username: '' }, ['username', 'displayName', 'website']],
  ['POST /api/videos', { videoUrl: 7, toolUsed: 'abacus', title: '' }, ['title', 'toolUsed', 'videoUrl']],
])('%s with %j names every invalid field in order, and returns the first message', async (request, body, fields) => {
  const reply = await ask(own.caller, request, body)
  const { message, issues = [] } = reply.json<ErrorReply>()
  expect(issues.map(({ path }) => path)).toEqual(fields)
  expectSentence(reply, 'VALIDATION_FAILED', issues[0]!.message)
  expect(message).not.toMatch(/invalid|expected|received/i)
})

function ask(caller: Caller, request: string, body?: object): Promise<LightMyRequestResponse> {
  const [method = 'GET', path = ''] = request.split(' ')
  const ids: Record<string, string> = {
    me: own.user.id,
    other: other.user.id,
    video: videoId,
    nobody: randomUUID(),
  }
  const url = path.replaceAll(/:(\w+)/g, (_whole, name: string) => ids[name] ?? '')
  return caller.inject({ method, url, ...(body ? { payload: body } : {}) })
}

/** Finds the operation of a request, whose parameters have other names. */
function operationOf(request: string): Endpoint {
  const nameless = (named: string) => named.replaceAll(/:\w+/g, ':')
  return Object.values(operations).find(({ method, path }) => nameless(`${method} ${path}`) === nameless(request))!
}

function expectSentence(reply: LightMyRequestResponse, code: ErrorCode, sentence: string): void {
  expect(reply.json()).toMatchObject({ code, error: sentence, message: sentence })
  expect(reply.statusCode).toBe(errorStatus[code])
}
