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
import { refuseHugeFrame, unreadable, unsupportedCodec } from '../unreadable-video.ts'

export type FileMeasures = Pick<
  VideoFacts,
  'durationSeconds' | 'videoTracksCount' | 'frameRate' | 'contentType' | 'tags'
>

/** Number of packets that suffice for an average rate. */
const PACKETS_FOR_FRAME_RATE = 120

/** Reads the metadata of a file without decoding. */
export async function measure(filePath: string): Promise<FileMeasures> {
  using input = new Input({
    source: new FilePathSource(filePath, { handleUnhandledError: () => {} }),
    formats: [MP4, QTFF, MATROSKA, WEBM, MPEG_TS],
  })
  try {
    return await measureInput(input)
  } catch (error) {
    if (error instanceof Error && error.name === 'UnreadableVideoError') throw error
    // A parser error in an untrusted file is the file's fault.
    throw unreadable('damaged')
  }
}

async function measureInput(input: Input): Promise<FileMeasures> {
  const videos = await input.getVideoTracks()
  // A track without a codec may be a cover or chapter picture.
  const codecs = await Promise.all(videos.map((each) => each.getCodec()))
  const video = videos.find((_, index) => codecs[index] !== null) ?? videos[0]
  const [audio] = await input.getAudioTracks()
  if (!video) throw unreadable(audio ? 'onlyAudio' : 'noVideo')
  refuseHugeFrame(await video.getCodedWidth(), await video.getCodedHeight())
  refuseHugeFrame(await video.getDisplayWidth(), await video.getDisplayHeight())
  if (!(await video.getCodec())) throw unsupportedCodec(String(await video.getInternalCodecId()))
  // Renditions start with the first frame. Recordings of live streams start at any time of their clock. A negative time
  // belongs to packets before the start, which are not shown.
  const startSeconds = Math.max(0, await video.getFirstTimestamp())
  const durationSeconds = (await input.computeDuration(audio ? [video, audio] : [video])) - startSeconds
  if (!(durationSeconds > 0)) throw unreadable('damaged')
  if (!(await hasItsEnd(video))) throw unreadable('cutOff')
  return {
    durationSeconds,
    videoTracksCount: codecs.filter((codec) => codec !== null).length,
    frameRate: await averageFrameRate(video),
    contentType: (await input.getFormat()).mimeType,
    tags: await readTags(input),
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
