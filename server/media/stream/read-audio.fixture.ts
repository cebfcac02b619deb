/** Test fixture: decodes the audio of a file that we made. */
import { AV_SAMPLE_FMT_FLTP, AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import { decode, openAudioDecoder } from '../decode/decoders.ts'
import { openFormat, packetsOf } from '../decode/open-format.ts'

/** Returns the samples of the first channel of an MP4's audio. */
export function samplesOf(path: string): number[] {
  const format = openFormat(path, 'mov')
  const audio = format.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  const decoder = audio && openAudioDecoder(audio)
  if (!decoder) throw new Error(`${path} has no audio that can be decoded`)
  const samples: number[] = []
  for (const packet of packetsOf(format, new Set([audio.index]))) {
    for (const frame of decode(decoder, packet)) {
      if (frame.format !== AV_SAMPLE_FMT_FLTP) throw new Error(`${path} has audio of another format`)
      const bytes = Uint8Array.from(frame.data![0]!.subarray(0, 4 * frame.nbSamples))
      samples.push(...new Float32Array(bytes.buffer))
    }
  }
  return samples
}
