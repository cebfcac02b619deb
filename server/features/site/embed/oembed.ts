import { EMBED_SIDE_PX, embedCode } from '../../../../contract/site/embed.ts'
import type { Size } from '../../../media/decode/frame-shape.ts'
import { posterSize, shrink } from '../../../media/encode/poster-size.ts'
import type { Origins } from '../pages/page-head.ts'
import type { VideoMetadata } from '../pages/share-metadata.queries.ts'
import { nameOf } from '../pages/structured-data.ts'
import { videoAddresses } from '../pages/video-head.ts'

export type OembedVideo = ReturnType<typeof describeVideo>

/**
 * Returns an oEmbed 1.0 reply, with the field names of the specification. The player keeps the clip's aspect ratio within the limits.
 *
 * @param limits Available space on the other page in CSS pixels, `Infinity` if that page names no limit.
 */
export function describeVideo(
  video: VideoMetadata,
  { siteName, ...origins }: Origins & { siteName: string },
  limits: Size,
) {
  const { publicUrl: origin } = origins
  const { player, poster } = videoAddresses(video, origins)
  const size = fitInside(scaleUp(video), {
    width: Math.min(limits.width, EMBED_SIDE_PX),
    height: Math.min(limits.height, EMBED_SIDE_PX),
  })
  const picture = posterSize(video)
  // The reply must not name a thumbnail that is larger than the limits.
  const fits = picture.width <= limits.width && picture.height <= limits.height
  return {
    version: '1.0',
    type: 'video',
    provider_name: siteName,
    provider_url: origin,
    title: video.title,
    author_name: nameOf(video),
    ...(video.username ? { author_url: `${origin}/profile/${video.username}` } : {}),
    html: embedCode({ player, title: video.title, ...size }),
    ...size,
    ...(poster && fits
      ? { thumbnail_url: poster, thumbnail_width: picture.width, thumbnail_height: picture.height }
      : {}),
  }
}

/** Scales the player's size to the limits. Small clips get the same player as large ones. */
function scaleUp({ width, height }: Size): Size {
  const scale = Math.max(1, EMBED_SIDE_PX / Math.max(width, height))
  return { width: width * scale, height: height * scale }
}

function fitInside(size: Size, room: Size): Size {
  return shrink(size, Math.min(room.width / size.width, room.height / size.height))
}
