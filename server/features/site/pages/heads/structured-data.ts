import type { PersonMetadata, VideoMetadata } from '../share-metadata.queries.ts'
import type { VideoAddresses } from './video-head.ts'

/** JSON-LD for search engines, in the vocabulary of schema.org. */

const context = 'https://schema.org'

/** Describes the site and its search, which search engines may offer with the site's name. */
export function webSite(name: string, origin: string): object {
  return {
    '@context': context,
    '@type': 'WebSite',
    name,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

export function videoObject(
  video: VideoMetadata,
  origin: string,
  { description, tags, addresses }: { description: string; tags: string[]; addresses: VideoAddresses },
): object {
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

/** Describes a person. @param addresses URLs of the page and of the person's picture. */
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

/** Describes a list. @param videos The newest videos on the page. */
export function collectionPage(
  origin: string,
  path: string,
  { name, description, videos }: { name: string; description: string; videos: { id: string; title: string }[] },
): object {
  return {
    '@context': context,
    '@type': 'CollectionPage',
    name,
    description,
    url: origin + path,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: videos.map(({ id, title }, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        url: `${origin}/video/${id}`,
        name: title,
      })),
    },
  }
}

/** Returns the name under which a person is shown. */
export function nameOf({ displayName, username }: { displayName: string; username: string | null }): string {
  return displayName || username || 'User'
}

function counter(action: 'WatchAction' | 'LikeAction' | 'FollowAction' | 'WriteAction', count: number): object {
  return { '@type': 'InteractionCounter', interactionType: { '@type': action }, userInteractionCount: count }
}
