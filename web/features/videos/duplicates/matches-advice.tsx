import { useEffect, useState } from 'react'
import { hashPicture, PICTURE_SIDE } from '../../../../contract/media/fingerprints/picture.ts'
import { findMatches, type Match, moments } from '../../../../contract/videos/duplicates.ts'
import { call } from '../../../net/api.ts'
import { keepFocusInPlace } from './keep-focus-in-place.ts'
import { visitFrames } from '../../../videos/visit-frames.ts'
import { onSignOut } from '../../../viewer/personal-state.ts'
import { AlreadyHere } from './already-here.tsx'

/** The matches of each file, which are requested once, however often its form is shown. */
let matchesByFile = new WeakMap<File, readonly Match[]>()
/** Resolves when all earlier lookups have ended. Decoding several files at once would make the form slow. */
let lastLookup: Promise<unknown> = Promise.resolve()
onSignOut(() => (matchesByFile = new WeakMap()))

interface MatchesAdviceProps {
  file: File
  /** A blob address of the file. */
  url: string
  durationSeconds: number | undefined
  disabled: boolean
}

/**
 * Returns the clips on this site that show the same pictures as a file. The result is only advice. It is empty if the
 * browser cannot play the file, the network is down, or the rate limit is exceeded.
 */
function useMatches({ file, url, durationSeconds }: Omit<MatchesAdviceProps, 'disabled'>): readonly Match[] {
  const [found, setFound] = useState<readonly Match[]>()
  useEffect(() => {
    if (durationSeconds === undefined || matchesByFile.has(file)) return
    const controller = new AbortController()
    const { signal } = controller
    const lookUp = async () => {
      if (signal.aborted) return
      const frames = await hashMoments(url, durationSeconds, signal)
      if (frames.length === 0) return
      const { matches } = await call(findMatches, { body: { durationSeconds, frames } }, { signal, isBackground: true })
      matchesByFile.set(file, matches)
      keepFocusInPlace(() => setFound(matches))
    }
    lastLookup = lastLookup.then(lookUp).catch(() => undefined)
    return () => controller.abort()
  }, [file, url, durationSeconds])
  return matchesByFile.get(file) ?? found ?? []
}

/**
 * Hashes a few moments of a clip, as this browser plays it.
 *
 * @param url A blob address.
 * @returns The hashes in base64. Pictures too plain to be recognised have none.
 * @throws {Error} If the clip does not play here, or hashing takes too long.
 */
async function hashMoments(url: string, durationSeconds: number, signal: AbortSignal): Promise<string[]> {
  const canvas = new OffscreenCanvas(PICTURE_SIDE, PICTURE_SIDE)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No canvas')
  context.imageSmoothingQuality = 'high'
  const hashes: string[] = []
  await visitFrames(url, moments(durationSeconds), signal, (video) => {
    context.drawImage(video, 0, 0, PICTURE_SIDE, PICTURE_SIDE)
    const hash = hashPicture(brightnessOf(context.getImageData(0, 0, PICTURE_SIDE, PICTURE_SIDE).data))
    if (hash) hashes.push(btoa(String.fromCharCode(...hash)))
  })
  return hashes
}

/** Returns the brightness of each pixel by BT.709, the colour space of the server's own files. */
function brightnessOf(rgba: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from(
    { length: rgba.length / 4 },
    (_, at) => 0.2126 * rgba[4 * at]! + 0.7152 * rgba[4 * at + 1]! + 0.0722 * rgba[4 * at + 2]!,
  )
}

/** Shows the clips that match a chosen file. Mount a new one for each file. */
export function MatchesAdvice({ disabled, ...chosen }: MatchesAdviceProps) {
  const matches = useMatches(chosen)
  const isSame = matches.some(({ kind }) => kind === 'same')
  const sentence = isSame ? 'This clip is already here' : 'Some of this clip is already here'
  return (
    <>
      <p role="status" className="sr-only">
        {matches.length > 0 && sentence}
      </p>
      {matches.length > 0 && (
        <AlreadyHere heading={sentence} file={chosen.file} matches={matches} disabled={disabled} />
      )}
    </>
  )
}
