import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'

/** Returns frames per second and seconds of a preview, as the web client's reader finds them. */
export async function readPreview(path: string): Promise<{ rate: number; seconds: number }> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const [video] = await input.getVideoTracks()
  if (!video) throw new Error(`${path} has no video track`)
  return { rate: (await video.computePacketStats()).averagePacketRate, seconds: await video.computeDuration() }
}
