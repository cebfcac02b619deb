import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  QTFF,
  WEBM,
} from 'mediabunny'
import type { VideoFacts } from '../results.ts'
import { readTags } from './tags.ts'
import { refuseHugeFrame, unreadable, UnreadableVideoError } from '../unreadable-video.ts'

/** Facts that need no knowledge of the compression. */
type Description = Pick<VideoFacts, 'contentType' | 'tags'> & { durationSeconds?: undefined }
export type FileMeasures = Pick<
  VideoFacts,
  'durationSeconds' | 'videoTracksCount' | 'frameRate' | 'contentType' | 'tags'
>

/** Number of packets that suffice for an average rate. */
const PACKETS_FOR_FRAME_RATE = 120

/**
 * Reads the metadata of a file without decoding.
 *
 * @returns Only a description if mediabunny does not know the compression of the file's video. FFmpeg knows more.
 */
export async function measure(filePath: string): Promise<FileMeasures | Description> {
  using input = new Input({
    source: new FilePathSource(filePath, { handleUnhandledError: () => {} }),
    formats: [MP4, QTFF, MATROSKA, WEBM, MPEG_TS],
  })
  try {
    return await measureInput(input)
  } catch (error) {
    if (error instanceof UnreadableVideoError) throw error
    // A parser error in an untrusted file is the file's fault.
    throw unreadable('damaged')
  }
}

async function measureInput(input: Input): Promise<FileMeasures | Description> {
  const format = await input.getFormat()
  const description = { contentType: format.mimeType, tags: await readTags(input) }
  const videos = await input.getVideoTracks()
  const [audio] = await input.getAudioTracks()
  // In a transport stream, mediabunny leaves out tracks that it does not know.
  if (videos.length === 0 && format !== MPEG_TS) throw unreadable(audio ? 'onlyAudio' : 'noVideo')
  // A track without a codec may be a cover or chapter picture.
  const codecs = await Promise.all(videos.map((each) => each.getCodec()))
  const video = videos.find((_, index) => codecs[index] !== null)
  if (!video) return description
  refuseHugeFrame(await video.getCodedWidth(), await video.getCodedHeight())
  refuseHugeFrame(await video.getDisplayWidth(), await video.getDisplayHeight())
  // Renditions start with the first frame. Recordings of live streams start at any time of their clock. A negative time
  // belongs to packets before the start, which are not shown.
  const startSeconds = Math.max(0, await video.getFirstTimestamp())
  const durationSeconds = (await input.computeDuration(audio ? [video, audio] : [video])) - startSeconds
  if (!(durationSeconds > 0)) throw unreadable('damaged')
  if (!(await hasItsEnd(video))) throw unreadable('cutOff')
  return {
    ...description,
    durationSeconds,
    videoTracksCount: codecs.filter((codec) => codec !== null).length,
    frameRate: await averageFrameRate(video),
  }
}

async function averageFrameRate(video: InputVideoTrack): Promise<number | null> {
  const { averagePacketRate } = await video.computePacketStats(PACKETS_FOR_FRAME_RATE)
  return Number.isFinite(averagePacketRate) && averagePacketRate > 0 ? averagePacketRate : null
}

/** Whether the last frame is in the file. An index at the beginning also lists frames that were cut off. */
async function hasItsEnd(video: InputVideoTrack): Promise<boolean> {
  try {
    return (await new EncodedPacketSink(video).getPacket(Infinity)) !== null
  } catch {
    return false
  }
}
