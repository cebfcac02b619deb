import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'

/** Returns a WebM header with one VP9 track of 720 × 720 pixels. The page detects a video from it. */
export function clipFile(name: string): File {
  const start = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84)
  const segment = Uint8Array.of(0x18, 0x53, 0x80, 0x67, 0xff, 0x16, 0x54, 0xae, 0x6b, 0x9d)
  const track = Uint8Array.of(0xae, 0x9b, 0xd7, 0x81, 1, 0x73, 0xc5, 0x81, 1, 0x83, 0x81, 1, 0x86, 0x85)
  const size = Uint8Array.of(0xe0, 0x88, 0xb0, 0x82, 0x02, 0xd0, 0xba, 0x82, 0x02, 0xd0)
  return new File([start, 'webm', segment, track, 'V_VP9', size], name, { type: 'video/webm' })
}

/** Returns an MP4 file of one second whose index is at the beginning, without its last bytes. */
export async function cutOffMp4(missingBytes: number): Promise<File> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const frames = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(frames)
  await output.start()
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 720, codedHeight: 720 }
  await frames.add(new EncodedPacket(new Uint8Array(1000), 'key', 0, 1), { decoderConfig })
  await output.finalize()
  return new File([target.buffer!.slice(0, -missingBytes || undefined)], 'copied.mp4', { type: 'video/mp4' })
}

/** Returns the tables of a transport stream whose only track has MPEG-2 video. */
export function mpeg2File(name: string): File {
  const packet = (head: number[]) => Uint8Array.from({ length: 188 }, (_, index) => head[index] ?? 0xff)
  const programs = packet([0x47, 0x40, 0, 0x10, 0, 0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xe1, 0, 0, 0, 0, 0])
  const tracks = [0x02, 0xb0, 18, 0, 1, 0xc1, 0, 0, 0xe1, 0x01, 0xf0, 0, 0x02, 0xe1, 0x01, 0xf0, 0, 0, 0, 0, 0]
  return new File([programs, packet([0x47, 0x41, 0, 0x10, 0, ...tracks])], name, { type: 'video/mp2t' })
}
