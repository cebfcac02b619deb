import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_LOG_QUIET,
  AV_NOPTS_VALUE,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import {
  avGetCodecName,
  Codec,
  CodecContext,
  Dictionary,
  FormatContext,
  Frame,
  InputFormat,
  Log,
  Packet,
  type Stream,
} from 'node-av/lib'
import type { Container } from './containers.ts'
import { PICTURE_MAX_PIXELS, refuseHugePicture, unreadable, unsupportedCodec } from './unreadable-video.ts'

Log.setLevel(AV_LOG_QUIET)

/** What may decode untrusted pictures. FFmpeg has hundreds more, many of them written long ago for trusted files. */
const decoders = [
  ['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'prores', 'mpeg4', 'mpeg1video', 'mpeg2video', 'mjpeg', 'dnxhd'],
  ['theora', 'flv', 'vp6f', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'msmpeg4v2', 'msmpeg4', 'h263'],
].flat()

/** More packets than this without a picture is no video. */
const PACKETS_WITHOUT_PICTURE_MAX = 500

/** An open file and the decoder of its first video track. Native calls block: for use in a media child only. */
export class VideoSource {
  readonly format: FormatContext
  readonly video: Stream
  readonly #decoder: CodecContext

  private constructor(format: FormatContext, video: Stream, decoder: CodecContext) {
    this.format = format
    this.video = video
    this.#decoder = decoder
  }

  /**
   * @param threads For the decoder; 0 is one for each core.
   * @throws {UnreadableVideoError}
   */
  static open(filePath: string, { demuxer }: Container, { threads }: { threads: number }): VideoSource {
    const format = openFormat(filePath, demuxer)
    const videos = format.streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO)
    const video = videos.find((stream) => !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC))
    if (!video) throw unreadable(audioOf(format) ? 'onlySound' : 'noVideo')
    for (const stream of format.streams) if (stream.index !== video.index) stream.discard = AVDISCARD_ALL
    refuseHugePicture(video.codecpar.width, video.codecpar.height)
    return new VideoSource(format, video, openDecoder(video, threads))
  }

  get audio(): Stream | undefined {
    return audioOf(this.format)
  }

  /** Between two timestamps of the video; 0 if one is missing. */
  secondsBetween(from: bigint, to: bigint): number {
    if (from === AV_NOPTS_VALUE || to === AV_NOPTS_VALUE) return 0
    return (Number(to - from) * this.video.timeBase.num) / this.video.timeBase.den
  }

  /** As the container says; 0 if it does not. */
  get durationSeconds(): number {
    if (this.format.duration > 0n) return Number(this.format.duration) / 1e6
    return this.video.duration > 0n ? this.secondsBetween(0n, this.video.duration) : 0
  }

  /**
   * The pictures in the order in which they are shown. The one frame is reused: done with it before the next.
   * Damaged stretches are skipped, as players do.
   *
   * @throws {UnreadableVideoError} If there is not a single picture.
   */
  *frames(): Generator<Frame> {
    using packet = new Packet()
    using frame = new Frame()
    packet.alloc()
    frame.alloc()
    let framesCount = 0
    let packetsCount = 0
    for (let isAtEnd = false; !isAtEnd;) {
      isAtEnd = this.format.readFrameSync(packet) < 0
      if (isAtEnd) this.#decoder.sendPacketSync(null)
      else if (packet.streamIndex === this.video.index) this.#decoder.sendPacketSync(packet)
      packet.unref()
      while (this.#decoder.receiveFrameSync(frame) >= 0) {
        framesCount++
        if (frame.pts === AV_NOPTS_VALUE) frame.pts = frame.bestEffortTimestamp
        yield frame
        frame.unref()
      }
      if (framesCount === 0 && ++packetsCount > PACKETS_WITHOUT_PICTURE_MAX) break
    }
    if (framesCount === 0) throw unreadable('damaged')
  }
}

function openFormat(filePath: string, demuxer: Container['demuxer']): FormatContext {
  const input = InputFormat.findInputFormat(demuxer)
  if (!input?.name) throw new Error(`FFmpeg lacks the ${demuxer} demuxer`)
  const format = new FormatContext()
  format.allocContext()
  using limits = Dictionary.fromObject({
    format_whitelist: input.name,
    protocol_whitelist: 'file',
    codec_whitelist: decoders.join(','),
    max_streams: 64,
    probesize: 5_000_000,
    analyzeduration: 5_000_000,
    // Of the demuxer mov: a file may name others as the place of its data. It may not.
    ...(demuxer === 'mov' && { enable_drefs: 0, use_absolute_path: 0 }),
  })
  if (format.openInputSync(`file:${filePath}`, input, limits) < 0) throw unreadable('damaged')
  if (format.findStreamInfoSync() < 0) throw unreadable('damaged')
  return format
}

function openDecoder(video: Stream, threads: number): CodecContext {
  const { codecId } = video.codecpar
  const codec = decoders.map((name) => Codec.findDecoderByName(name as never)).find((each) => each?.id === codecId)
  if (!codec) throw unsupportedCodec(avGetCodecName(codecId) ?? 'unknown')
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(video.codecpar)
  context.pktTimebase = video.timeBase
  // Not through a Dictionary: node-av 6.1.1 frees the one that open2 has already freed.
  context.setOption('max_pixels', PICTURE_MAX_PIXELS)
  context.setOption('threads', threads === 0 ? 'auto' : `${threads}`)
  if (context.open2Sync(codec) < 0) throw unreadable('damaged')
  return context
}

function audioOf(format: FormatContext): Stream | undefined {
  return format.streams.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO)
}
