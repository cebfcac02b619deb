/** For tests: real, short video files of rare kinds. They are trusted, so they are made in the test's own process. */
import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PIX_FMT_RGB24,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_PRI_BT2020,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_TRC_SMPTE2084,
  type FFEncoderCodec,
} from 'node-av/constants'
import {
  avGetPixFmtFromName,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Rational,
} from 'node-av/lib'
import { FilterChain } from '../../media/decode/filter-chain.ts'
import { encode } from '../../media/encode/encode.ts'
import { addCaptions, addAudio, type CaptionKind, type AudioKind } from './generated-tracks.ts'

Log.setLevel(AV_LOG_QUIET)

export interface Picture {
  width: number
  height: number
  rgb: Buffer
}

export interface ClipKind {
  muxer?: 'mp4' | 'mov' | 'matroska' | 'webm' | 'mpegts' | 'avi' | 'flv' | 'asf' | 'ogg'
  codec?: string
  pixelFormat?: string
  width?: number
  height?: number
  seconds?: number
  frameRate?: number
  sampleAspectRatio?: [number, number]
  /** The linear part of a display matrix: the images of the stored x and y axes. */
  matrix?: [a: number, b: number, c: number, d: number] | undefined
  isHdr?: boolean
  tags?: Record<string, string>
  /**
   * The time of each frame in seconds, instead of `seconds` and `frameRate`, for containers that count milliseconds.
   */
  times?: number[]
  /** Duration of the last frame in seconds, for formats that state it. */
  lastSeconds?: number
  /** Frames from one key frame to the next. */
  keyEvery?: number
  /** Bytes of random colours per frame, so that a file is as large as a real one. */
  noise?: number
  /** Whether the brightness of the whole frame grows, from black to white. */
  getsBrighter?: boolean
  /** How many tracks hold the same pictures; 1 by default. */
  videoTracks?: number
  audio?: AudioKind
  captions?: CaptionKind[]
  options?: Record<string, string>
  /** Returns the frame at a time in seconds, of any size, three bytes per pixel. Replaces the default pattern. */
  picture?: (time: number) => Picture
}

/** Writes a dark clip with a bright top left quarter and a moving light. */
export function writeClip(path: string, kind: ClipKind = {}): void {
  // If root runs it, SVT-AV1 makes its whole process real-time (SCHED_FIFO). Later children inherit that, spin and
  // starve the machine. The encoder therefore gets a separate process, which ends after the encoding.
  if (kind.codec === 'libsvtav1' && !import.meta.main) {
    execFileSync(process.execPath, [import.meta.filename, path, JSON.stringify(kind)], {
      stdio: 'ignore',
      timeout: 20_000,
    })
    return
  }
  const { muxer = 'mp4', matrix, tags, audio, captions = [] } = kind
  const encoder = openEncoder(kind)
  const format = new FormatContext()
  FFmpegError.throwIfError(format.allocOutputContext2(null, muxer, path))
  const streams = Array.from({ length: kind.videoTracks ?? 1 }, () => {
    const stream = format.newStream(null)
    stream.codecpar.fromContext(encoder)
    stream.timeBase = encoder.timeBase
    stream.sampleAspectRatio = encoder.sampleAspectRatio
    stream.avgFrameRate = encoder.framerate
    if (matrix) stream.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, displayMatrix(matrix))
    return stream
  })
  if (tags) format.metadata = Dictionary.fromObject(tags)
  const sounds = Array.from({ length: audio?.tracks ?? 0 }, (_, index) => addAudio(format, index, audio))
  const tracks = captions.map((each) => addCaptions(format, each))
  FFmpegError.throwIfError(format.openOutputSync())
  FFmpegError.throwIfError(format.writeHeaderSync())
  const write = (frame: Frame | null) => {
    for (const packet of encode(encoder, frame)) {
      for (const stream of streams) {
        using copy = packet.clone()!
        copy.streamIndex = stream.index
        copy.rescaleTs(encoder.timeBase, stream.timeBase)
        FFmpegError.throwIfError(format.interleavedWriteFrameSync(copy))
      }
    }
  }
  for (const each of tracks) each.write()
  const times = timesOf(kind)
  using painter = new Painter(encoder, kind.picture)
  for (const [index, time] of times.entries()) {
    for (const each of sounds) each.writeUntil(Math.min(time, audio?.seconds ?? time))
    const grey = kind.getsBrighter ? Math.round((index / times.length) * 255) : undefined
    const seconds = index === times.length - 1 ? (kind.lastSeconds ?? 0) : 0
    painter.paint({ index, time, seconds, noise: kind.noise ?? 0, grey }, write)
  }
  write(null)
  for (const each of sounds) {
    each.writeUntil(audio?.seconds ?? 0)
    each.finish()
  }
  FFmpegError.throwIfError(format.writeTrailerSync())
  format.closeOutputSync()
}

