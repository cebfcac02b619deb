/** Times in seconds from the start of the clip; `text` as WebVTT has it, without empty lines. */
export interface Cue {
  startSeconds: number
  endSeconds: number
  text: string
}

/** More would cover the frame; and ten thousand keep a browser busy. */
const AT_ONCE_MAX = 8

/** A file of captions (WebVTT), its cues in the order in which they come. Of too many at once the later are left out. */
export function webVtt(cues: Cue[]): string {
  const ordered = cues.toSorted((a, b) => a.startSeconds - b.startSeconds)
  return ['WEBVTT\n', ...fewAtOnce(ordered).map((cue) => `${span(cue)}\n${cue.text}\n`)].join('\n')
}

function fewAtOnce(ordered: Cue[]): Cue[] {
  let shown: Cue[] = []
  return ordered.filter((cue) => {
    shown = shown.filter(({ endSeconds }) => endSeconds > cue.startSeconds)
    return shown.length < AT_ONCE_MAX && shown.push(cue)
  })
}

function span({ startSeconds, endSeconds }: Cue): string {
  return `${timestamp(startSeconds)} --> ${timestamp(endSeconds)}`
}

function timestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const [hours, minutes, wholeSeconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map(Math.floor)
  const two = (count = 0) => String(count).padStart(2, '0')
  return `${two(hours)}:${two(minutes)}:${two(wholeSeconds)}.${String(ms % 1000).padStart(3, '0')}`
}
