import { join } from 'node:path'
import { type Product, startProduct } from '../../e2e/support/servers/server.ts'
import { containerOfVideo } from '../../server/media/decode/containers.ts'
import { FilterChain } from '../../server/media/decode/filter-chain.ts'
import { VideoSource } from '../../server/media/decode/video-source.ts'
import { Mp4Writer } from '../../server/media/encode/mp4-writer.ts'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { hasSharedCorpus, sharedFile } from '../../server/test/media/shared-corpus.ts'
import { option } from './options.ts'
import { type Account, signUp } from './publish.ts'
import { scratchFolder } from './scratch.ts'

/** The clips that benchmarks publish: one film in several sizes, encoded about as generators do. */
export const SECONDS = 10
export const CLIPS = [
  { name: '720p', width: 1280, height: 720, maxBitsPerSecond: 6_000_000 },
  { name: '1080p', width: 1920, height: 1080, maxBitsPerSecond: 12_000_000 },
  { name: '4K', width: 3840, height: 2160, maxBitsPerSecond: 30_000_000 },
]

/**
 * Returns a film of ten seconds: that of `--film=FILE`, else one from the shared corpus, else a generated one. The
 * figures of a generated film cannot be compared with those of a real one.
 *
 * @param scratch Folder for a generated film.
 */
export function findFilm(scratch: string): string {
  const own = option('film')
  if (own) return own
  if (hasSharedCorpus) return sharedFile('hevc.mp4')
  console.log('Measured with a generated film: these figures do not compare with those of docs/speed.md.')
  const path = join(scratch, 'film.mp4')
  writeClip(path, { width: 1920, height: 1080, frameRate: 25, seconds: SECONDS })
  return path
}

/** Starts a site, encodes each clip of `CLIPS`, and calls `measure` for one clip after another. */
export async function withClips(
  measure: (product: Product, account: Account, clip: { name: string; file: string }) => Promise<void>,
): Promise<void> {
  using scratch = scratchFolder()
  const film = findFilm(scratch.path)
  await using product = await startProduct()
  const account = await signUp(product)
  for (const clip of CLIPS) {
    const file = join(scratch.path, `${clip.name}.mp4`)
    await encodeClip(film, file, clip)
    await measure(product, account, { name: clip.name, file })
  }
}

/** Encodes the film in the size of a clip. */
export async function encodeClip(
  film: string,
  path: string,
  { width, height, maxBitsPerSecond }: { width: number; height: number; maxBitsPerSecond: number },
): Promise<void> {
  const source = new VideoSource(film, await containerOfVideo(film), { threads: 0 })
  let chain: FilterChain | undefined
  let writer: Mp4Writer | undefined
  for (const frame of source.frames()) {
    chain ??= new FilterChain(
      [
        ['scale', `w=${width}:h=${height}`],
        ['format', 'yuv420p'],
      ],
      frame,
      source.video.timeBase,
    )
    for (const shown of chain.run(frame)) {
      const clock = { timeBase: chain.timeBase, frameRate: source.video.avgFrameRate }
      writer ??= new Mp4Writer(path, shown, clock, { crf: 16, preset: 'veryfast', maxBitsPerSecond, maxBytes: 1e9 })
      writer.write(shown)
    }
  }
  writer?.finish()
}
