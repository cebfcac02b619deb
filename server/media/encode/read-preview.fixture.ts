import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'

/** For tests: frames a second, and seconds, as the page's own reader finds them. */
export async function readPreview(path: string): Promise<{ rate: number; seconds: number }> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const [video] = await input.getVideoTracks()
  if (!video) throw new Error(`${path} has no video track`)
  return { rate: (await video.computePacketStats()).averagePacketRate, seconds: await video.computeDuration() }
}
