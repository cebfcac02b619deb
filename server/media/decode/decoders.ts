import { avGetCodecName, Codec, CodecContext, type Stream } from 'node-av/lib'
import { PICTURE_MAX_PIXELS, unreadable, unsupportedCodec } from '../unreadable-video.ts'

/** What may decode untrusted frames. FFmpeg has hundreds more, many of them written long ago for trusted files. */
const decoders = [
  ['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'prores', 'mpeg4', 'mpeg1video', 'mpeg2video', 'mjpeg', 'dnxhd'],
  ['theora', 'flv', 'vp6f', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'msmpeg4v2', 'msmpeg4', 'h263'],
].flat()

/** Likewise what may decode untrusted audio. */
const audioDecoders = [
  ['aac', 'mp3float', 'mp2float', 'opus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3', 'wmav1', 'wmav2', 'amrnb', 'amrwb'],
  ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le', 'pcm_u8', 'pcm_alaw', 'pcm_mulaw'],
  ['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_swf', 'nellymoser', 'speex'],
].flat()

/** As FFmpeg's option `codec_whitelist` wants it. */
export const decoderNames = [...decoders, ...audioDecoders].join(',')

/**
 * @param threads 0 is one for each core.
 * @throws {UnreadableVideoError} If the codec is none that may be decoded.
 */
export function openDecoder(video: Stream, threads: number): CodecContext {
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

/** @returns `undefined` for audio that we cannot, or may not, decode. */
export function openAudioDecoder({ codecpar, timeBase }: Stream): CodecContext | undefined {
  const codec = audioDecoders
    .map((name) => Codec.findDecoderByName(name as never))
    .find((each) => each?.id === codecpar.codecId)
  if (!codec) return undefined
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(codecpar)
  context.pktTimebase = timeBase
  return context.open2Sync(codec) < 0 ? undefined : context
}
