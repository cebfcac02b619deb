import type { Database } from '../../../db/schema/schema.ts'
import type { AccountFile } from './account-file.ts'
import { contactFiles } from './contact-files.ts'
import { ownFiles } from './own-files.ts'
import { signInFiles } from './sign-in-files.ts'

/** The files of an account's data. */
export const accountFiles: readonly AccountFile[] = [...ownFiles, ...contactFiles, ...signInFiles]

/**
 * For each table of the database, the file that holds it or the reason why it is not exported. A missing table does not
 * compile.
 */
export const tablePlaces: Record<keyof Database, { file: string } | { leftOut: string }> = {
  users: { file: 'profile.json' },
  joinRequests: { file: 'account.json' },
  videos: { file: 'clips.ndjson' },
  videoParents: { file: 'remixed.ndjson' },
  reposts: { file: 'clips.ndjson' },
  fingerprints: { leftOut: 'By what the pictures of clips are known again, worked out from the clips.' },
  commonFingerprintKeys: { leftOut: 'Of nobody: pictures that very many clips show.' },
  objects: { file: 'uploads.ndjson' },
  cleanedOriginals: { file: 'clips.ndjson' },
  provenance: { file: 'clips.ndjson' },
  sidecars: { leftOut: 'Which of the files that were made of clips have a signed manifest.' },
  workflows: { file: 'clips.ndjson' },
  comments: { file: 'comments.ndjson' },
  likes: { file: 'likes.ndjson' },
  commentLikes: { file: 'comment-likes.ndjson' },
  follows: { file: 'following.ndjson' },
  feedVisits: { file: 'account.json' },
  relations: { file: 'muted.ndjson' },
  notifications: { file: 'notifications.ndjson' },
  decisions: { file: 'decisions.ndjson' },
  counterNotices: { file: 'counter-notices.ndjson' },
  reports: { file: 'reports.ndjson' },
  sessions: { file: 'devices.ndjson' },
  passkeys: { file: 'passkeys.ndjson' },
  recoveryCodes: { file: 'account.json' },
  voidedRecoveryCodes: { leftOut: 'Hashes of recovery codes that newer ones replaced. Each is gone within days.' },
  accountEvents: { file: 'account-events.ndjson' },
  tokens: { leftOut: 'Whoever holds one could act as its person. Each is gone within days.' },
  emailChanges: {
    leftOut: 'An address that waits to be confirmed, or that one can go back to. Each is gone within days.',
  },
  cases: { leftOut: 'What others say about a person until it is decided. What was decided is in decisions.ndjson.' },
  staffLog: { leftOut: 'What staff did in office, which names others. Admins read it.' },
  publicLog: { leftOut: 'Names nobody, and everybody can read it.' },
  notices: { leftOut: 'Of whoever wrote one by hand, with an address and without an account.' },
  retiredAccounts: { leftOut: 'Only of accounts that are gone.' },
  erasedFiles: { leftOut: 'Files that nobody may upload again, not whose they were.' },
  creatorNames: { leftOut: 'The names of profile.json once more, for searching.' },
  videoSearch: { leftOut: 'The words of clips.ndjson once more, for searching.' },
  videoTags: { leftOut: 'The tags of clips.ndjson once more, for searching.' },
  videoHours: {
    leftOut: 'How many watched, liked and commented on a clip hour by hour, for eight days. It names nobody.',
  },
  videoHeat: { leftOut: 'Of clips: what the site sorts Rising by, worked out from likes, comments and views.' },
  videosToIndex: { leftOut: 'Clips whose words have yet to be written down for searching, for moments.' },
  videoNeighbours: { leftOut: 'Which clips are alike, worked out from what is in clips.ndjson.' },
  videoComparisons: { leftOut: 'When clips were last compared with others.' },
  searchWords: { leftOut: 'Of nobody: how often each word occurs.' },
  tags: { leftOut: 'Of nobody: the tags that there are.' },
  queueTurns: { leftOut: 'Whose turn it is while clips are made ready, for minutes.' },
  queueClocks: { leftOut: 'Of nobody.' },
  keptBytes: { leftOut: 'How large all that they keep is together.' },
  countedVisits: { leftOut: 'Hashes that lead to nobody.' },
  viewVisits: { leftOut: 'Hashes that lead to nobody.' },
  viewAddresses: { leftOut: 'Hashes that lead to nobody.' },
  rateLimits: { leftOut: 'How often something was tried, for an hour.' },
  siteSettings: { leftOut: 'Of the site.' },
  siteMarks: { leftOut: 'Of the site.' },
  storageMark: { leftOut: 'Of the site.' },
  processes: { leftOut: 'Of the site.' },
}

/** Columns of exported tables that are in no file. */
export const columnsLeftOut: Partial<Record<keyof Database, readonly string[]>> = {
  // With these, an attacker could act as the owner, or guess passwords offline.
  users: ['passwordHash', 'passwordResetAt', 'hiddenFor', 'isHidden', 'restrictedUntil', 'suspendedUntil', 'isSample'],
  sessions: ['sid', 'sess', 'userId', 'confirmedAt', 'isEasyToGuess'],
  passkeys: ['credentialId', 'publicKey', 'counter', 'transports'],
  recoveryCodes: ['hash', 'madeAt'],
  // Columns by which the site sorts, and files derived from the originals.
  comments: ['isHidden', 'heldBecause', 'releasedAt', 'wordsDigest'],
  videos: [
    'isHidden',
    'framesCount',
    'originalId',
    'originalType',
    'posterId',
    'previewId',
    'streamId',
    'storyboardId',
    'streamSizesCount',
    'captions',
    'placeholder',
    'fileCheckedAt',
    'remixDepth',
    'rootId',
  ],
  // Texts of other accounts.
  videoParents: ['parentPrompt'],
  reposts: ['share', 'foundAt'],
  objects: ['claim', 'claimedUntil', 'receiver', 'receiverUntil', 'madeFor'],
  cleanedOriginals: ['changedBytes', 'cleanedAt', 'heldCredentials'],
  workflows: ['videoId', 'objectId'],
  provenance: ['videoId', 'reportId', 'removed', 'reader', 'lists', 'listsDate', 'checkedAt'],
  // Columns that are kept to undo a block.
  relations: ['endedFollowing', 'endedFollower'],
  // The staff who decided and answered, and their internal notes.
  decisions: ['note', 'decidedBy', 'answeredBy', 'caseId'],
  reports: ['personId', 'commentId', 'caseId', 'closedAt', 'noticeId', 'noticeAddress'],
}
