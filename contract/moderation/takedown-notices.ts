import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, lineOrNull, text, textOrNull, visibleLine, visibleText } from '../fields.ts'
import { isVisible } from '../visible.ts'
import { CaseKind } from './cases.ts'
import { ReportState } from './report-outcomes.ts'

/**
 * The kinds of takedown notices, as statements of their senders. The law prescribes what a notice contains: the EU's
 * Digital Services Act in article 16, the USA's Copyright Act in § 512(c)(3).
 */
export const takedownNoticeKinds = {
  copyright: 'My work, or the work of someone I represent, is used without permission',
  privacy: 'It shows me, or someone I represent, without consent',
  unlawful: 'It’s illegal for another reason',
} as const
export type TakedownNoticeKind = keyof typeof takedownNoticeKinds
export const TakedownNoticeKind = z.enum(
  Object.keys(takedownNoticeKinds) as [TakedownNoticeKind, ...TakedownNoticeKind[]],
  'Please choose what your notice is about',
)

const NOTICE_ADDRESSES_MAX = 20
export const NOTICE_TEXT_MAX_LENGTH = 4_000
export const NOTICE_NAME_MAX_LENGTH = 200

/** A field that only a copyright notice has. */
const CopyrightText = z.optional(z.nullable(textOrNull(NOTICE_TEXT_MAX_LENGTH)))

const neededForCopyright = {
  work: 'Please tell us which work it is',
  contact: 'Please enter a postal address and a phone number',
  isAuthorised: 'Please confirm that you are authorised to act for the owner of the work',
  signature: 'Please sign with your full name',
}

/**
 * Returns the missing fields of a copyright notice. Parsing reports them only once all other fields are valid; a form
 * reports them immediately.
 */
export function missingForCopyright(
  notice: { kind: TakedownNoticeKind } & { [field in keyof typeof neededForCopyright]?: unknown },
): { path: string; message: string }[] {
  if (notice.kind !== 'copyright') return []
  return Object.entries(neededForCopyright)
    .filter(([field]) => {
      const value = notice[field as keyof typeof neededForCopyright]
      return typeof value === 'string' ? !isVisible(value) : value !== true
    })
    .map(([path, message]) => ({ path, message }))
}

export const TakedownNoticeBody = z
  .strictObject({
    kind: TakedownNoticeKind,
    /** The location of the content: addresses of clips and profiles on this site. */
    addresses: z
      .array(
        z.pipe(
          text(2_000),
          z.transform((typed: string) => typed.trim()),
        ),
        'Please enter at least one link',
      )
      .check(
        z.minLength(1, 'Please enter at least one link'),
        z.maxLength(NOTICE_ADDRESSES_MAX, `Please enter at most ${NOTICE_ADDRESSES_MAX} links per notice`),
      ),
    explanation: visibleText(NOTICE_TEXT_MAX_LENGTH, 'Please explain why it should be removed', 'to explain it'),
    name: visibleLine(NOTICE_NAME_MAX_LENGTH, 'Please enter your name', 'for your name'),
    email: z.pipe(
      z.pipe(
        text(254),
        z.transform((typed: string) => typed.trim()),
      ),
      z.email('Please enter a valid email address'),
    ),
    isGoodFaith: z.literal(true, 'Please confirm that your notice is accurate'),
    work: CopyrightText,
    /** Postal address and telephone number. */
    contact: CopyrightText,
    isAuthorised: z.optional(z.boolean()),
    /** The sender's full name, typed once more. */
    signature: z.optional(z.nullable(lineOrNull(NOTICE_TEXT_MAX_LENGTH))),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of missingForCopyright(value)) {
      issues.push({ code: 'custom', path: [path], message, input: value })
    }
  })
export type TakedownNoticeBody = z.output<typeof TakedownNoticeBody>

export const sendTakedownNotice = endpoint({
  method: 'POST',
  path: '/api/notices',
  access: 'anyone',
  summary:
    'Send a takedown notice about clips or accounts of this site. Each of them becomes a case, which a moderator decides. The site shows the sender’s e-mail address to no one.',
  body: TakedownNoticeBody,
  response: z.object({ noticeId: Id }),
  status: 201,
})

export const getTakedownNotice = endpoint({
  method: 'GET',
  path: '/api/notices/:id',
  access: 'anyone',
  summary: 'The outcome of a takedown notice, for the holder of its number.',
  params: IdParams,
  response: z.object({
    kind: TakedownNoticeKind,
    day: z.iso.date(),
    things: z.array(
      z.object({
        kind: CaseKind,
        /** The address as the notice gave it. */
        address: z.string(),
        state: ReportState,
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
})
