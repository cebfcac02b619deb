import { splitTags } from '../../../../../contract/videos/tags.ts'
import { stageShape } from '../../../../../contract/videos/stage-shape.ts'
import { toolLabels } from '../../../../../contract/videos/videos.ts'
import { posterSize } from '../../../../media/encode/poster-size.ts'
import { renditionTypes } from '../../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../../objects/object-address.ts'
import { posterUrl } from '../../../../objects/public-address.ts'
import {
  excerpt,
  pictureMeta,
  posterAddress,
  preloadPoster,
  wholeAddress,
  type Meta,
  type Origins,
  type PageHead,
} from './page-head.ts'
import { nameOf, videoObject } from './structured-data.ts'
import type { VideoMetadata } from '../share-metadata.queries.ts'

/** Media types that browsers, feed readers and chat programs play. For other files they get the preview. */
const playable = ['video/mp4', 'video/webm']

export type VideoAddresses = ReturnType<typeof videoAddresses>

export function videoHead(video: VideoMetadata, origins: Origins): PageHead {
  const { title } = video
  const description = describe(video)
  const addresses = videoAddresses(video, origins)
  const tags = splitTags(video.tags)
  return {
    title,
    description,
    path: `/video/${video.id}`,
    meta: [
      ['og:type', 'video.other'],
      ...(addresses.poster ? pictureMeta({ url: addresses.poster, ...posterSize(video) }, title) : []),
      ...fileMeta(video, addresses),
      ['video:release_date', video.createdAt],
      ...tags.map((tag): Meta => ['video:tag', tag]),
      ...twitterMeta(video, addresses),
    ],
    links: [
      { rel: 'alternate', type: 'application/json+oembed', href: addresses.oembed, title },
      ...preloadPoster(video.posterId, origins),
    ],
    data: videoObject(video, origins.publicUrl, { description, tags, addresses }),
    ...(video.posterId && { stage: stageOf(video, posterUrl(video.posterId, origins.objectsUrl)) }),
  }
}

function stageOf(video: VideoMetadata, poster: string): Record<string, string> {
  const { id, title, width, height, showsReality } = video
  const { frameRatio, shape } = stageShape(width / height)
  return { id, title, poster, ratio: String(frameRatio), shape, label: showsReality ? '' : 'hidden' }
}

/** Returns the head of the page of a video's remixes, with the video's picture. */
export function remixesHead(video: VideoMetadata, origins: Origins): PageHead {
  const { title } = video
  const { poster } = videoAddresses(video, origins)
  return {
    title: `Remixes of ${title}`,
    description: `What “${title}” was made from, and its remixes.`,
    path: `/video/${video.id}/remixes`,
    meta: [
      ['og:type', 'website'],
      ...(poster ? pictureMeta({ url: poster, ...posterSize(video) }, title) : []),
      ['twitter:card', poster ? 'summary_large_image' : 'summary'],
    ],
  }
}

type AddressedVideo = Pick<VideoMetadata, 'id' | 'posterId' | 'originalId' | 'previewId' | 'contentType'>

/** Returns the public URLs of a video and its files. */
export function videoAddresses(video: AddressedVideo, origins: Origins) {
  const origin = origins.publicUrl
  const page = `${origin}/video/${video.id}`
  return {
    page,
    player: `${origin}/embed/${video.id}`,
    oembed: `${origin}/oembed?url=${encodeURIComponent(page)}&format=json`,
    poster: video.posterId ? posterAddress(video.posterId, origins) : undefined,
    file: playableFile(video, origins),
  }
}

/** Returns a widely playable file: the original or its preview. */
function playableFile({ originalId, previewId, contentType }: AddressedVideo, origins: Origins) {
  const isPlayable = contentType && playable.includes(contentType)
  const [id, type] = isPlayable ? [originalId, contentType] : [previewId, renditionTypes.preview]
  return id === null ? undefined : { id, type, url: wholeAddress(objectPath(id, type), origins) }
}

function describe(video: VideoMetadata): string {
  const tool = video.model ?? (video.toolUsed === 'other' ? 'AI' : toolLabels[video.toolUsed])
  const made = video.isSample ? 'A sample clip, drawn by code.' : `By ${nameOf(video)}, made with ${tool}.`
  const words = video.caption ?? video.prompt
  return words ? `${excerpt(words)} ${made}` : made
}

function fileMeta({ width, height }: VideoMetadata, { file }: VideoAddresses): Meta[] {
  if (!file) return []
  const secure: Meta[] = file.url.startsWith('https:') ? [['og:video:secure_url', file.url]] : []
  return [
    ['og:video', file.url],
    ...secure,
    ['og:video:type', file.type],
    ['og:video:width', width],
    ['og:video:height', height],
  ]
}

/** Returns the tags of the player card, which requires a picture. */
function twitterMeta({ width, height }: VideoMetadata, { player, poster }: VideoAddresses): Meta[] {
  if (!poster) return [['twitter:card', 'summary']]
  return [
    ['twitter:card', 'player'],
    ['twitter:player', player],
    ['twitter:player:width', width],
    ['twitter:player:height', height],
  ]
}
