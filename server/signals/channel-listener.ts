import pg from 'pg'
import { cutOff } from '../db/cut-off.ts'

/** Name of the connection in the database. */
export const LISTENER = 'reverie listener'

const RECONNECT_MS = 500
/** Milliseconds between checks of the connection, and the time that an answer may take. */
const LOOK_EVERY_MS = 3_000

/**
 * Listens to a channel of the database on its own connection, and reconnects when the connection ends. A machine that
 * disappears does not end a connection, so a connection that does not answer is abandoned.
 */
export class ChannelListener {
  readonly #databaseUrl: string
  readonly #channel: string
  readonly #receive: (text: string | undefined) => void
  readonly #resync: () => void
  readonly #lookEveryMs: number
  #client: pg.Client | undefined
  /** The connection that is being opened. */
  #next: pg.Client | undefined
  #isStopped = false
  #retry: NodeJS.Timeout | undefined
  #looking: NodeJS.Timeout | undefined

  /** @param resync Called after an interruption, in which messages may have been missed. */
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
    // A connection that no longer answers is ended by the next check.
    await this.#client?.end()
  }
}
