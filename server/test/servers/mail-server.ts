import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'
import type { Mail } from '../../setup/config.ts'

/** An e-mail as a mail program shows it. */
export type Received = Email & { envelopeTo: string[]; raw: string }

/** A real mail server on this machine. Clients use STARTTLS and sign in with the name and password in `mail.url`. */
export interface TestMailServer {
  /** The site's setting for it. */
  mail: Mail
  /** Everything that arrived, oldest first. */
  readonly messages: readonly Received[]
  /** Waits for the next e-mail to `address` that was not returned before. */
  emailTo(address: string): Promise<Received>
  /** Refuses e-mail with this answer; `undefined` accepts it again. */
  refuseWith(answer: { code: number; words: string } | undefined): void
  /** Stops answering until it is started again at the same port. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

const USER = 'reverie'
const PASSWORD = 'a mail password'

export async function startMailServer(): Promise<TestMailServer> {
  const messages: Received[] = []
  const handed = new Set<Received>()
  let refusal: { code: number; words: string } | undefined
  const make = () =>
    new SMTPServer({
      // Uses the library's built-in certificate, which no client trusts.
      logger: false,
      onAuth({ username, password }, _session, done) {
        if (username === USER && password === PASSWORD) done(null, { user: USER })
        else done(new Error('Wrong name or password'))
      },
      onRcptTo(_address, _session, done) {
        done(refusal && Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
      },
      onData(stream, { envelope }, done) {
        const arriving = receive(
          stream,
          envelope.rcptTo.map(({ address }) => address),
        )
        arriving.then((message) => done(messages.push(message) ? null : undefined, 'taken'), done)
      },
    })
  let server = make()
  const port = await listen(server, 0)
  // On a busy machine, a handshake may take longer than the product waits. An e-mail is tried again after two minutes.
  const options =
    '?tls.rejectUnauthorized=false&requireTLS=true&connectionTimeout=60000&greetingTimeout=60000&socketTimeout=60000'
  return {
    mail: {
      url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}${options}`,
      from: 'reverie@site.example',
    },
    messages,
    async emailTo(address) {
      const find = () => messages.find((message) => message.envelopeTo.includes(address) && !handed.has(message))
      await expect.poll(find).toBeDefined()
      const message = find()!
      handed.add(message)
      return message
    },
    refuseWith: (answer) => (refusal = answer),
    goAway: () => new Promise((done) => server.close(done)),
    async comeBack() {
      server = make()
      await listen(server, port)
    },
  }
}

async function listen(server: SMTPServer, port: number): Promise<number> {
  // A sender that is killed resets its connection; without a listener that would end the test process.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return (server.server.address() as AddressInfo).port
}

async function receive(stream: NodeJS.ReadableStream, envelopeTo: string[]): Promise<Received> {
  const raw = await buffer(stream)
  return { ...(await PostalMime.parse(raw)), envelopeTo, raw: raw.toString() }
}

/** Returns the token of the link in an e-mail. */
export function tokenIn({ text = '' }: Received): string {
  const [, token] = /#(?:\w+\.)?([\w-]{43})$/m.exec(text) ?? []
  if (!token) throw new Error(`No link in: ${text}`)
  return token
}
