import { type CodecContext, FFmpegError, type Frame, Packet } from 'node-av/lib'

/**
 * Encodes one frame, or a piece of audio.
 *
 * @param frame Stays the caller's; `null` at the end. Each yielded packet is valid until the next one.
 */
export function* encode(encoder: CodecContext, frame: Frame | null): Generator<Packet> {
  using packet = new Packet()
  packet.alloc()
  FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'encoding')
  while (encoder.receivePacketSync(packet) >= 0) {
    yield packet
    packet.unref()
  }
}
