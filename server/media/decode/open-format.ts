import { AV_LOG_QUIET, AVDISCARD_ALL, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { Dictionary, FormatContext, InputFormat, Log, Packet, type Stream } from 'node-av/lib'
import type { Container } from './containers.ts'
import { decoderNames } from './decoders.ts'
import { unreadable } from '../unreadable-video.ts'

Log.setLevel(AV_LOG_QUIET)

/**
 * Opens an untrusted file, which cannot make FFmpeg open others. Native calls block, so use it in a media child only.
 *
 * @throws {UnreadableVideoError}
 */
export function openFormat(filePath: string, demuxer: Container['demuxer']): FormatContext {
  const format = openWith(filePath, demuxer, {})
  if (demuxer !== 'mov' || !format.streams.some(isHiddenByItsEdit)) return format
  format.closeInputSync()
  return openWith(filePath, demuxer, { advanced_editlist: 0 })
}

/**
 * Whether FFmpeg shows nothing of a track, because its edit has a duration of 0. In fragmented files, such an edit lasts
 * to the end. Chromium also plays other files with one.
 */
function isHiddenByItsEdit({ codecpar: { codecType }, duration, nbFrames }: Stream): boolean {
  const isShown = codecType === AVMEDIA_TYPE_VIDEO || codecType === AVMEDIA_TYPE_AUDIO
  return isShown && duration === 0n && nbFrames > 0n
}

function openWith(filePath: string, demuxer: Container['demuxer'], options: Record<string, number>): FormatContext {
  const input = InputFormat.findInputFormat(demuxer)
  if (!input?.name) throw new Error(`FFmpeg lacks the ${demuxer} demuxer`)
  const format = new FormatContext()
  format.allocContext()
  using limits = Dictionary.fromObject({
    format_whitelist: input.name,
    protocol_whitelist: 'file',
    codec_whitelist: decoderNames,
    max_streams: 64,
    probesize: 5_000_000,
    analyzeduration: 5_000_000,
    // The mov demuxer would otherwise open other files that the file names as the location of its data.
    ...(demuxer === 'mov' && { enable_drefs: 0, use_absolute_path: 0, ...options }),
  })
  if (format.openInputSync(`file:${filePath}`, input, limits) < 0) throw unreadable('damaged')
  if (format.findStreamInfoSync() < 0) throw unreadable('damaged')
  return format
}

/** Makes the demuxer skip a file's other tracks, as far as the container allows this without reading them. */
export function readOnly(format: FormatContext, wanted: ReadonlySet<number>): void {
  for (const stream of format.streams) if (!wanted.has(stream.index)) stream.discard = AVDISCARD_ALL
}

/**
 * Yields the packets of some tracks in file order. All packets share one object, so each is valid only until the next
 * one is requested.
 *
 * @param wanted Indexes of the tracks.
 */
export function* packetsOf(format: FormatContext, wanted: ReadonlySet<number>): Generator<Packet> {
  using packet = new Packet()
  packet.alloc()
  while (format.readFrameSync(packet) >= 0) {
    // FFmpeg has read some packets of other tracks while probing the file, and returns them here.
    if (wanted.has(packet.streamIndex)) yield packet
    packet.unref()
  }
}
