import pg from 'pg'
import { cutOff } from '../db/cut-off.ts'

/** Name of the connection in the database. */
export const LISTENER = 'reverie listener'

const RECONNECT_MS = 500
/** Milliseconds between checks of the connection, and the time that an answer may take. */
const LOOK_EVERY_MS = 3_000

interface Listener {
  receive: (text: string | undefined) => void
  /** Called after an interruption, in which messages may have been missed. */
  resync: () => void
  lookEveryMs?: number
}

/**
 * Listens to a channel of the database on a separate connection, and reconnects when the connection ends. A machine
 * that disappears does not end a connection, so a connection that does not answer is abandoned.
 *
 * @returns A function that stops listening.
 * @throws If the first connection fails, which is then not tried again.
 */
export async function listenToChannel(
  databaseUrl: string,
  channel: string,
  { receive, resync, lookEveryMs = LOOK_EVERY_MS }: Listener,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  /** The connection that is being opened. */
  let next: pg.Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const connecting = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: lookEveryMs,
      application_name: LISTENER,
    })
    next = connecting
    connecting.on('notification', ({ payload }) => receive(payload))
    connecting.on('error', () => {})
    connecting.on('end', listenAgain)
    try {
      await connecting.connect()
      await connecting.query(`listen ${channel}`)
    } catch (error) {
      cutOff(connecting)
      throw error
    }
    next = undefined
    client = connecting
    looking = setInterval(() => {
      connecting.query('select 1').catch(() => cutOff(connecting))
    }, lookEveryMs).unref()
  }

  function listenAgain(): void {
    client = undefined
    clearInterval(looking)
    if (isStopped) return
    clearTimeout(retry)
    retry = setTimeout(() => void listen().then(resync).catch(listenAgain), RECONNECT_MS)
  }

  await listen().catch((error: unknown) => {
    isStopped = true
    clearTimeout(retry)
    throw error
  })
  return async () => {
    isStopped = true
    clearTimeout(retry)
    if (next) cutOff(next)
    // If the connection no longer answers, the next check (`looking`) cuts it off.
    await client?.end()
  }
}
