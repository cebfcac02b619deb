import type { Account } from '../../contract/account/account.ts'
import type { SearchPage } from '../../contract/discovery/search.ts'
import type { CaseSummary } from '../../contract/moderation/cases.ts'
import type { Decision } from '../../contract/moderation/decisions.ts'
import type { ListedCreator } from '../../contract/social/creators.ts'
import type { Batch } from '../../contract/moderation/batches.ts'
import type { Statement } from '../../contract/moderation/appeals.ts'
import { defaultSettings } from '../../contract/site/default-settings.ts'
import type { AdminPerson } from '../../contract/site/people.ts'
import type { SiteSettings } from '../../contract/site/settings.ts'
import type { OwnUser } from '../../contract/account/users.ts'
import type { Profile, PublicUser } from '../../contract/social/profiles.ts'
import type { Video } from '../../contract/videos/videos.ts'

const person: PublicUser = {
  id: 'person',
  username: 'ada',
  displayName: 'Ada',
  bio: '',
  avatarUrl: null,
  location: null,
  website: null,
  joinedDate: '2026-01-01T00:00:00Z',
  userNumber: 1,
  isSample: false,
  followersCount: 0,
  followingCount: 0,
  videosCount: 0,
  totalViews: 0,
  totalLikes: 0,
}

/** Returns a signed-in user. */
export function buildOwnUser(changed: Partial<OwnUser> = {}): OwnUser {
  return {
    ...person,
    userNumber: 1,
    role: 'member',
    standing: 'active',
    unseenDecisions: 0,
    unseenEvents: 0,
    email: 'ada@example.org',
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    createdAt: person.joinedDate,
    updatedAt: person.joinedDate,
    ...changed,
  }
}

/** Returns the account of a user with an address that is not confirmed, on a site that sends e-mail. */
export function buildAccount(changed: Partial<Account> = {}): Account {
  return {
    emailVerifiedAt: null,
    pendingEmail: null,
    mustConfirmEmail: false,
    hasMail: true,
    passkeysOnly: false,
    passkeysCount: 0,
    recoveryCodesLeft: 0,
    isEasyToGuess: false,
    deleteAfter: null,
    deletionReason: null,
    isSuspended: false,
    ...changed,
  }
}

/** Returns the profile of Ada, as another person sees it. */
export function buildProfile(changed: Partial<Profile> = {}): Profile {
  const state = { rank: 1, isFollowing: false, isOwnProfile: false, relation: null, isWebsiteLinked: true }
  return { ...person, ...state, ...changed }
}

/** Returns Ada, as the leaderboard lists her. */
export function buildCreator(): ListedCreator {
  return { ...person, username: 'ada', userNumber: 1 }
}

/** Returns a visible, fully processed clip of Ada. */
export function buildVideo(changed: Partial<Video> = {}): Video {
  return {
    id: 'video',
    userId: person.id,
    title: 'Dunes',
    caption: null,
    prompt: null,
    toolUsed: 'other',
    model: null,
    aspectRatio: '16:9',
    width: 1920,
    height: 1080,
    durationSeconds: 4,
    tags: '',
    videoUrl: '/objects/video.mp4',
    videoBytes: null,
    thumbnailUrl: null,
    previewUrl: null,
    streamUrl: null,
    streamSizesCount: null,
    storyboardUrl: null,
    captions: [],
    placeholder: null,
    coverAt: null,
    status: 'ready',
    stage: null,
    failureReason: null,
    isHidden: false,
    isLiked: false,
    likesCount: 0,
    viewsCount: 0,
    commentsCount: 0,
    commenting: 'open',
    provenance: { state: 'creator' },
    showsReality: false,
    remixPolicy: 'everyone',
    createdAt: person.joinedDate,
    updatedAt: person.joinedDate,
    creator: { id: person.id, username: 'ada', displayName: 'Ada', avatarUrl: null, isSample: false },
    ...changed,
  }
}

/** Returns the results of a search without results. */
export function buildSearchPage(changed: Partial<SearchPage> = {}): SearchPage {
  const found = { videos: [], creators: [], excerpts: {}, count: 0, shownCount: 0, corrected: null, invalidFilters: [] }
  return { ...found, isAbout: false, isCut: false, nextCursor: null, ...changed }
}

/** Returns the default settings of a site. */
export function buildSiteSettings(changed: Partial<SiteSettings> = {}): SiteSettings {
  return { ...defaultSettings, ...changed }
}

/** Returns a member as staff see them. */
export function buildAdminPerson(changed: Partial<AdminPerson> = {}): AdminPerson {
  return {
    id: 'p1',
    userNumber: 1,
    username: 'bob',
    displayName: 'Bob',
    avatarUrl: null,
    shownEmail: null,
    isSample: false,
    role: 'member',
    standing: 'active',
    standingUntil: null,
    deletionReason: null,
    joinedDate: '2026-01-01T00:00:00Z',
    videosCount: 0,
    storedBytes: 0,
    storageLimitGb: null,
    decisionsCount: 0,
    invitation: null,
    joinRequest: null,
    ...changed,
  }
}

/** Returns a finished batch that has suspended accounts. */
export function buildBatch(changed: Partial<Batch> = {}): Batch {
  return {
    id: 'b1',
    kind: 'account',
    rule: 'spam',
    measure: 'suspend',
    until: null,
    madeBy: 'Ada',
    madeAt: '2026-01-01T00:00:00Z',
    undoneBy: null,
    undoneAt: null,
    isRunning: false,
    total: 300,
    waiting: 0,
    decided: 298,
    undone: 0,
    skipped: [{ reason: 'User not found', count: 2, cases: [] }],
    mayUndo: true,
    ...changed,
  }
}

/** Returns an open case about a clip, as the queue lists it. */
export function buildCaseSummary(changed: Partial<CaseSummary> = {}): CaseSummary {
  return {
    id: 'case',
    kind: 'video',
    state: 'open',
    source: 'report',
    rules: ['spam'],
    isSevere: false,
    subject: 'A reported clip',
    personName: 'Ada',
    reportsCount: 1,
    openedAt: '2026-01-01T00:00:00Z',
    closedAt: null,
    claim: null,
    ...changed,
  }
}

/** Returns a decision that hid a clip, as moderators see it. */
export function buildDecision(changed: Partial<Decision> = {}): Decision {
  return {
    id: 'd1',
    caseId: 'case',
    kind: 'video',
    subject: 'Dunes',
    rule: 'spam',
    measure: 'hide',
    until: null,
    facts: 'It is an advertisement.',
    note: null,
    source: 'report',
    detected: 'person',
    decidedBy: 'Mona',
    decidedAt: '2026-01-01T00:00:00Z',
    state: 'in-force',
    outcome: null,
    isPermanent: false,
    counterNotice: null,
    ...changed,
  }
}

/** Returns a decision that hid a clip, as its creator sees it. */
export function buildStatement(changed: Partial<Statement> = {}): Statement {
  return {
    id: 'd1',
    kind: 'video',
    subject: 'Dunes',
    videoId: 'v1',
    measure: 'hide',
    until: null,
    rule: 'spam',
    ruleTitle: 'No spam or deception',
    ruleText: 'No repeated advertising.',
    facts: 'At 0:02 it sells watches.',
    source: 'report',
    detected: 'person',
    decidedOn: '2026-11-22',
    state: 'in-force',
    isPermanent: false,
    isSeen: false,
    appealUntil: '2027-05-25',
    mayAppeal: true,
    lifted: null,
    appeal: null,
    mayCounter: false,
    counterNotice: null,
    ...changed,
  }
}
