import * as z from 'zod/mini'
import { VIDEO_COUNTED } from './video-signals.ts'

/** One thing that happened, for whoever listens to its topic. */
export interface Signal {
  topic: string
  /** An id, or a few values as text. */
  payload: string
}

/** PostgreSQL takes 8,000 bytes. */
const MESSAGE_MAX_LENGTH = 7_000

const Message = z.object({
  from: z.string(),
  /** Up to where the database's log had been written, in bytes, when it was sent; with replicas only (`db/replicas/replicas.ts`). */
  position: z.optional(z.int()),
  /** How many signals this process has told with it, from its start. */
  upTo: z.optional(z.int()),
  /** Signals that it told before this may have been lost. */
  isAfterLoss: z.optional(z.boolean()),
  signals: z.array(z.object({ topic: z.string(), payload: z.string() })),
})
export type Message = z.infer<typeof Message>

/** @returns `undefined` for what none of us has written: every role of the database may send to the channel. */
export function readMessage(text: string | undefined): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

/**
 * As few messages as hold all the signals.
 *
 * @param facts Of the whole: those of the last message.
 */
export function asMessages(from: string, signals: Signal[], facts: Omit<Message, 'from' | 'signals'> = {}): string[] {
  const messages: Signal[][] = [[]]
  let length = 0
  for (const signal of signals) {
    const size = Buffer.byteLength(JSON.stringify(signal)) + 1
    if (length + size > MESSAGE_MAX_LENGTH) {
      messages.push([])
      length = 0
    }
    messages.at(-1)!.push(signal)
    length += size
  }
  return messages.map((each, i) => {
    const isLast = i === messages.length - 1
    return JSON.stringify({ from, ...(isLast && facts), signals: each } satisfies Message)
  })
}

/** What is left when each thing is told once: what was told of it last. */
export function coalesced(signals: Signal[]): Signal[] {
  const last = new Map<string, Signal>()
  for (const signal of signals) {
    const key = keyOf(signal)
    // At the end, where it was told.
    last.delete(key)
    last.set(key, signal)
  }
  return [...last.values()]
}

/** A count of a video makes the one before it old; other signals only say that something changed. */
function keyOf({ topic, payload }: Signal): string {
  const what = topic === VIDEO_COUNTED ? payload.slice(0, payload.lastIndexOf(' ')) : payload
  return `${topic} ${what}`
}
