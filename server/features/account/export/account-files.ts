import type { Database } from '../../../db/schema/schema.ts'
import type { AccountFile } from './account-file.ts'
import { contactFiles } from './contact-files.ts'
import { ownFiles } from './own-files.ts'
import { signInFiles } from './sign-in-files.ts'

/** The files of an account's data. */
export const accountFiles: readonly AccountFile[] = [...ownFiles, ...contactFiles, ...signInFiles]

/**
 * For each table of the database, the file that holds it or the reason why it is not exported. A missing table is a
 * compile error.
 */
export const tablePlaces: Record<keyof Database, { file: string } | { leftOut: string }> = {
  users: { file: 'profile.json' },
  joinRequests: { file: 'account.json' },
  videos: { file: 'clips.ndjson' },
  videoParents: { file: 'remixed.ndjson' },
  reposts: { file: 'clips.ndjson' },
  fingerprints: { leftOut: 'Fingerprints of the clips’ frames, computed from the clips.' },
  commonFingerprintKeys: { leftOut: 'Not personal: frames that many clips share.' },
  objects: { file: 'uploads.ndjson' },
  cleanedOriginals: { file: 'clips.ndjson' },
  provenance: { file: 'clips.ndjson' },
  sidecars: { leftOut: 'Which files made from clips have a signed manifest.' },
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
  voidedRecoveryCodes: { leftOut: 'Hashes of recovery codes that were replaced. Each is deleted within days.' },
  accountEvents: { file: 'account-events.ndjson' },
  tokens: { leftOut: 'Secrets that grant access to an account. Each is deleted within days.' },
  emailChanges: {
    leftOut: 'Email addresses that await confirmation or can be restored. Each is deleted within days.',
  },
  cases: { leftOut: 'Reports by others until they are decided. Decisions are in decisions.ndjson.' },
  batches: { leftOut: 'Which decisions were made together. Decisions are in decisions.ndjson.' },
  batchItems: { leftOut: 'Which decisions were made together. Decisions are in decisions.ndjson.' },
  staffLog: { leftOut: 'Staff actions, which name other people. Only admins can read them.' },
  publicLog: { leftOut: 'Public, and contains no names.' },
  notices: { leftOut: 'Written by people without an account, with their address.' },
  retiredAccounts: { leftOut: 'Only about deleted accounts.' },
  erasedFiles: { leftOut: 'Files that can’t be uploaded again, without their owners.' },
  creatorNames: { leftOut: 'A copy of the names in profile.json, for search.' },
  videoSearch: { leftOut: 'A copy of the texts in clips.ndjson, for search.' },
  videoTags: { leftOut: 'A copy of the tags in clips.ndjson, for search.' },
  videoHours: {
    leftOut: 'Hourly counts of views, likes and comments on each clip, for eight days. Contains no names.',
  },
  videoHeat: { leftOut: 'The heat scores that rank Rising, computed from likes, comments and views.' },
  videosToIndex: { leftOut: 'Clips waiting to be indexed for search, for a few moments.' },
  videoNeighbours: { leftOut: 'Which clips are similar, computed from clips.ndjson.' },
  videoComparisons: { leftOut: 'When clips were last compared with others.' },
  searchWords: { leftOut: 'Not personal: how often each word occurs.' },
  tags: { leftOut: 'Not personal: the list of tags.' },
  queueTurns: { leftOut: 'The processing order of clips, for minutes.' },
  queueClocks: { leftOut: 'Not personal.' },
  keptBytes: { leftOut: 'The total size of a person’s files.' },
  countedVisits: { leftOut: 'Hashes that can’t be traced to a person.' },
  viewVisits: { leftOut: 'Hashes that can’t be traced to a person.' },
  viewAddresses: { leftOut: 'Hashes that can’t be traced to a person.' },
  rateLimits: { leftOut: 'Attempt counts for rate limits, for an hour.' },
  siteSettings: { leftOut: 'Site settings and state.' },
  sitePictures: { leftOut: 'Site settings and state.' },
  siteMarks: { leftOut: 'Site settings and state.' },
  storageMark: { leftOut: 'Site settings and state.' },
  processes: { leftOut: 'Site settings and state.' },
  decisionEmails: { leftOut: 'Which decisions await an email, for a minute.' },
  alerts: { leftOut: 'Site settings and state.' },
  backups: { leftOut: 'Site settings and state.' },
}

/** Columns of exported tables that are in no file. */
export const columnsLeftOut: Partial<Record<keyof Database, readonly string[]>> = {
  // Secrets, with which an attacker could act as the owner or guess passwords offline, and internal state.
  users: ['passwordHash', 'passwordResetAt', 'hiddenFor', 'isHidden', 'restrictedUntil', 'suspendedUntil', 'isSample'],
  sessions: ['sid', 'sess', 'userId', 'confirmedAt', 'isEasyToGuess'],
  passkeys: ['credentialId', 'publicKey', 'counter', 'transports'],
  recoveryCodes: ['hash', 'madeAt'],
  // Internal state of comments and clips, and files derived from the originals.
  comments: ['isHidden', 'heldBecause', 'releasedAt', 'wordsDigest'],
  videos: [
    'isHidden',
    'framesCount',
    'originalId',
    'originalType',
    'posterId',
    'posterAt',
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
  // Prompts by other accounts.
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
