import pg from 'pg'
import { cutOff } from '../db/cut-off.ts'

/** What the database calls its connection. */
export const LISTENER = 'reverie listener'

const RECONNECT_MS = 500
/** How often it looks whether the database is there, and how long that may take to answer. */
const LOOK_EVERY_MS = 3_000

/**
 * Hears what is sent to a channel of the database, on a connection of its own, and connects again when that ends. A
 * machine that is gone ends none: one that does not answer is left.
 */
export class ChannelListener {
  readonly #databaseUrl: string
  readonly #channel: string
  readonly #receive: (text: string | undefined) => void
  readonly #resync: () => void
  readonly #lookEveryMs: number
  #client: pg.Client | undefined
  /** One that is being connected. */
  #next: pg.Client | undefined
  #isStopped = false
  #retry: NodeJS.Timeout | undefined
  #looking: NodeJS.Timeout | undefined

  /** @param resync Called after the connection was away: something may have been missed. */
  constructor(
    databaseUrl: string,
    channel: string,
    {
      receive,
      resync,
      lookEveryMs = LOOK_EVERY_MS,
    }: { receive: (text: string | undefined) => void; resync: () => void; lookEveryMs?: number },
  ) {
    this.#databaseUrl = databaseUrl
    this.#channel = channel
    this.#receive = receive
    this.#resync = resync
    this.#lookEveryMs = lookEveryMs
  }

  async listen(): Promise<void> {
    const connecting = new pg.Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: this.#lookEveryMs,
      application_name: LISTENER,
    })
    this.#next = connecting
    connecting.on('notification', ({ payload }) => this.#receive(payload))
    connecting.on('error', () => {})
    connecting.on('end', () => this.#listenAgain())
    try {
      await connecting.connect()
      await connecting.query(`listen ${this.#channel}`)
    } catch (error) {
      cutOff(connecting)
      throw error
    }
    this.#next = undefined
    this.#client = connecting
    this.#looking = setInterval(() => {
      connecting.query('select 1').catch(() => cutOff(connecting))
    }, this.#lookEveryMs).unref()
  }

  #listenAgain(): void {
    this.#client = undefined
    clearInterval(this.#looking)
    if (this.#isStopped) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      void this.listen()
        .then(() => this.#resync())
        .catch(() => this.#listenAgain())
    }, RECONNECT_MS)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#retry)
    if (this.#next) cutOff(this.#next)
    // Of one that does not answer any more, the next look is the end.
    await this.#client?.end()
  }
}
