/** A cue. Times are seconds from the start of the clip, and `text` is WebVTT without empty lines. */
export interface Cue {
  startSeconds: number
  endSeconds: number
  text: string
}

/** Maximum number of concurrent cues. More would cover the frame, and ten thousand would slow a browser down. */
const AT_ONCE_MAX = 8

/** Writes a WebVTT file with cues in the order of their start. Where too many overlap, later ones are left out. */
export function webVtt(cues: Cue[]): string {
  const ordered = cues.toSorted((a, b) => a.startSeconds - b.startSeconds)
  const blocks = fewAtOnce(ordered).map(
    ({ startSeconds, endSeconds, text }) => `${timestamp(startSeconds)} --> ${timestamp(endSeconds)}\n${text}\n`,
  )
  return ['WEBVTT\n', ...blocks].join('\n')
}

function fewAtOnce(ordered: Cue[]): Cue[] {
  let shown: Cue[] = []
  return ordered.filter((cue) => {
    shown = shown.filter(({ endSeconds }) => endSeconds > cue.startSeconds)
    return shown.length < AT_ONCE_MAX && shown.push(cue)
  })
}

function timestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const [hours, minutes, wholeSeconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map(Math.floor)
  const two = (count = 0) => String(count).padStart(2, '0')
  return `${two(hours)}:${two(minutes)}:${two(wholeSeconds)}.${String(ms % 1000).padStart(3, '0')}`
}
