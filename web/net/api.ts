import type { Endpoint, RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import type { ErrorCode, ErrorReply, Issue } from '../../contract/errors.ts'

type Arguments<E> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: CallOptions]
    : [request: RequestOf<E>, options?: CallOptions]

interface CallOptions {
  signal?: AbortSignal
  /** The page makes this call by itself: what a refusal means is nothing that the person has asked to know. */
  isUnasked?: boolean
}

interface LooseRequest {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/** What a proxy writes itself is a page, in no words for people who upload. */
const PROXY_LIMIT =
  'A proxy in front of this site refuses requests of this size (error 413). Whoever runs the site can raise its limit: in nginx, client_max_body_size.'

/** A reply that was not ok. Its text is the status, a colon, a space and the body (the status text if that is empty). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The server's sentence for people, when the body carries one; ours where a proxy was in the way. */
  readonly sentence: string | undefined
  readonly code: ErrorCode | undefined
  readonly issues: Issue[]

  constructor(status: number, body: string, statusText = '') {
    super(`${status}: ${body || statusText}`)
    const reply = parseReply(body)
    this.status = status
    this.code = reply.code
    this.sentence = reply.message ?? reply.error ?? (this.isProxyLimit ? PROXY_LIMIT : undefined)
    this.issues = reply.issues ?? []
  }

  /** The request was too large for a proxy, and has not reached the server, which says what is too large for it. */
  get isProxyLimit(): boolean {
    return this.status === 413 && this.code === undefined
  }

  /** Its sentence tells a person what to do; that of a server that failed only says that it did. */
  get isRefusal(): boolean {
    return this.status < 500 || this.code === 'STORAGE_FULL'
  }
}

function parseReply(body: string): Partial<ErrorReply> {
  try {
    const reply: unknown = JSON.parse(body)
    return typeof reply === 'object' && reply !== null ? reply : {}
  } catch {
    return {}
  }
}

let refused: (error: ApiError) => void = () => undefined

/** Tells what a refused change means for the page as a whole. Whoever made the call gets its error too. */
export function onRefused(act: (error: ApiError) => void): void {
  refused = act
}

let confirmIdentity: () => Promise<boolean> = () => Promise.resolve(false)

/** Tells how somebody proves once more who they are, and whether they did. Calls that need it wait, and are repeated. */
export function onConfirmRequired(ask: () => Promise<boolean>): void {
  confirmIdentity = ask
}

/**
 * Calls one endpoint of the contract and answers its parsed reply, `undefined` for an empty one. Where it needs the
 * password once more, that is asked for, and the call is repeated once.
 *
 * @throws {ApiError} If the reply is not ok: CONFIRM_REQUIRED if the caller was asked for the password and gave up.
 * @throws {TypeError} If the server cannot be reached.
 */
export async function call<E extends Pick<Endpoint, 'method' | 'path'>>(
  endpoint: E,
  ...[request, options]: Arguments<E>
): Promise<ResponseOf<E>> {
  const send = () => sendOnce<E>(endpoint, (request ?? {}) as LooseRequest, options)
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFIRM_REQUIRED' || !(await confirmIdentity())) throw error
    return send()
  }
}

async function sendOnce<E>(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  { params, query, body }: LooseRequest,
  options: CallOptions | undefined,
): Promise<ResponseOf<E>> {
  const init: RequestInit = { method: endpoint.method, credentials: 'same-origin' }
  if (options?.signal) init.signal = options.signal
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  const reply = await fetch(fillPath(endpoint.path, params) + queryString(query), init)
  const text = await reply.text()
  if (!reply.ok) {
    const error = new ApiError(reply.status, text, reply.statusText)
    if (endpoint.method !== 'GET' && !options?.isUnasked) refused(error)
    throw error
  }
  return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<E>
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryString(query: Record<string, string | number | undefined> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
}
