import * as z from 'zod/mini'
import { VIDEO_COUNTED } from './video-signals.ts'

/** An event, which is passed to the listeners of its topic. The payload is an id, or a few values as text. */
const Signal = z.object({ topic: z.string(), payload: z.string() })
export type Signal = z.infer<typeof Signal>

/** Limit for the signals of a message, in bytes. PostgreSQL accepts messages of less than 8,000 bytes. */
const SIGNALS_MAX_BYTES = 7_000

const Message = z.object({
  from: z.string(),
  /** With replicas, position of the database's log when the message was sent, in bytes (`db/replicas/replicas.ts`). */
  position: z.optional(z.int()),
  /** How many signals the process has sent since its start, including this message. */
  upTo: z.optional(z.int()),
  /** Whether signals that the process sent before this message may have been lost. */
  isAfterLoss: z.optional(z.boolean()),
  signals: z.array(Signal),
})
type Message = z.infer<typeof Message>

/** @returns `undefined` for a malformed message: every role of the database may send to the channel. */
export function readMessage(text: string | undefined): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

/**
 * Packs signals into as few messages as possible.
 *
 * @param facts Apply to all signals; the last message contains them.
 */
export function asMessages(from: string, signals: Signal[], facts: Omit<Message, 'from' | 'signals'> = {}): string[] {
  const messages: Signal[][] = [[]]
  let length = 0
  for (const signal of signals) {
    const size = Buffer.byteLength(JSON.stringify(signal)) + 1
    if (length + size > SIGNALS_MAX_BYTES) {
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

/** Drops each signal that a later one replaces. */
export function coalesced(signals: Signal[]): Signal[] {
  const last = new Map<string, Signal>()
  for (const signal of signals) {
    const key = keyOf(signal)
    // Deleting the earlier signal first keeps the later one at its own position in the order.
    last.delete(key)
    last.set(key, signal)
  }
  return [...last.values()]
}

/** Returns the key by which a signal replaces an earlier one. The new count of a video replaces the earlier one. */
function keyOf({ topic, payload }: Signal): string {
  const what = topic === VIDEO_COUNTED ? payload.slice(0, payload.lastIndexOf(' ')) : payload
  return `${topic} ${what}`
}
