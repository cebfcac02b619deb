import pg from 'pg'
import { cutOff } from '../db/cut-off.ts'

const RECONNECT_MS = 500

/** Hears what is sent to a channel of the database, on a connection of its own, and connects again when that ends. */
export class ChannelListener {
  readonly #databaseUrl: string
  readonly #channel: string
  readonly #receive: (text: string | undefined) => void
  readonly #resync: () => void
  #client: pg.Client | undefined
  /** One that is being connected. */
  #next: pg.Client | undefined
  #isStopped = false
  #retry: NodeJS.Timeout | undefined

  /** @param resync Called after the connection was away: something may have been missed. */
  constructor(
    databaseUrl: string,
    channel: string,
    { receive, resync }: { receive: (text: string | undefined) => void; resync: () => void },
  ) {
    this.#databaseUrl = databaseUrl
    this.#channel = channel
    this.#receive = receive
    this.#resync = resync
  }

  async listen(): Promise<void> {
    const connecting = new pg.Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
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
  }

  #listenAgain(): void {
    this.#client = undefined
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
    await this.#client?.end()
  }
}
