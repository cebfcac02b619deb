import * as z from 'zod/mini'
import { text, visibleLine } from '../fields.ts'
import { OwnRule, OwnRulesChange } from '../moderation/own-rules.ts'
import { type Tool, tools } from '../videos/videos.ts'

/** The site's appearance, which admins can change. The server sends it with the HTML of each page. */

export const SITE_NAME_MAX_LENGTH = 40
export const TAGLINE_MAX_LENGTH = 100
export const SPLASH_MAX_LENGTH = 60
export const NOT_FOUND_HEADING_MAX_LENGTH = 60
export const NOT_FOUND_TEXT_MAX_LENGTH = 200
export const TICKER_MAX_ITEMS = 30
export const FOOTER_MAX_LINKS = 8
const ADDRESS_MAX_LENGTH = 500

/** Returns the schema of a required text. @param name The setting in a sentence, such as `tagline`. */
function named(name: string, maxLength: number) {
  const missing = `The ${name} is empty. Please enter one.`
  return visibleLine(maxLength, missing, {
    tooLong: ({ input }) => `The ${name} has ${String(input).length} characters. Please use at most ${maxLength}.`,
  })
}

/** Returns the schema of a short text that is shown as an item of a list. @param list The list in a sentence. */
function item(list: string, maxLength: number) {
  const missing = `An item of ${list} has no text. Please enter one.`
  return visibleLine(maxLength, missing, {
    tooLong: ({ input }) =>
      `“${String(input).slice(0, 20)}…” in ${list} has ${String(input).length} characters. Please use at most ${maxLength}.`,
  })
}

/** Returns the schema of the address that such an item links to: a web address or a path of this site. */
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

const Ticker = z.array(z.strictObject({ text: item('the ticker', 120), url: z.nullable(address('the ticker')) })).check(
  z.maxLength(TICKER_MAX_ITEMS, {
    error: ({ input }) => `The ticker has ${(input as []).length} items. Please use at most ${TICKER_MAX_ITEMS}.`,
  }),
)

/** The links in the footer. A link without an address is refused, and the message names its text. */
const FooterLinks = z
  .array(
    z.strictObject({ text: item('the footer', 40), url: z.nullable(address('the footer')) }).check(
      z.refine(({ url }) => url !== null, {
        error: ({ input }) =>
          `“${(input as { text: string }).text}” in the footer has no address. Please end its line with one, such as https://example.org or /rules.`,
      }),
    ),
  )
  .check(
    z.maxLength(FOOTER_MAX_LINKS, {
      error: ({ input }) => `The footer has ${(input as []).length} links. Please use at most ${FOOTER_MAX_LINKS}.`,
    }),
  )

/** The theme for visitors who have not chosen one. `system`: the theme of the visitor's device. */
const DefaultTheme = z.enum(['dark', 'light', 'system'], {
  error: ({ input }) => `The default theme ${JSON.stringify(input)} is unknown. Please choose dark, light or system.`,
})
export type DefaultTheme = z.output<typeof DefaultTheme>

/** A colour code in lower case. `''` and `null` both mean the default accent. */
const AccentColour = z.nullable(
  z
    .pipe(
      z.string(),
      z.transform((typed: string) => typed.trim().toLowerCase() || null),
    )
    .check(
      z.refine((colour) => colour === null || /^#[0-9a-f]{6}$/.test(colour), {
        error: ({ input }) =>
          `The accent colour “${String(input).slice(0, 20)}” isn’t a colour code. Please use # and six hex digits, such as #ff5b32.`,
      }),
    ),
)

/** AI tools in the order of `tools`, without duplicates. */
const OfferedTools = z.pipe(
  z.pipe(
    z
      .array(
        z.enum(tools, {
          error: ({ input }) =>
            `The AI tool ${JSON.stringify(input)} is unknown. Please choose from: ${tools.join(', ')}.`,
        }),
      )
      .check(z.minLength(1, 'The list of AI tools is empty. Please choose at least one.'), z.maxLength(100)),
    z.transform((chosen: Tool[]) => tools.filter((tool) => chosen.includes(tool))),
  ),
  z.array(z.enum(tools)),
)

export const Branding = z.object({
  siteName: z.string(),
  /** Describes the site above the feed, in link previews and in feeds. */
  tagline: z.string(),
  /** Shown while the feed loads, and beside the sign-in form. */
  splashTagline: z.string(),
  /** The heading and the sentence of the page for unknown addresses. */
  notFoundHeading: z.string(),
  notFoundText: z.string(),
  /** The items of the ticker, in order. Without items there is no ticker. */
  ticker: z.array(TickerItem),
  /** Links at the end of the feed, after those of the software. */
  footerLinks: z.array(z.object({ text: z.string(), url: z.string() })),
  defaultTheme: DefaultTheme,
  /** `#rrggbb`, or `null` for the default. Pages use readable shades of it (`accent.ts`). */
  accentColour: z.nullable(z.string()),
  /** The hash of the site's own icon, or `null` for the default mark. */
  icon: z.nullable(z.string()),
  /** The AI tools that the upload form offers. A clip that was made with another tool keeps it. */
  tools: z.array(z.enum(tools)),
  /** The rules that admins added to the standard rules, including rules that were removed again. */
  ownRules: z.array(OwnRule),
})
export type Branding = z.output<typeof Branding>

export const BrandingChange = z.object({
  siteName: named('site name', SITE_NAME_MAX_LENGTH),
  tagline: named('tagline', TAGLINE_MAX_LENGTH),
  splashTagline: named('splash tagline', SPLASH_MAX_LENGTH),
  notFoundHeading: named('heading of the 404 page', NOT_FOUND_HEADING_MAX_LENGTH),
  notFoundText: named('text of the 404 page', NOT_FOUND_TEXT_MAX_LENGTH),
  ticker: Ticker,
  footerLinks: FooterLinks,
  defaultTheme: DefaultTheme,
  accentColour: AccentColour,
  /** The address of an upload of the caller, or `null` for the default mark. */
  icon: z.nullable(text(2_000, 'The address of the icon is too long.')),
  tools: OfferedTools,
  ownRules: OwnRulesChange,
})
