import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { numberUpTo, text, textOrNull } from '../fields.ts'
import { AlertKinds, AlertWebhook, BackupDays } from './alerts.ts'
import { OwnRule } from '../moderation/own-rules.ts'
import { BlockedDomains, BlockedNetworks } from './block-lists.ts'
import { StorageLimitGb } from './storage.ts'
import { Branding, BrandingChange } from './branding.ts'

export const CONTACT_MAX_LENGTH = 500
const REVIEW_WORDS_MAX = 500
const PENDING_WORD_MAX_LENGTH = 50

/** `approval`: new members can browse, but not post until an admin approves them. */
export const Registration = z.enum(['open', 'approval', 'closed'], 'Please choose who can join')
export type Registration = z.output<typeof Registration>

/** Words, normalised for comparison: lower case, without duplicates and without empty ones. */
const ReviewWords = z.pipe(
  z.pipe(
    z
      .array(text(PENDING_WORD_MAX_LENGTH, `Please use at most ${PENDING_WORD_MAX_LENGTH} characters for a word`))
      .check(z.maxLength(REVIEW_WORDS_MAX, `Please use at most ${REVIEW_WORDS_MAX} words`)),
    z.transform((words: string[]) => [...new Set(words.map((word) => word.trim().toLowerCase()).filter(Boolean))]),
  ),
  z.array(z.string()),
)

const RegistrationsPerHour = numberUpTo(10_000, 'Please enter a number of accounts from 1 to 10,000')

/** The site's public contact address. `''` and `null` both mean none. */
const Contact = z.nullable(
  textOrNull(CONTACT_MAX_LENGTH, `Please use at most ${CONTACT_MAX_LENGTH} characters for the contact`),
)

/** Settings that admins change while the site runs. */
export const SiteSettings = z.object({
  registration: Registration,
  /** How many accounts may be created within an hour on the whole site, not counting those with an invitation. */
  registrationsPerHour: RegistrationsPerHour,
  /** Whether comments of new accounts may become pending. Has no effect on a site without staff. */
  holds: z.boolean(),
  /** A new account's comment with one of these words becomes pending. */
  heldWords: z.array(z.string()),
  contact: z.nullable(z.string()),
  /** Whether staff need a passkey for actions on other accounts. Has no effect without https. */
  staffPasskeys: z.boolean(),
  /** Whether accounts created from now on must confirm their address before they publish or comment. */
  verifiedOnly: z.boolean(),
  /** The reasons for which staff are alerted. */
  alerts: AlertKinds,
  /** The address that receives each alert by `POST`. */
  alertWebhook: z.nullable(z.string()),
  /** Days after the last backup from which the next one is overdue. */
  backupDays: BackupDays,
  /** Storage limit per person. Admins can give a person another one. */
  storageLimitGb: StorageLimitGb,
  /**
   * Domains, with their subdomains, whose e-mail addresses no account may get. In Punycode, like `blockedLinkDomains`.
   */
  blockedEmailDomains: z.array(z.string()),
  /** Networks from which no account may be created, in the form `address/prefix`. */
  blockedNetworks: z.array(z.string()),
  /** Domains, with their subdomains. A comment that names one awaits review; other texts are refused. Staff are exempt. */
  blockedLinkDomains: z.array(z.string()),
  ...Branding.shape,
})
export type SiteSettings = z.output<typeof SiteSettings>

export const SiteSettingsChange = z.partial(
  z.strictObject({
    registration: Registration,
    registrationsPerHour: RegistrationsPerHour,
    holds: z.boolean(),
    heldWords: ReviewWords,
    contact: Contact,
    staffPasskeys: z.boolean(),
    verifiedOnly: z.boolean(),
    alerts: AlertKinds,
    alertWebhook: AlertWebhook,
    backupDays: BackupDays,
    storageLimitGb: StorageLimitGb,
    blockedEmailDomains: BlockedDomains,
    blockedNetworks: BlockedNetworks,
    blockedLinkDomains: BlockedDomains,
    ...BrandingChange.shape,
  }),
)
export type SiteSettingsChange = z.output<typeof SiteSettingsChange>

export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'anyone',
  summary:
    'The public settings of this site: who may register, the contact address, whether it sends e-mail, and the rules that it added to the standard ones.',
  response: z.object({
    registration: Registration,
    contact: z.nullable(z.string()),
    /** Whether this site can send e-mail. */
    hasMail: z.boolean(),
    /** Rules that admins added to the standard ones. Reports and decisions may name their keys. */
    ownRules: z.array(z.pick(OwnRule, { key: true, title: true, text: true })),
  }),
  otherReplies: revalidated,
})

export const getSiteSettings = endpoint({
  method: 'GET',
  path: '/api/site-settings',
  access: 'admin',
  summary: 'The settings of this site. For admins.',
  response: SiteSettings,
})

export const changeSiteSettings = endpoint({
  method: 'PATCH',
  path: '/api/site-settings',
  access: 'admin',
  summary:
    'Change settings of this site. Omitted settings keep their value; a new `icon` is the address of an own upload. For admins; asks for the password.',
  body: SiteSettingsChange,
  response: SiteSettings,
  errors: ['CONFIRM_REQUIRED', 'PASSKEY_REQUIRED', 'STORAGE_FULL'],
})
