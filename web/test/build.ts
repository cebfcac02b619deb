import { defaultBranding } from '../../contract/site/default-branding.ts'
import { alertKinds } from '../../contract/site/alerts.ts'
import type { SiteSettings } from '../../contract/site/settings.ts'
import type { OwnUser, PublicUser } from '../../contract/social/profiles.ts'
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

/** Returns the settings of a site whose admins changed none. */
export function buildSiteSettings(changed: Partial<SiteSettings> = {}): SiteSettings {
  return {
    registration: 'open',
    holds: true,
    heldWords: [],
    contact: null,
    staffPasskeys: true,
    verifiedOnly: false,
    alerts: [...alertKinds],
    alertWebhook: null,
    backupDays: 7,
    registrationsPerHour: 200,
    storageLimitGb: 10,
    blockedEmailDomains: [],
    blockedNetworks: [],
    blockedLinkDomains: [],
    ...defaultBranding,
    ...changed,
  }
}
