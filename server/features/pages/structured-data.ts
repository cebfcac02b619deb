import type { PersonMetadata, VideoMetadata } from './share-metadata.queries.ts'
import type { VideoAddresses } from './video-head.ts'

/** What search engines read of a page: JSON-LD in the words of schema.org. */

const context = 'https://schema.org'

interface VideoWords {
  origin: string
  description: string
  tags: string[]
  addresses: VideoAddresses
}

export function videoObject(video: VideoMetadata, { origin, description, tags, addresses }: VideoWords): object {
  const { poster, file } = addresses
  return {
    '@context': context,
    '@type': 'VideoObject',
    name: video.title,
    description,
    url: addresses.page,
    embedUrl: addresses.player,
    ...(poster ? { thumbnailUrl: [poster] } : {}),
    ...(file ? { contentUrl: file.url, encodingFormat: file.type } : {}),
    uploadDate: video.createdAt,
    duration: `PT${Math.round(video.durationSeconds * 10) / 10}S`,
    width: video.width,
    height: video.height,
    keywords: tags,
    creator: {
      '@type': 'Person',
      name: nameOf(video),
      ...(video.username ? { url: `${origin}/profile/${video.username}` } : {}),
    },
    interactionStatistic: [counter('WatchAction', video.viewsCount), counter('LikeAction', video.likesCount)],
  }
}

/** @param addresses Of the page, and of the person's picture. */
export function profilePage(person: PersonMetadata, addresses: { page: string; picture: string | undefined }): object {
  return {
    '@context': context,
    '@type': 'ProfilePage',
    dateCreated: person.joinedDate,
    mainEntity: {
      '@type': 'Person',
      name: nameOf(person),
      alternateName: `@${person.username}`,
      identifier: person.id,
      url: addresses.page,
      ...(person.bio ? { description: person.bio } : {}),
      ...(addresses.picture ? { image: addresses.picture } : {}),
      ...(person.website ? { sameAs: [person.website] } : {}),
      interactionStatistic: counter('FollowAction', person.followersCount),
      agentInteractionStatistic: counter('WriteAction', person.videosCount),
    },
  }
}

export function nameOf({ displayName, username }: { displayName: string; username: string | null }): string {
  return displayName || username || 'User'
}

function counter(action: 'WatchAction' | 'LikeAction' | 'FollowAction' | 'WriteAction', count: number): object {
  return { '@type': 'InteractionCounter', interactionType: { '@type': action }, userInteractionCount: count }
}
