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
