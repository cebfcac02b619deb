import * as z from 'zod/mini'
import { text, visibleText } from '../fields.ts'

/** How the site presents itself to everyone. Pages get it with their HTML. */

export const SITE_NAME_MAX_LENGTH = 40
export const TICKER_MAX_ITEMS = 30
const ITEM_MAX_LENGTH = 120
const ADDRESS_MAX_LENGTH = 500

/** Returns the schema of a visible text on one line. */
function line(maxLength: number, messages: Parameters<typeof visibleText>[1]) {
  return z.pipe(
    z.pipe(
      z.string(messages.missing),
      z.transform((typed: string) => typed.replaceAll(/[\s\p{Cc}]+/gu, ' ')),
    ),
    visibleText(maxLength, messages),
  )
}

const SiteName = line(SITE_NAME_MAX_LENGTH, {
  tooLong: ({ input }) =>
    `The site name has ${String(input).length} characters. Please use at most ${SITE_NAME_MAX_LENGTH}.`,
  missing: 'The site name is empty. Please enter a name.',
})

/** Returns the schema of a short text that is shown as an item of a list. @param list The list in a sentence. */
function item(list: string) {
  return line(ITEM_MAX_LENGTH, {
    tooLong: ({ input }) =>
      `“${String(input).slice(0, 20)}…” in ${list} has ${String(input).length} characters. Please use at most ${ITEM_MAX_LENGTH}.`,
    missing: `An item of ${list} has no text. Please enter one.`,
  })
}

/** Returns the schema of the address of such an item: a web address, or a path of this site. */
function address(list: string) {
  return text(
    ADDRESS_MAX_LENGTH,
    `An address in ${list} is too long. Please use at most ${ADDRESS_MAX_LENGTH} characters.`,
  ).check(
    z.refine(isAddress, {
      error: ({ input }) =>
        `“${String(input).slice(0, 60)}” in ${list} isn’t a web address. Please start it with https://, http:// or /.`,
    }),
  )
}

/** Whether a link to the text can only lead to a web page. Browsers read `//host` and `/\host` as another host. */
function isAddress(typed: string): boolean {
  return (
    !/[\s\p{Cc}]/u.test(typed) &&
    /^(?:https?:\/\/[^/]|\/(?![/\\]))/i.test(typed) &&
    URL.canParse(typed, 'https://site.example')
  )
}

/** A text of the ticker, and the address that it links to, if any. */
const TickerItem = z.object({ text: z.string(), url: z.nullable(z.string()) })
export type TickerItem = z.output<typeof TickerItem>

const Ticker = z.array(z.strictObject({ text: item('the ticker'), url: z.nullable(address('the ticker')) })).check(
  z.maxLength(TICKER_MAX_ITEMS, {
    error: ({ input }) => `The ticker has ${(input as []).length} items. Please use at most ${TICKER_MAX_ITEMS}.`,
  }),
)

export const Branding = z.object({
  siteName: z.string(),
  /** The items of the ticker, in order. Without items there is no ticker. */
  ticker: z.array(TickerItem),
})
export type Branding = z.output<typeof Branding>

export const BrandingChange = z.object({
  siteName: SiteName,
  ticker: Ticker,
})
