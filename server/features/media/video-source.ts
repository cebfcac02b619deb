import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_LOG_QUIET,
  AV_NOPTS_VALUE,
  AV_DISPOSITION_DEFAULT,
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

/** Likewise what may decode untrusted sound. */
const soundDecoders = [
  ['aac', 'mp3float', 'mp2float', 'opus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3', 'wmav1', 'wmav2', 'amrnb', 'amrwb'],
  ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le', 'pcm_u8', 'pcm_alaw', 'pcm_mulaw'],
  ['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_swf', 'nellymoser', 'speex'],
].flat()

/** More packets than this without a picture is no video. */
const PACKETS_WITHOUT_PICTURE_MAX = 500

interface Opened {
  format: FormatContext
  video: Stream
  sound: Stream | undefined
  /** The tracks whose packets are read, by their index. */
  wanted: ReadonlySet<number>
  decoder: CodecContext
}

/** An open file and the decoder of its first video track. Native calls block: for use in a media child only. */
export class VideoSource {
  readonly format: FormatContext
  readonly video: Stream
  /** The first sound track, or the one that the file calls its default. */
  readonly sound: Stream | undefined
  readonly #wanted: ReadonlySet<number>
  readonly #decoder: CodecContext

  private constructor(opened: Opened) {
    this.format = opened.format
    this.video = opened.video
    this.sound = opened.sound
    this.#wanted = opened.wanted
    this.#decoder = opened.decoder
  }

  /**
   * @param threads For the decoder; 0 is one for each core.
   * @param withSound Whether `packets` are wanted of the sound too.
   * @throws {UnreadableVideoError}
   */
  static open(
    filePath: string,
    { demuxer }: Container,
    { threads, withSound = false }: { threads: number; withSound?: boolean },
  ): VideoSource {
    const format = openFormat(filePath, demuxer)
    const videos = format.streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO)
    const video = videos.find((stream) => !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC))
    const sound = soundOf(format)
    if (!video) throw unreadable(sound ? 'onlySound' : 'noVideo')
    const wanted = new Set(withSound && sound ? [video.index, sound.index] : [video.index])
    for (const stream of format.streams) if (!wanted.has(stream.index)) stream.discard = AVDISCARD_ALL
    refuseHugePicture(video.codecpar.width, video.codecpar.height)
    return new VideoSource({ format, video, sound, wanted, decoder: openDecoder(video, threads) })
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

  /** The file's packets, as they come. The one packet is reused: done with it before the next. */
  *packets(): Generator<Packet> {
    using packet = new Packet()
    packet.alloc()
    while (this.format.readFrameSync(packet) >= 0) {
      // FFmpeg keeps some packets of other tracks from when it looked at the file.
      if (this.#wanted.has(packet.streamIndex)) yield packet
      packet.unref()
    }
  }

  /**
   * The pictures in the order in which they are shown. The one frame is reused: done with it before the next.
   * Damaged stretches are skipped, as players do.
   *
   * @param onPacket Sees each packet before it is decoded.
   * @throws {UnreadableVideoError} If there is not a single picture.
   */
  *frames(onPacket: (packet: Packet) => void = () => {}): Generator<Frame> {
    using frame = new Frame()
    frame.alloc()
    let framesCount = 0
    let packetsCount = 0
    for (const packet of this.#packetsAndEnd()) {
      if (packet) onPacket(packet)
      if (!packet || packet.streamIndex === this.video.index) this.#decoder.sendPacketSync(packet)
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

  /** At the end `null`, upon which a decoder gives what it still holds. */
  *#packetsAndEnd(): Generator<Packet | null> {
    yield* this.packets()
    yield null
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
    codec_whitelist: [...decoders, ...soundDecoders].join(','),
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

function soundOf(format: FormatContext): Stream | undefined {
  const sounds = format.streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  return sounds.find((stream) => stream.hasDisposition(AV_DISPOSITION_DEFAULT)) ?? sounds[0]
}

/** @returns `undefined` for sound that we cannot, or may not, decode. */
export function openSoundDecoder({ codecpar, timeBase }: Stream): CodecContext | undefined {
  const codec = soundDecoders
    .map((name) => Codec.findDecoderByName(name as never))
    .find((each) => each?.id === codecpar.codecId)
  if (!codec) return undefined
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(codecpar)
  context.pktTimebase = timeBase
  return context.open2Sync(codec) < 0 ? undefined : context
}
