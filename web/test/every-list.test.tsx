import { screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { Route } from 'wouter'
import { listInvitations } from '../../contract/account/invitations.ts'
import { listFollowingVideos, markFollowingSeen } from '../../contract/discovery/following.ts'
import { listRisingVideos } from '../../contract/discovery/rising.ts'
import { searchVideos } from '../../contract/discovery/search.ts'
import { getTag, getTool, listTagVideos, listToolVideos } from '../../contract/discovery/tags.ts'
import { getTrending } from '../../contract/discovery/trending.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { listBatches } from '../../contract/moderation/batches.ts'
import { getCase, listCases } from '../../contract/moderation/cases.ts'
import { listPendingComments } from '../../contract/moderation/pending-comments.ts'
import { listLog } from '../../contract/moderation/public-log.ts'
import { listPeople } from '../../contract/site/people.ts'
import { listStaffLog } from '../../contract/site/staff-log.ts'
import { listComments } from '../../contract/social/comments.ts'
import { listCreators } from '../../contract/social/creators.ts'
import { listFollowers, listFollowing } from '../../contract/social/follows.ts'
import { listLikedVideos } from '../../contract/social/likes.ts'
import { listMuted } from '../../contract/social/mutes-and-blocks.ts'
import { listNotifications } from '../../contract/social/notifications.ts'
import { listHiddenVideos } from '../../contract/videos/hiding.ts'
import { getAncestors, getLineage, listRemixes } from '../../contract/videos/lineage.ts'
import { getVideo, listUserVideos, listVideos } from '../../contract/videos/videos.ts'
import { FeedPage } from '../features/discovery/feed/feed-page.tsx'
import { ResultWall } from '../features/discovery/search/result-wall.tsx'
import { Explore } from '../features/discovery/search/explore.tsx'
import { TagPage } from '../features/discovery/tags/tag-page.tsx'
import { ToolPage } from '../features/discovery/tags/tool-page.tsx'
import { AccountsTab } from '../features/moderation/accounts/accounts-tab.tsx'
import { CasesTab } from '../features/moderation/moderation-page/cases-tab.tsx'
import { PendingCommentsTab } from '../features/moderation/moderation-page/pending-comments-tab.tsx'
import { LogPage } from '../features/moderation/public-log/log-page.tsx'
import { InvitationList } from '../features/site/admin/invitations/invitation-list.tsx'
import { PeopleTab } from '../features/site/admin/people/people-tab.tsx'
import { StaffLogTab } from '../features/site/admin/staff-log/staff-log-tab.tsx'
import { CommentList } from '../features/social/comments/comment-list.tsx'
import { Leaderboard } from '../features/social/creators/creators-page.tsx'
import { PeopleDialog } from '../features/social/follows/people-dialog.tsx'
import { MutedSection } from '../features/social/mutes-and-blocks/muted-section.tsx'
import { NotificationPopover } from '../features/social/notifications/notification-popover.tsx'
import { OwnVideos } from '../features/social/profiles/own-videos.tsx'
import { LikedVideos } from '../features/social/profiles/liked-videos.tsx'
import { buildAdminPerson, buildCaseSummary, buildOwnUser, buildProfile, buildVideo } from './build.ts'
import { ProfileVideos } from '../features/social/profiles/profile-videos.tsx'
import { RemixesPage } from '../features/videos/remixes-page/remixes-page.tsx'
import { answer, renderScreen } from './screens.tsx'
import { showListEnds } from './near-end.ts'

const viewer = buildOwnUser({ id: 'viewer', username: 'grace', displayName: 'Grace' })
const createdAt = '2026-01-01T00:00:00Z'
const nothing = () => {}

/** Numbers of a reply that a list does not show. */
const counts = { total: 2, isTotalCapped: false, openCount: 2, waitingCount: 2, caughtUpAt: null }
const found = {
  excerpts: {},
  creators: [],
  count: 2,
  isAbout: false,
  shownCount: 2,
  corrected: null,
  invalidFilters: [],
  isCut: false,
}

const video = (name: string) => buildVideo({ id: name, title: name })
const person = (name: string) => buildProfile({ id: name, username: name, displayName: name })
const adminPerson = (name: string) => buildAdminPerson({ id: name, username: name, displayName: name })

interface List {
  /** The file that renders the list, in `web/features`. */
  file: string
  element: ReactElement
  at?: string
  endpoint: Endpoint
  /** The name of the items in a reply. */
  items: string
  /** Returns an item that the list shows with this name. */
  item: (name: string) => object
  /** The items as the messages call them. */
  what: string
  /** The message for a first page that fails, where the specification gives one. */
  failure?: string
  /** The text of an empty list, or `null` if an empty list is not shown. */
  empty: string | null
  /** Whether the list shows only its first page. */
  isFirstPageOnly?: true
}

const wallOf = (file: string, element: ReactElement, endpoint: Endpoint, empty: string): List => ({
  file: `${file}.tsx`,
  element,
  endpoint,
  items: 'videos',
  item: video,
  what: 'videos',
  empty,
})

const lists: Record<string, List> = {
  'the feed': wallOf('discovery/feed/feed-page', <FeedPage params={{}} />, listVideos, 'No videos yet'),
  Following: wallOf(
    'discovery/feed/following-feed',
    <FeedPage params={{ feed: 'following' }} />,
    listFollowingVideos,
    'Nothing here yet',
  ),
  Rising: wallOf(
    'discovery/feed/rising-feed',
    <FeedPage params={{ feed: 'rising' }} />,
    listRisingVideos,
    'Nothing is rising yet',
  ),
  'a tag': {
    ...wallOf('discovery/tags/topic-page', <TagPage />, listTagVideos, 'No videos yet'),
    at: '/tag/dunes',
  },
  'a tool': {
    ...wallOf(
      'discovery/tags/topic-page',
      <Route path="/tool/:tool" component={ToolPage} />,
      listToolVideos,
      'No videos yet',
    ),
    at: '/tool/other',
  },
  'a search': wallOf(
    'discovery/search/result-wall',
    <ResultWall search={{ q: 'dunes', sort: 'best', isExact: false }} />,
    searchVideos,
    'No clips match this search',
  ),
  'people before a search': {
    file: 'discovery/search/explore.tsx',
    element: <Explore />,
    endpoint: listCreators,
    items: 'creators',
    item: (name) => ({ ...person(name), userNumber: 1, totalViews: 0, totalLikes: 0 }),
    what: 'creators',
    empty: null,
    isFirstPageOnly: true,
  },
  'a profile': wallOf(
    'social/profiles/profile-videos',
    <ProfileVideos userId="p1" isOwnProfile={false} />,
    listUserVideos,
    'No videos yet',
  ),
  'liked videos': {
    ...wallOf(
      'social/profiles/liked-videos',
      <LikedVideos userId="viewer" name="Grace" isOwnProfile />,
      listLikedVideos,
      'No liked videos yet',
    ),
    items: 'likedVideos',
  },
  'hidden clips': {
    file: 'social/profiles/own-videos.tsx',
    element: <OwnVideos userId="viewer" />,
    endpoint: listHiddenVideos,
    items: 'videos',
    item: (name) => ({ ...video(name), hiding: { reasons: ['file'], decision: null } }),
    what: 'hidden clips',
    empty: null,
  },
  remixes: {
    ...wallOf(
      'videos/remixes-page/remixes-page',
      <Route path="/video/:id/remixes" component={RemixesPage} />,
      listRemixes,
      'No remixes yet',
    ),
    at: '/video/original/remixes',
  },
  comments: {
    file: 'social/comments/comment-list.tsx',
    element: <CommentList video={buildVideo()} user={null} place="page" />,
    endpoint: listComments,
    items: 'comments',
    item: (name) => ({
      ...person(name),
      userId: name,
      videoId: 'video',
      text: name,
      likesCount: 0,
      createdAt,
      isLiked: false,
    }),
    what: 'comments',
    empty: 'No comments yet. Be the first to comment!',
  },
  creators: {
    file: 'social/creators/creators-page.tsx',
    element: <Leaderboard sort="totalViews" q="" />,
    endpoint: listCreators,
    items: 'creators',
    item: (name) => ({ ...person(name), userNumber: 1, totalViews: 0, totalLikes: 0 }),
    what: 'creators',
    failure: 'Unable to Load Creators',
    empty: 'No creators found',
  },
  followers: {
    file: 'social/follows/people-dialog.tsx',
    element: <PeopleDialog list="followers" person={{ id: 'p1', name: 'Ada' }} onClose={nothing} />,
    endpoint: listFollowers,
    items: 'followers',
    item: person,
    what: 'people',
    empty: 'No followers yet',
  },
  'followed people': {
    file: 'social/follows/people-dialog.tsx',
    element: <PeopleDialog list="following" person={{ id: 'p1', name: 'Ada' }} onClose={nothing} />,
    endpoint: listFollowing,
    items: 'following',
    item: person,
    what: 'people',
    empty: 'Not following anyone yet',
  },
  'muted people': {
    file: 'social/mutes-and-blocks/muted-section.tsx',
    element: <MutedSection user={viewer} />,
    endpoint: listMuted,
    items: 'muted',
    item: (name) => ({ ...person(name), relation: 'mute', createdAt }),
    what: 'people',
    empty: 'You haven’t muted or blocked anyone',
  },
  notifications: {
    file: 'social/notifications/notification-popover.tsx',
    element: (
      <NotificationPopover
        bell={{ current: document.createElement('button') }}
        userId="viewer"
        hasUnread={false}
        onClose={nothing}
      />
    ),
    endpoint: listNotifications,
    items: 'notifications',
    item: (name) => ({
      id: name,
      type: 'follow',
      isRead: true,
      createdAt,
      actorUsername: name,
      actorDisplayName: name,
    }),
    what: 'notifications',
    empty: 'No notifications yet',
  },
  'the public log': {
    file: 'moderation/public-log/log-page.tsx',
    element: <LogPage />,
    endpoint: listLog,
    items: 'lines',
    item: (name) => ({
      number: name.length,
      day: '2026-01-01',
      entry: {
        event: 'decided',
        kind: 'video',
        rule: 'own-1',
        ruleTitle: name,
        measure: 'none',
        duration: null,
        source: 'report',
        detected: 'person',
        sameJudge: false,
      },
      previous: null,
      sha256: name,
    }),
    what: 'decisions',
    empty: 'No decisions yet',
  },
  cases: {
    file: 'moderation/moderation-page/cases-tab.tsx',
    element: <CasesTab />,
    endpoint: listCases,
    items: 'cases',
    item: (name) => buildCaseSummary({ id: name, subject: name }),
    what: 'cases',
    empty: 'No open cases',
  },
  'pending comments': {
    file: 'moderation/moderation-page/pending-comments-tab.tsx',
    element: <PendingCommentsTab />,
    endpoint: listPendingComments,
    items: 'comments',
    item: (name) => ({
      id: name,
      text: name,
      heldBecause: 'link',
      createdAt,
      author: { ...person(name), joinedDate: createdAt },
      video: { id: 'video', title: 'Dunes' },
      sameWordsCount: 1,
    }),
    what: 'pending comments',
    empty: 'No pending comments',
  },
  accounts: {
    file: 'moderation/accounts/accounts-tab.tsx',
    element: <AccountsTab />,
    endpoint: listPeople,
    items: 'people',
    item: adminPerson,
    what: 'accounts',
    empty: 'No matching accounts.',
  },
  'people of the site': {
    file: 'site/admin/people/people-tab.tsx',
    element: <PeopleTab />,
    endpoint: listPeople,
    items: 'people',
    item: adminPerson,
    what: 'people',
    empty: 'No accounts yet.',
  },
  'invitation links': {
    file: 'site/admin/invitations/invitation-list.tsx',
    element: <InvitationList />,
    endpoint: listInvitations,
    items: 'invitations',
    item: (name) => ({
      id: name,
      note: name,
      maxUses: 1,
      usesCount: 0,
      state: 'valid',
      createdBy: null,
      createdAt,
      expiresAt: null,
    }),
    what: 'invitation links',
    empty: 'No invitation links yet.',
  },
  'the staff log': {
    file: 'site/admin/staff-log/staff-log-tab.tsx',
    element: <StaffLogTab />,
    endpoint: listStaffLog,
    items: 'lines',
    item: (name) => ({
      id: name,
      at: createdAt,
      act: 'reset-link',
      actor: { id: name, name },
      person: null,
      facts: [],
    }),
    what: 'staff actions',
    empty: 'No staff actions yet',
  },
}

beforeEach(() => {
  showListEnds()
  // The calls of the screens around the lists.
  answer(getTrending, { tags: [], tools: [] })
  answer(getTag, { name: 'dunes', videosCount: 0, hasMore: false })
  answer(getTool, { name: 'other', videosCount: 0, hasMore: false })
  answer(markFollowingSeen, undefined as never)
  answer(listUserVideos, { videos: [], nextCursor: null })
  answer(getLineage, { parents: [], remixesCount: 2, license: null, whyNoRemix: null })
  answer(getAncestors, { prompts: [], ancestors: [], foldedCount: 0, root: null, siblings: [] })
  answer(listBatches, { batches: [] })
  answer(getCase, () => new Promise<never>(nothing))
})

/** Opens the screen with a list whose pages the given function returns. */
function open(
  { element, at = '/', endpoint, items, item }: List,
  pageOf: (cursor: string | undefined) => Promise<[name: string | undefined, nextCursor: string | null]>,
) {
  const requests = answer(endpoint, async ({ query }) => {
    await nextRound()
    const [name, nextCursor] = await pageOf(query['cursor'])
    return { ...counts, ...found, [items]: name === undefined ? [] : [item(name)], nextCursor } as never
  })
  // Its path would also match those of the lists, so it comes last.
  answer(getVideo, buildVideo({ id: 'original' }) as never)
  return { requests, user: renderScreen(element, { viewer, at }) }
}

/** Waits for the next round of the event loop, in which React renders. */
const nextRound = () => new Promise((next) => setTimeout(next))
const cut = () => Promise.reject(new TypeError('Failed to fetch'))
const retry = () => screen.getByRole('button', { name: 'Retry' })
const failure = (what: string) => new RegExp(`^We couldn’t load (the )?${what}\\.?$`)
const isShown = (text: string) => screen.queryAllByText(new RegExp(text)).length > 0

test.each(Object.entries(lists))('%s: a slow first page, one that fails, and an empty one', async (_, list) => {
  const first = Promise.withResolvers<[undefined, null]>()
  let reply: Promise<[undefined, null]> = first.promise
  const { requests, user } = open(list, () => reply)
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitFor(() => expect(document.querySelector('[role=status], [aria-busy=true]')).not.toBeNull())
  expect(list.empty !== null && isShown(list.empty)).toBe(false)

  first.reject(new TypeError('Failed to fetch'))
  const failed = list.failure ?? failure(list.what)
  await screen.findByText(failed)
  expect(list.empty !== null && isShown(list.empty)).toBe(false)
  reply = Promise.resolve([undefined, null])
  await user.click(retry())
  await waitFor(() => expect(screen.queryByText(failed)).toBeNull())
  if (list.empty !== null) await screen.findByText(list.empty)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

const paged = Object.entries(lists).filter(([, { isFirstPageOnly }]) => !isFirstPageOnly)

test.each(paged)('%s: a next page that fails keeps the first, and is added on a retry', async (_, list) => {
  let isCut = true
  const { requests, user } = open(list, async (cursor) => {
    if (cursor === undefined) return ['First', 'more']
    return isCut ? cut() : ['Second one', null]
  })
  await waitFor(() => expect(isShown('First')).toBe(true))
  const more = screen.queryByRole('button', { name: 'Show more' })
  if (more) await user.click(more)
  expect((await screen.findByRole('alert')).textContent).toMatch(failure(`more ${list.what}`))
  expect(isShown('First')).toBe(true)
  const sent = requests.length
  for (let i = 0; i < 20; i++) await nextRound()
  expect(requests).toHaveLength(sent)

  isCut = false
  await user.click(retry())
  await waitFor(() => expect(isShown('Second one')).toBe(true))
  expect(isShown('First')).toBe(true)
  expect(screen.queryByText(failure(`more ${list.what}`))).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Show more|Retry)$/ })).toBeNull()
})

test('every list with pages is among these', () => {
  const sources = import.meta.glob<string>(['../features/**/*.tsx', '!**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const files = Object.keys(sources).filter((file) => /<(PagedList|VideoWall)\s/.test(sources[file]!))
  const tested = Object.values(lists).map(({ file }) => `../features/${file}`)
  expect(files.toSorted()).toEqual([...new Set(tested)].toSorted())
})
