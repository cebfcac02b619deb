export const DECISIONS_PER_HOUR = 60
export const SUSPENSIONS_PER_HOUR = 10
export const BATCHES_PER_HOUR = 5

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface LimitRule {
  /**
   * The key of the count. For `address`, the caller passes an address, and all addresses of a network share one key.
   * For `recipient`, the caller passes an e-mail address, of which only the hash is stored. The caller builds all other
   * keys.
   */
  per: 'account' | 'address' | 'account and address' | 'account and browser' | 'recipient' | 'session' | 'upload'
  points: number
  seconds: number
  /** Whether only failures count. */
  counts?: 'failures'
  /** Whether an action beyond the limit is omitted instead of refused. */
  isSilent?: true
  /** Whether an admin can start the count again. */
  isResettable?: true
  /** The message of the refusal, for limits that a person may reach, and not only a program. */
  sentence?: string
}

/**
 * The limits: `points` within `seconds`. An address is the client's, as trusted proxies report it. The limits are
 * generous for people, including many people behind one address, and only stop programs. The names are stored in the
 * database.
 */
export const limitRules = {
  /** Every change by an account. */
  'account-changes': { per: 'account', points: 300, seconds: MINUTE },
  /** Every change from an address, signed in or not. */
  'address-changes': { per: 'address', points: 1_200, seconds: MINUTE },
  /** Sign-ins to any account. */
  'address-sign-in': { per: 'address', counts: 'failures', points: 50, seconds: 15 * MINUTE },
  /** Sign-ins by browsers unknown to the account. */
  'account-and-address-sign-in': { per: 'account and address', counts: 'failures', points: 20, seconds: 15 * MINUTE },
  /**
   * Sign-ins to one account from all addresses together. Beyond this limit sign-ins are slow instead of refused,
   * because strangers could otherwise lock the owner out.
   */
  'account-sign-in': { per: 'account', counts: 'failures', points: 20, seconds: 15 * MINUTE },
  /** Sign-ins from a browser that was signed in to the account before. */
  'known-browser-sign-in': { per: 'account and browser', counts: 'failures', points: 20, seconds: 15 * MINUTE },
  /** Passwords typed by a signed-in person to confirm or change something. */
  'session-sign-in': { per: 'session', counts: 'failures', points: 20, seconds: 15 * MINUTE },
  /** Verifications of passkeys. */
  'address-passkey-sign-in': { per: 'address', counts: 'failures', points: 50, seconds: 15 * MINUTE },
  /** E-mails. Beyond the limit, none is sent. */
  'account-reset-emails': { per: 'recipient', isSilent: true, points: 3, seconds: HOUR },
  'address-reset-emails': { per: 'address', isSilent: true, points: 60, seconds: HOUR },
  'account-verify-emails': { per: 'recipient', isSilent: true, points: 3, seconds: HOUR },
  'account-change-emails': { per: 'recipient', isSilent: true, points: 3, seconds: HOUR },
  'account-email-changes': { per: 'account', points: 10, seconds: HOUR },
  'address-registrations': {
    per: 'address',
    points: 60,
    seconds: HOUR,
    sentence: 'Too many people tried to sign up from your network.',
  },
  /**
   * Changes that each store rows and send the owner an e-mail: a new password, new recovery codes, a new passkey,
   * signing in with passkeys only, and a requested deletion.
   */
  'account-notified-changes': { per: 'account', points: 30, seconds: HOUR },
  'account-approval-requests': { per: 'account', points: 5, seconds: DAY },
  /** Checks of a username while it is typed. */
  'account-username-checks': { per: 'account', points: 120, seconds: MINUTE },
  'account-comments': { per: 'account', points: 30, seconds: MINUTE },
  'account-follows': { per: 'account', points: 120, seconds: MINUTE },
  /** Queries about uploads: the offset of one, and the server's capabilities. */
  'address-upload-queries': { per: 'address', points: 600, seconds: MINUTE },
  /** Queries about one upload. Each interrupts the data that is arriving. */
  'upload-queries': { per: 'upload', points: 60, seconds: MINUTE },
  /** Small pieces of uploads. Each takes a lock, looks up the bytes that have arrived, and syncs the new ones. */
  'address-upload-pieces': { per: 'address', points: 1_800, seconds: MINUTE },
  'upload-pieces': { per: 'upload', points: 600, seconds: MINUTE },
  'account-uploads': { per: 'account', points: 60, seconds: HOUR },
  'address-searches': { per: 'address', points: 120, seconds: MINUTE },
  /** Suggestions while a search is typed. */
  'address-suggestions': { per: 'address', points: 600, seconds: MINUTE },
  'address-reports': { per: 'address', points: 30, seconds: 10 * MINUTE },
  'account-reports': { per: 'account', points: 30, seconds: 10 * MINUTE },
  /** Takedown notices. Each may name many things. */
  'address-takedown-notices': { per: 'address', points: 10, seconds: HOUR },
  /** Actions that cannot be undone. */
  'account-permanent-removals': { per: 'account', points: 10, seconds: HOUR },
  /** Reports that make the server read a file. */
  'address-broken-reports': { per: 'address', points: 20, seconds: MINUTE },
  /** Actions that may take minutes of CPU time. */
  'account-retries': { per: 'account', points: 20, seconds: HOUR },
  /** A moderator's decisions, reversals and answers: a stolen session must not judge a whole site. */
  'account-decisions': {
    per: 'account',
    isResettable: true,
    points: DECISIONS_PER_HOUR,
    seconds: HOUR,
    sentence: `You can make ${DECISIONS_PER_HOUR} decisions an hour. Ask an admin to reset your limits under People.`,
  },
  'account-suspensions': {
    per: 'account',
    isResettable: true,
    points: SUSPENSIONS_PER_HOUR,
    seconds: HOUR,
    sentence: `You can suspend ${SUSPENSIONS_PER_HOUR} accounts an hour one by one. Suspend many together under Accounts, or ask an admin to reset your limits.`,
  },
  'account-batches': {
    per: 'account',
    isResettable: true,
    points: BATCHES_PER_HOUR,
    seconds: HOUR,
    sentence: `You can make ${BATCHES_PER_HOUR} batches an hour. Ask an admin to reset your limits under People.`,
  },
  'account-appeals': { per: 'account', points: 10, seconds: DAY },
  /** Checks whether a file was published before. A page asks once per file. */
  'account-matches': { per: 'account', points: 30, seconds: HOUR },
  'account-avatars': { per: 'account', points: 20, seconds: HOUR },
  // Limits for new accounts, on a site with staff (`features/moderation/new-account-limits`).
  'newcomer-comments': {
    per: 'account',
    points: 20,
    seconds: 10 * MINUTE,
    sentence: 'New accounts can write 20 comments in 10 minutes.',
  },
  'newcomer-clips': {
    per: 'account',
    points: 10,
    seconds: HOUR,
    sentence: 'New accounts can publish 10 clips an hour.',
  },
  'newcomer-follows': {
    per: 'account',
    points: 60,
    seconds: HOUR,
    sentence: 'New accounts can follow 60 people an hour.',
  },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limitRules

type LimitWith<Fields> = {
  [Name in LimitName]: (typeof limitRules)[Name] extends Fields ? Name : never
}[LimitName]

export type FailureLimit = LimitWith<{ counts: 'failures' }>

export type SilentLimit = LimitWith<{ isSilent: true }>