/** Writes a clip under a new name. @returns Its path. */
export function clipIn(folder: string, kind?: ClipKind): string {
  const path = join(folder, `clip-${randomUUID()}`)
  writeClip(path, kind)
  return path
}

/** Returns the bytes of a clip that `writeClip` makes. */
export function bytesOfClip(kind?: ClipKind): Buffer {
  const path = clipIn(tmpdir(), kind)
  const bytes = readFileSync(path)
  rmSync(path)
  return bytes
}

function timesOf({ times, frameRate = 30, seconds = 0.5 }: ClipKind): number[] {
  return times ?? Array.from({ length: Math.max(1, Math.round(seconds * frameRate)) }, (_, index) => index / frameRate)
}

function openEncoder(kind: ClipKind): CodecContext {
  const { codec: name = 'libx264', pixelFormat = 'yuv420p', width = 320, height = 180, frameRate = 30 } = kind
  const codec = Codec.findEncoderByName(name as FFEncoderCodec)
  if (!codec) throw new Error(`No encoder ${name}`)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  encoder.width = width
  encoder.height = height
  encoder.pixelFormat = avGetPixFmtFromName(pixelFormat)
  encoder.timeBase = new Rational(1, kind.times ? 1000 : frameRate)
  encoder.framerate = new Rational(frameRate, 1)
  encoder.sampleAspectRatio = new Rational(...(kind.sampleAspectRatio ?? [1, 1]))
  if (kind.isHdr) {
    encoder.colorPrimaries = AVCOL_PRI_BT2020
    encoder.colorTrc = AVCOL_TRC_SMPTE2084
    encoder.colorSpace = AVCOL_SPC_BT2020_NCL
  }
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_FRAME_DURATION)
  if (kind.keyEvery) encoder.gopSize = kind.keyEvery
  encoder.setOption('preset', 'ultrafast')
  encoder.setOption('x265-params', 'log-level=none')
  encoder.setOption('deadline', 'realtime')
  encoder.setOption('cpu-used', '8')
  for (const [option, value] of Object.entries(kind.options ?? {})) encoder.setOption(option, value)
  FFmpegError.throwIfError(encoder.open2Sync(codec), `opening ${name}`)
  return encoder
}

interface Painting {
  index: number
  time: number
  /** Duration of the frame; 0 to leave it to the format. */
  seconds: number
  noise: number
  grey: number | undefined
}

/** Paints frames in the encoder's own format. */
class Painter implements Disposable {
  readonly #encoder: CodecContext
  /** One buffer for all frames: creating it takes longer than painting. */
  #chain: FilterChain | undefined

  readonly #picture: ClipKind['picture']

  constructor(encoder: CodecContext, picture: ClipKind['picture']) {
    this.#encoder = encoder
    this.#picture = picture
  }

  paint(painting: Painting, use: (frame: Frame) => void): void {
    const { width, height, pixelFormat, timeBase } = this.#encoder
    const ticks = (seconds: number) => BigInt(Math.round((seconds * timeBase.den) / timeBase.num))
    const painted = this.#picture?.(painting.time) ?? { width, height, rgb: colours(width, height, painting) }
    using frame = Frame.fromVideoBuffer(painted.rgb, {
      width: painted.width,
      height: painted.height,
      format: AV_PIX_FMT_RGB24,
      timeBase,
    })
    this.#chain ??= new FilterChain(
      [
        ['scale', `w=${width}:h=${height}`],
        ['format', `${pixelFormat}`],
      ],
      frame,
      timeBase,
    )
    for (const shown of this.#chain.run(frame)) {
      shown.pts = ticks(painting.time)
      shown.duration = ticks(painting.seconds)
      use(shown)
    }
  }

  [Symbol.dispose](): void {
    this.#chain?.[Symbol.dispose]()
  }
}

/** Paints a frame, three bytes per pixel. */
function colours(width: number, height: number, { index, noise, grey }: Painting): Buffer {
  const rgb = Buffer.alloc(width * height * 3, 20)
  for (let y = 0; y < height / 2; y++) rgb.fill(230, y * width * 3, (y * width + (width >> 1)) * 3)
  for (let y = (height * 3) >> 2; y < height; y++) {
    for (let x = 0; x < width; x++) rgb[(y * width + x) * 3 + 2] = (x * 3 + index * 16) & 255
  }
  if (grey !== undefined) rgb.fill(grey)
  randomBytes(noise).copy(rgb)
  return rgb
}

/** Encodes a display matrix as nine 32-bit numbers, 16.16 fixed point except for the last column. */
function displayMatrix([a, b, c, d]: [number, number, number, number]): Buffer {
  const one = 1 << 16
  return Buffer.from(new Int32Array([a * one, b * one, 0, c * one, d * one, 0, 0, 0, 1 << 30]).buffer)
}

if (import.meta.main) writeClip(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '{}') as ClipKind)
