import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CaptionTrack, cueFormatOf } from './caption-track.ts'
import type { Container } from '../decode/containers.ts'
import type { CaptionFacts } from '../results.ts'
import { openFormat, packetsOf, readOnly } from '../decode/open-format.ts'
import { ifUnreadable } from '../unreadable-video.ts'

const TRACKS_MAX = 8
/** Maximum number of packets of all tracks together. In MP4 every other packet is empty and ends a cue. */
const PACKETS_MAX = 100_000

/**
 * Writes the text tracks of a file as WebVTT, one file each. Captions are optional: if they cannot be read, there are
 * none.
 *
 * @param startSeconds Start of the clip on the file's clock.
 * @param folder Folder to write to.
 */
export async function writeCaptions(
  filePath: string,
  container: Container,
  startSeconds: number,
  folder: string,
): Promise<CaptionFacts[]> {
  const tracks = await Promise.try(readCaptions, filePath, container, startSeconds).catch(ifUnreadable([]))
  const facts: CaptionFacts[] = []
  for (const track of tracks) {
    const webVtt = track.toWebVtt()
    if (webVtt === undefined) continue
    const fileName = `captions-${facts.length}.vtt`
    await writeFile(join(folder, fileName), webVtt)
    facts.push({ fileName, language: track.language, label: track.label })
  }
  return facts
}

/** Reads the text tracks in a pass of its own, which skips all other tracks. */
function readCaptions(filePath: string, container: Container, startSeconds: number): CaptionTrack[] {
  const format = openFormat(filePath, container.demuxer)
  const tracks = new Map<number, CaptionTrack>()
  for (const stream of format.streams) {
    const cueFormat = cueFormatOf(stream, container)
    if (cueFormat && tracks.size < TRACKS_MAX)
      tracks.set(stream.index, new CaptionTrack(stream, cueFormat, startSeconds))
  }
  const wanted = new Set(tracks.keys())
  if (wanted.size === 0) return []
  readOnly(format, wanted)
  let packetsCount = 0
  for (const packet of packetsOf(format, wanted)) {
    tracks.get(packet.streamIndex)?.add(packet)
    if (++packetsCount === PACKETS_MAX || tracks.values().every(({ isFull }) => isFull)) break
  }
  return [...tracks.values()]
}
