import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBWEBP } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, type Frame, Packet, Rational } from 'node-av/lib'

/** WebP quality. Above it, posters grow faster than they improve. */
const QUALITY = 82

/** Encodes a frame. @param frame yuv420p in BT.601, the only colours that WebP supports. */
export function encodeWebp(frame: Frame): Buffer {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBWEBP)
  using context = new CodecContext()
  context.allocContext3(codec)
  context.width = frame.width
  context.height = frame.height
  context.pixelFormat = AV_PIX_FMT_YUV420P
  context.timeBase = new Rational(1, 1000)
  context.setOption('quality', QUALITY)
  FFmpegError.throwIfError(context.open2Sync(codec), 'opening the WebP encoder')
  FFmpegError.throwIfError(context.sendFrameSync(frame), 'encoding a WebP')
  context.sendFrameSync(null)
  using packet = new Packet()
  packet.alloc()
  FFmpegError.throwIfError(context.receivePacketSync(packet), 'encoding a WebP')
  if (!packet.data) throw new Error('The WebP encoder gave no bytes')
  return Buffer.from(packet.data)
}
