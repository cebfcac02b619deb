import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBWEBP } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, type Frame, Rational } from 'node-av/lib'
import { encode } from './encode.ts'

/** WebP quality. Above it, posters grow faster than they improve. */
const QUALITY = 80
/** Effort, 0–6. Two encodings at 2 take less time than one at the default of 4. */
const COMPRESSION_LEVEL = 2
/** Maximum bytes. Only a few pictures exceed it at the usual quality: those of leaves, water or noise, for example. */
const BYTES_MAX = 80_000

/**
 * Encodes a frame, at a lower quality if it would be too large.
 *
 * @param frame Yuv420p in BT.601, the only colours that WebP supports.
 */
export function encodeWebp(frame: Frame): Buffer {
  let quality = QUALITY
  for (;;) {
    const webp = encodeAt(quality, frame)
    if (webp.length <= BYTES_MAX || quality === 0) return webp
    // Bytes shrink more slowly than the quality, about as its square root.
    quality = Math.floor(quality * (BYTES_MAX / webp.length) ** 2)
  }
}

function encodeAt(quality: number, frame: Frame): Buffer {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBWEBP)
  using context = new CodecContext()
  context.allocContext3(codec)
  context.width = frame.width
  context.height = frame.height
  context.pixelFormat = AV_PIX_FMT_YUV420P
  context.timeBase = new Rational(1, 1000)
  context.setOption('quality', quality)
  context.setOption('compression_level', COMPRESSION_LEVEL)
  FFmpegError.throwIfError(context.open2Sync(codec), 'opening the WebP encoder')
  for (const { data } of encode(context, frame)) if (data) return Buffer.from(data)
  throw new Error('The WebP encoder gave no bytes')
}
