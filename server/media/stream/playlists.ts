import type { CmafFile } from './cmaf-writer.ts'
import type { Size } from '../decode/frame-shape.ts'
import type { Segment } from './segments.ts'

/** A variant in the main playlist. */
interface ListedVariant extends CmafFile {
  /** Name of the variant's own playlist. */
  playlistName: string
  size: Size
}

/** Returns the list of variants (RFC 8216), from which a player chooses by its bandwidth. */
export function mainPlaylist(variants: ListedVariant[]): string {
  return lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...variants.flatMap((variant) => [`#EXT-X-STREAM-INF:${attributesOf(variant)}`, variant.playlistName]),
  ])
}

/** Returns the segments of one variant as byte ranges of its file. */
export function mediaPlaylist(fileName: string, { head, segments }: CmafFile): string {
  const longest = Math.max(...segments.map(({ durationSeconds }) => durationSeconds))
  return lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.round(longest))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${fileName}",BYTERANGE="${head.sizeBytes}@${head.offset}"`,
    ...segments.flatMap(({ durationSeconds, offset, sizeBytes }) => [
      `#EXTINF:${durationSeconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${sizeBytes}@${offset}`,
      fileName,
    ]),
    '#EXT-X-ENDLIST',
  ])
}

function attributesOf({ segments, codecs, size, frameRate }: ListedVariant): string {
  return [
    `BANDWIDTH=${Math.ceil(Math.max(...segments.map((segment) => bitsPerSecond([segment]))))}`,
    `AVERAGE-BANDWIDTH=${Math.ceil(bitsPerSecond(segments))}`,
    `CODECS="${codecs.join(',')}"`,
    `RESOLUTION=${size.width}x${size.height}`,
    `FRAME-RATE=${frameRate.toFixed(3)}`,
  ].join(',')
}

function bitsPerSecond(segments: Segment[]): number {
  const sizeBytes = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0)
  const seconds = segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  return (sizeBytes * 8) / seconds
}

function lines(parts: string[]): string {
  return `${parts.join('\n')}\n`
}
