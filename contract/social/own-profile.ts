import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, lineOrNull, text, textOrNull, visibleLine } from '../fields.ts'
import { UploadAddress } from '../videos/uploads.ts'
import { cleanLine } from '../visible.ts'
import { OwnUser } from '../account/users.ts'

/**
 * Endpoints for editing one's own profile. They have a file of their own, so that the first page does not load their
 * schemas.
 */

const USERNAME_MAX_LENGTH = 50
const DISPLAY_NAME_MAX_LENGTH = 100

export const Username = z.pipe(
  z.pipe(
    z.string('Username is required'),
    z.transform((typed: string) => typed.trim().toLowerCase()),
  ),
  z.string().check(
    z.minLength(1, 'Username is required'),
    // The length is checked first, because the toast shows the first issue.
    z.maxLength(USERNAME_MAX_LENGTH, 'Username must be 50 characters or less'),
    z.regex(/^[a-z0-9]*$/, 'Username can only contain lowercase letters and numbers'),
  ),
)

const DisplayName = visibleLine(DISPLAY_NAME_MAX_LENGTH, 'Display name is required', {
  tooLong: 'Display name must be 100 characters or less',
})

/**
 * `''` and `null` both clear the field. A website without a scheme gets `https://`; a scheme in capitals becomes lower
 * case. A name before the host is refused, because `https://known.example@other.example` leads to `other.example`.
 */
const Website = z.nullable(
  z.pipe(
    z.pipe(
      text(300),
      z.transform((typed: string) => withScheme(cleanLine(typed))),
    ),
    z.nullable(
      z.string().check(
        z.refine(isWebAddress, {
          error: 'Please enter a web address that starts with http or https',
          abort: true,
        }),
        z.refine(hasNoUser, 'Please enter a web address without a name or password before the @'),
      ),
    ),
  ),
)

function withScheme(typed: string): string | null {
  if (typed === '') return null
  return /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/:]+:\d+(\/|$)/.test(typed)
    ? typed.replace(/^https?:/i, (scheme) => scheme.toLowerCase())
    : `https://${typed.replace(/^\/\//, '')}`
}

function isWebAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url !== undefined && /^https?:\/\/[^/\\]/i.test(value) && url.hostname !== '' && !/[\s<>"]/.test(value)
}

function hasNoUser(address: string): boolean {
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

function isAvatarAddress(value: string): boolean {
  return /^\/objects\/[0-9a-f-]{36}(\.webp)?$/.test(value) || isWebAddress(value)
}

export const UpdateUserBody = z.partial(
  z.strictObject({
    username: Username,
    displayName: DisplayName,
    bio: z.nullable(textOrNull(1_000)),
    location: z.nullable(lineOrNull(100)),
    website: Website,
    avatarUrl: z.nullable(
      z.pipe(
        textOrNull(2_000),
        z.nullable(z.string().check(z.refine(isAvatarAddress, 'Please use an uploaded picture or an http(s) address'))),
      ),
    ),
  }),
)
export type UpdateUserBody = z.output<typeof UpdateUserBody>

export const CreateProfileBody = z.strictObject({ username: Username, displayName: DisplayName })

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id',
  access: 'active',
  summary: 'Edit your own profile. Omitted fields keep their value.',
  params: IdParams,
  body: UpdateUserBody,
  response: z.object({ user: OwnUser }),
  errors: ['ACCESS_DENIED', 'NOT_FOUND', 'USERNAME_TAKEN'],
})

export const checkUsername = endpoint({
  method: 'GET',
  path: '/api/account/usernames/:username',
  access: 'account',
  summary:
    'Why the caller could not take a username, as a sentence: it is malformed, reserved or taken. Null if they could.',
  params: z.object({ username: text(200) }),
  response: z.object({ problem: z.nullable(z.string()) }),
})

export const setAvatar = endpoint({
  method: 'PUT',
  path: '/api/avatar',
  access: 'active',
  summary:
    'Use one of your uploads as your picture: `avatarImageURL` is one of its addresses. It is re-encoded without metadata.',
  body: z.strictObject({ avatarImageURL: UploadAddress }),
  response: z.object({
    /** Path of the picture, which begins with `/objects/`. It is now the person's `avatarUrl`. */
    objectPath: z.string(),
  }),
  errors: ['STORAGE_FULL'],
})
