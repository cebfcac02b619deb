import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../setup/deps.ts'
import { hmacOf, isSameSignature } from '../../../signing/signatures.ts'

/**
 * A browser on which an account has signed in, as in OWASP's "device cookies". An attacker who floods an account with
 * wrong passwords uses up the limit of unknown browsers. This browser has a limit of its own, so the owner can still
 * sign in.
 */
interface KnownBrowser {
  id: string
  /** Keyed hashes of the accounts, latest last. */
  accounts: string[]
}

/** Maximum number of accounts per browser: enough for a family's computer, and the cookie stays small. */
const MAX_ACCOUNTS = 8

/** Lifetime of the cookie in seconds. Browsers keep cookies for at most 400 days. */
const REMEMBERED_SECONDS = 400 * 24 * 60 * 60

/**
 * Browsers send the cookie to the calls that sign in, and to no others. If every call carried it, shared caches could
 * not answer the calls. There is one cookie for each path.
 */
const PATHS = ['/api/login', '/api/register', '/api/recoveries']

/** Reads and sets the cookie of known browsers. @param app The scope of the routes that sign in. */
export function createKnownBrowsers(app: FastifyInstance, { secret, config }: Pick<Deps, 'secret' | 'config'>) {
  const isHttps = config.publicUrl.startsWith('https:')
  const cookieName = isHttps ? '__Secure-reverie-browser' : 'reverie-browser'
  const find = (request: FastifyRequest) => decodeBrowser(request.cookies[cookieName], secret)

  const signedInTo = new WeakMap<FastifyRequest, string>()

  // The cookie is set when the reply is sent, after the session's cookie. Programs that keep only one cookie keep the
  // first.
  app.addHook('onSend', async (request, reply) => {
    const email = signedInTo.get(request)
    if (email === undefined) return
    const cookie = encodeBrowser(rememberAccount(find(request), email, secret), secret)
    const options = { maxAge: REMEMBERED_SECONDS, httpOnly: true, sameSite: 'lax', secure: isHttps } as const
    for (const path of PATHS) reply.setCookie(cookieName, cookie, { ...options, path })
  })

  return {
    find,
    /** Adds the account with this address to the browser's accounts. */
    remember(request: FastifyRequest, email: string): void {
      signedInTo.set(request, email)
    },
  }
}

/** Whether the account with this address has signed in from this browser before. */
export function knowsAccount(browser: KnownBrowser | undefined, email: string, secret: string): boolean {
  return browser?.accounts.includes(accountTag(email, secret)) ?? false
}

/** Returns the browser with `email` added as its latest account. An unknown browser gets an id. */
export function rememberAccount(browser: KnownBrowser | undefined, email: string, secret: string): KnownBrowser {
  const tag = accountTag(email, secret)
  const others = browser?.accounts.filter((account) => account !== tag) ?? []
  return {
    id: browser?.id ?? randomBytes(12).toString('base64url'),
    accounts: [...others, tag].slice(-MAX_ACCOUNTS),
  }
}

/** Encodes a browser for a cookie. It carries no address and no name, and cannot be forged without `secret`. */
export function encodeBrowser({ id, accounts }: KnownBrowser, secret: string): string {
  const content = [id, ...accounts].join('.')
  return `${content}.${signature(content, secret)}`
}

/** Decodes a cookie. @returns `undefined` for a value that `encodeBrowser` did not make. */
export function decodeBrowser(cookie: string | undefined, secret: string): KnownBrowser | undefined {
  const end = cookie?.lastIndexOf('.') ?? -1
  if (!cookie || end === -1) return undefined
  const content = cookie.slice(0, end)
  if (!isSameSignature(cookie.slice(end + 1), signature(content, secret))) return undefined
  const [id = '', ...accounts] = content.split('.')
  return { id, accounts }
}

function accountTag(email: string, secret: string): string {
  return createHmac('sha256', secret).update(`account ${email}`).digest().subarray(0, 16).toString('base64url')
}

function signature(content: string, secret: string): string {
  return hmacOf(`browser ${content}`, secret)
}
