import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type NotificationPage,
  notificationKinds,
  type NotificationType,
} from '../../../../contract/social/notifications.ts'
import { type Person, signUpWithVideo, testApp } from '../../../test/test-app.ts'
import { hideVideo, showVideo } from '../../videos/publishing/hide-video.ts'
import { recordChanges, unread as countUnread } from './notifications.fixture.ts'

const t = testApp()

interface Scene {
  owner: Person
  stranger: Person
  clip: { id: string; title: string; posterId: string }
}

async function clipOfSomeone(): Promise<Scene> {
  const [{ videoId: id, ...owner }, stranger] = [await signUpWithVideo(t), await t.signUp()]
  const title = `Title ${randomUUID()}`
  const poster = { state: 'published', contentType: 'image/webp', sizeBytes: 1, madeFor: id } as const
  const { id: posterId } = await t.insert('objects', poster)
  await t.change('videos', id, { title, posterId })
  return { owner, stranger, clip: { id, title, posterId } }
}

/** Functions that return the columns of a notification of each kind. The type requires an entry for every kind. */
const causes: Record<
  NotificationType,
  (scene: Scene) => Promise<{ videoId?: string; commentId?: string; day?: string }>
> = {
  comment: async ({ owner, clip }) => {
    const posted = await owner.caller.post(`/api/videos/${clip.id}/comments`, { text: 'Hello' })
    return { videoId: clip.id, commentId: posted.json<{ id: string }>().id }
  },
  like: async ({ clip }) => ({ videoId: clip.id }),
  follow: async () => ({}),
  publish: async () => ({ day: new Date().toISOString().slice(0, 10) }),
  remix: async ({ clip }) => ({ videoId: clip.id }),
  repost: async ({ clip }) => ({ videoId: clip.id }),
}

interface Seen {
  isListed: boolean
  namesClip: boolean
  unread: number
}

async function notificationsOf(person: Person, { clip }: Scene): Promise<Seen> {
  const list = await person.caller.get('/api/notifications')
  return {
    isListed: list.json<NotificationPage>().notifications.length > 0,
    namesClip: [clip.id, clip.title, clip.posterId].some((word) => list.body.includes(word)),
    unread: await countUnread(person),
  }
}

const shown: Seen = { isListed: true, namesClip: true, unread: 1 }
const withoutClip: Seen = { isListed: true, namesClip: false, unread: 1 }
const absent: Seen = { isListed: false, namesClip: false, unread: 0 }

const kinds = Object.keys(notificationKinds) as NotificationType[]
const cases = kinds.flatMap((type) =>
  (['owner', 'stranger'] as const)
    // Creators receive no notification of their own new clips.
    .filter((recipient) => type !== 'publish' || recipient === 'stranger')
    .map((recipient) => {
      const whileVisible = type === 'follow' ? withoutClip : shown
      return {
        type,
        recipient,
        whileVisible,
        whileHidden: recipient === 'stranger' && type !== 'follow' ? absent : whileVisible,
      }
    }),
)

test.each(cases)(
  'only the owner sees a hidden clip in notifications: $type to $recipient',
  async ({ type, recipient, whileVisible, whileHidden }) => {
    const scene = await clipOfSomeone()
    const { owner, stranger, clip } = scene
    const [person, actor] = recipient === 'owner' ? [owner, stranger] : [stranger, owner]
    await t.insert('notifications', {
      userId: person.user.id,
      actorId: actor.user.id,
      type,
      ...(await causes[type](scene)),
    })
    expect(await notificationsOf(person, scene)).toEqual(whileVisible)

    const recounts = recordChanges(t)
    await hideVideo(t.deps, clip.id, 'moderation')
    await showVideo(t.deps, clip.id, 'moderation')
    await hideVideo(t.deps, clip.id, 'moderation')
    // Open pages receive a new count whenever a clip of their unread notifications is hidden or shown.
    const isRecounted = whileHidden === absent && type !== 'publish'
    expect(recounts).toEqual(isRecounted ? Array(3).fill(stranger.user.id) : [])

    await owner.caller.patch(`/api/videos/${clip.id}`, { title: `${clip.title}, changed while hidden` })
    expect(await notificationsOf(person, scene)).toEqual(whileHidden)
    await person.caller.patch('/api/notifications/read-all')
    await showVideo(t.deps, clip.id, 'moderation')
    const unread = whileHidden === absent ? whileVisible.unread : 0
    expect(await notificationsOf(person, scene)).toEqual({ ...whileVisible, unread })
  },
)

test('deleting a clip removes its notifications from the open pages of other users', async () => {
  const scene = await clipOfSomeone()
  const { owner, stranger, clip } = scene
  const row = { userId: stranger.user.id, actorId: owner.user.id, type: 'repost', videoId: clip.id } as const
  await t.insert('notifications', row)
  const recounts = recordChanges(t)
  await owner.caller.delete(`/api/videos/${clip.id}`)
  expect(recounts).toContain(stranger.user.id)
  expect(await notificationsOf(stranger, scene)).toEqual(absent)
})
