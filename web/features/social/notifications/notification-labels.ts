import { notificationKinds, type Notification } from '../../../../contract/social/notifications.ts'
import { profilePath } from '../../../people/person.ts'
import { videoPath } from '../../../videos/video-paths.ts'

/** Whether this page knows the kind of notification. A page that was loaded before a server update skips new kinds. */
export function isKnown({ type }: Pick<Notification, 'type'>): boolean {
  return Object.hasOwn(notificationKinds, type)
}

type Labelled = Pick<Notification, 'type' | 'actorUsername' | 'videoId' | 'videoTitle' | 'videosCount'>

/** Returns the texts and the link of a notification. One about several videos names none, and links to the actor. */
export function labelsOf({ type, actorUsername, videoId, videoTitle, videosCount }: Labelled) {
  const kind = notificationKinds[type]
  const severalDeed =
    'severalDeed' in kind && videosCount !== null && videosCount > 1 ? kind.severalDeed(videosCount) : undefined
  const toVideo = videoId === null ? undefined : videoPath(videoId)
  const toActor = actorUsername === null ? undefined : profilePath(actorUsername)
  return {
    /** The action, as the text after the actor's name. */
    deed: severalDeed ?? kind.deed,
    title: severalDeed ? null : videoTitle,
    href: kind.leadsTo === 'actor' || severalDeed ? toActor : toVideo,
  }
}
