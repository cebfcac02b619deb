import * as z from 'zod/mini'
import { cleanLine, cleanText, isStorable, isVisible, NOT_STORABLE, refuseLonger } from './visible.ts'

/** Building blocks of the schemas. */

/** A UUID, converted to the lower case in which the database writes it. */
export const Id = z.uuid('This is not a valid id').check(z.toLowerCase())
export const IdParams = z.object({ id: Id })

/** ISO 8601 in UTC, the form in which PostgreSQL's `timestamptz` is sent. */
export const Timestamp = z.iso.datetime()

export const Count = z.int().check(z.nonnegative())

/** Returns the schema of a whole number from 1 to `maximum`, with the message that refuses anything else. */
export function numberUpTo(maximum: number, message: string) {
  return z.int(message).check(z.minimum(1, message), z.maximum(maximum, message))
}

/** Returns the schema of text that others see and that may be missing. Without visible characters it is `null`. */
export function textOrNull(maxLength: number, tooLong?: TooLong, clean = cleanText) {
  return z.pipe(
    text(maxLength, tooLong),
    z.transform((typed: string) => (isVisible(typed) ? clean(typed) : null)),
  )
}

/** Returns the schema of `textOrNull` with one line. */
export function lineOrNull(maxLength: number, tooLong?: TooLong) {
  return textOrNull(maxLength, tooLong, cleanLine)
}

/** The message about a text that is longer than allowed. */
type TooLong = string | ((issue: { input?: unknown }) => string)

/**
 * Returns the schema of text that is kept as a person typed it, such as a password or a search. PostgreSQL cannot store
 * NUL characters, and a lone surrogate is not Unicode. Both are refused here with a sentence.
 *
 * @param missing The message if the value is absent.
 */
export function text(maxLength: number, tooLong: TooLong = refuseLonger(maxLength), missing = 'Please enter text') {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : 'Please enter text') })
    .check(z.maxLength(maxLength, { error: tooLong }), z.refine(isStorable, NOT_STORABLE))
}

/**
 * Returns the schema of text that others see, such as a comment. The result is clean (`cleanText`). A string without
 * visible characters counts as missing.
 *
 * @param limit The end of the message about a longer text, such as `for the name`, or the whole message.
 */
export function visibleText(
  maxLength: number,
  missing: string,
  limit: string | { tooLong: TooLong } = '',
  clean = cleanText,
) {
  const tooLong = typeof limit === 'string' ? refuseLonger(maxLength, limit) : limit.tooLong
  return z.pipe(
    z.pipe(
      // Allows more than `maxLength`, because spaces at the ends do not count.
      text(Math.max(1_000, maxLength * 4), tooLong, missing),
      z.transform(clean),
    ),
    z
      .string()
      .check(
        z.minLength(1, { error: missing, abort: true }),
        z.refine(isVisible, { error: missing, abort: true }),
        z.maxLength(maxLength, { error: tooLong }),
      ),
  )
}

/** Returns the schema of `visibleText` with one line, such as a name. */
export function visibleLine(maxLength: number, missing: string, limit: string | { tooLong: TooLong } = '') {
  return visibleText(maxLength, missing, limit, cleanLine)
}

const OWN_KEY = 'own-[1-9][0-9]{0,5}'

/** Returns the schema of a rule's key: one of `standard`, or the key of a rule that an admin added. */
export function keyWithOwnRules<Standard extends string>(standard: readonly Standard[], message: string) {
  return z
    .string(message)
    .check(z.regex(new RegExp(`^(?:${[...standard, OWN_KEY].join('|')})$`), message)) as z.ZodMiniType<
    Standard | `own-${number}`,
    Standard | `own-${number}`
  >
}

/** Returns the schema for the query of a list with cursor paging. */
export function pageQuery(defaultLimit: number) {
  const limitSentence = 'limit must be a whole number from 1 to 100'
  return z.strictObject({
    limit: z._default(
      z.pipe(
        z.string().check(z.regex(/^[0-9]{1,3}$/, limitSentence)),
        z.pipe(
          z.transform((digits: string) => Number(digits)),
          numberUpTo(100, limitSentence),
        ),
      ),
      defaultLimit,
    ),
    cursor: z.optional(z.string().check(z.minLength(1, 'This cursor is not valid'), z.maxLength(200))),
  })
}

/** The cursor of the next page; null on the last page. */
export const NextCursor = z.nullable(z.string())
