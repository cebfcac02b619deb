import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Rational } from 'node-av/lib'
import type { Size } from '../decode/frame-shape.ts'

export interface X264Options {
  size: Size
  timeBase: Rational
  /** Frames per second for rate control. Frames may have any timestamps. */
  frameRate: Rational
  /** x264's quality, 0–51, lower is better. */
  crf?: number
  preset?: 'veryfast' | 'faster'
  /** Maximum bit rate over about a second. Below it, quality decides. */
  maxBitsPerSecond: number
  /** Whether key frames come exactly where a frame requests one, instead of where x264 chooses. */
  hasOwnKeyFrames?: boolean
}

/** Key-frame distance longer than any clip. x264 counts it in 32 bits. */
const NO_KEY_FRAMES = 1 << 30

/** Creates an encoder of 8-bit 4:2:0 H.264 in BT.709 with square pixels. */
export function openX264(options: X264Options): CodecContext {
  const { size, timeBase, frameRate, crf = 26, preset = 'faster', hasOwnKeyFrames = false } = options
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  encoder.width = size.width
  encoder.height = size.height
  encoder.pixelFormat = AV_PIX_FMT_YUV420P
  encoder.sampleAspectRatio = new Rational(1, 1)
  encoder.timeBase = timeBase
  encoder.framerate = frameRate
  encoder.colorRange = AVCOL_RANGE_MPEG
  encoder.colorSpace = AVCOL_SPC_BT709
  encoder.colorPrimaries = AVCOL_PRI_BT709
  encoder.colorTrc = AVCOL_TRC_BT709
  // Without the durations of the frames, a long last frame would be cut to the length of the others.
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_FRAME_DURATION)
  const bitsPerSecond = Math.round(options.maxBitsPerSecond)
  const settings = {
    preset,
    crf,
    profile: 'high',
    maxrate: bitsPerSecond,
    bufsize: bitsPerSecond,
    threads: 'auto',
    ...(hasOwnKeyFrames && { g: NO_KEY_FRAMES, sc_threshold: 0, 'forced-idr': 1 }),
  }
  for (const [name, value] of Object.entries(settings)) {
    FFmpegError.throwIfError(encoder.setOption(name, value), `setting ${name}`)
  }
  FFmpegError.throwIfError(encoder.open2Sync(codec), 'opening the H.264 encoder')
  return encoder
}
