import { avGetCodecName, Codec, CodecContext, Frame, type Packet, type Stream } from 'node-av/lib'
import { PICTURE_MAX_PIXELS, unreadable, unsupportedCodec } from '../unreadable-video.ts'

/** Decoders allowed for untrusted frames. FFmpeg has hundreds more, many of them old and written for trusted files. */
const decoders = [
  ['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'prores', 'mpeg4', 'mpeg1video', 'mpeg2video', 'mjpeg', 'dnxhd'],
  ['theora', 'flv', 'vp6f', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'msmpeg4v2', 'msmpeg4', 'h263'],
].flat()

/** Decoders allowed for untrusted audio. */
const audioDecoders = [
  ['aac', 'mp3float', 'mp2float', 'opus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3', 'wmav1', 'wmav2', 'amrnb', 'amrwb'],
  ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le', 'pcm_u8', 'pcm_alaw', 'pcm_mulaw'],
  ['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_swf', 'nellymoser', 'speex'],
].flat()

/** The value of FFmpeg's option `codec_whitelist`. */
export const decoderNames = [...decoders, ...audioDecoders].join(',')

/**
 * Opens a video decoder.
 *
 * @param threads Number of threads; 0 means one per core.
 * @throws {UnreadableVideoError} If the codec is not allowed.
 */
export function openDecoder(video: Stream, threads: number): CodecContext {
  const { codec, context } = prepareDecoder(video, decoders)
  if (!codec) throw unsupportedCodec(avGetCodecName(video.codecpar.codecId) ?? 'unknown')
  // A Dictionary cannot be used: node-av 6.1.1 frees the one that open2 has already freed.
  context.setOption('max_pixels', PICTURE_MAX_PIXELS)
  context.setOption('threads', threads === 0 ? 'auto' : `${threads}`)
  if (context.open2Sync(codec) < 0) throw unreadable('damaged')
  return context
}

/** Opens an audio decoder. @returns `undefined` for audio that cannot or must not be decoded. */
export function openAudioDecoder(audio: Stream): CodecContext | undefined {
  const { codec, context } = prepareDecoder(audio, audioDecoders)
  return !codec || context.open2Sync(codec) < 0 ? undefined : context
}

/**
 * Decodes one packet. Damaged parts yield nothing.
 *
 * @param packet Stays the caller's; `null` at the end. Each yielded frame is valid until the next one.
 */
export function* decode(decoder: CodecContext, packet: Packet | null): Generator<Frame> {
  using frame = new Frame()
  frame.alloc()
  decoder.sendPacketSync(packet)
  while (decoder.receiveFrameSync(frame) >= 0) {
    yield frame
    frame.unref()
  }
}

/** Describes the stream to a decoder. @returns No codec if none of these decoders can read the stream. */
function prepareDecoder({ codecpar, timeBase }: Stream, names: string[]) {
  const codec = names
    .map((name) => Codec.findDecoderByName(name as never))
    .find((each) => each?.id === codecpar.codecId)
  const context = new CodecContext()
  if (codec) {
    context.allocContext3(codec)
    context.parametersToContext(codecpar)
    context.pktTimebase = timeBase
  }
  return { codec, context }
}
