import * as z from 'zod/mini'

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
  /** Up to where the database's log had been written, in bytes, when it was sent; with replicas only (`db/replicas.ts`). */
  position: z.optional(z.int()),
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

/** As few messages as hold all the signals. */
export function asMessages(from: string, signals: Signal[]): string[] {
  const messages: string[] = []
  let gathered: Signal[] = []
  let length = 0
  const close = () => {
    if (gathered.length > 0) messages.push(JSON.stringify({ from, signals: gathered } satisfies Message))
    gathered = []
    length = 0
  }
  for (const signal of signals) {
    const size = Buffer.byteLength(JSON.stringify(signal)) + 1
    if (length + size > MESSAGE_MAX_LENGTH) close()
    gathered.push(signal)
    length += size
  }
  close()
  return messages
}
