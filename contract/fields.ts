import * as z from 'zod/mini'

/** Building blocks that every feature's shapes are made of. */

/** A UUID, in the lower case in which the database writes it, whatever case it came in. */
export const Id = z.uuid('This is not a valid id').check(z.toLowerCase())
export const IdParams = z.object({ id: Id })

/** ISO 8601 in UTC, as PostgreSQL's `timestamptz` is written on the wire. */
export const Timestamp = z.iso.datetime()

export const Count = z.int().check(z.nonnegative())

/**
 * Text that a person typed. PostgreSQL cannot hold NUL characters, and a lone surrogate is not Unicode:
 * both are refused here with a sentence instead of failing below.
 *
 * @param missing What is said when there is nothing at all: neither text nor anything else.
 */
export function text(
  maxLength: number,
  tooLong = `Please use at most ${maxLength.toLocaleString('en')} characters`,
  missing = 'Please enter text',
) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : 'Please enter text') })
    .check(z.maxLength(maxLength, tooLong), z.refine(isStorableText, 'Text contains characters that cannot be stored'))
}

function isStorableText(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}

/** What leaves a mark on a screen: not spaces, nor the letters and signs that are drawn as nothing. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** Embeddings, overrides and isolates: what follows a name would be turned round with it. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** Whether a person sees anything of a text. */
export function isVisible(value: string): boolean {
  return VISIBLE.test(value)
}

/**
 * Text that others are meant to see, such as a name. Comes out without spaces at its ends and without characters that
 * turn the direction of what stands beside it. Where nothing of it is visible, it is missing.
 */
export function visibleText(maxLength: number, { tooLong, missing }: { tooLong: string; missing: string }) {
  return z.pipe(
    z.pipe(
      // Longer than what is kept: spaces at the ends do not count.
      text(Math.max(1_000, maxLength * 4), tooLong, missing),
      z.transform((typed: string) => typed.replace(TURNING, '').trim()),
    ),
    z
      .string()
      .check(
        z.minLength(1, { error: missing, abort: true }),
        z.refine(isVisible, { error: missing, abort: true }),
        z.maxLength(maxLength, tooLong),
      ),
  )
}

/** Cursor paging, the same for every list. */
export function pageQuery(defaultLimit: number) {
  const limitSentence = 'limit must be a whole number from 1 to 100'
  return z.strictObject({
    limit: z._default(
      z.pipe(
        z.string().check(z.regex(/^[0-9]{1,3}$/, limitSentence)),
        z.pipe(
          z.transform((digits: string) => Number(digits)),
          z.int(limitSentence).check(z.minimum(1, limitSentence), z.maximum(100, limitSentence)),
        ),
      ),
      defaultLimit,
    ),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  })
}

/** `null` at the end of the list. */
export const NextCursor = z.nullable(z.string())
