import type { Endpoint, RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import type { ErrorCode, ErrorReply, Issue } from '../../contract/errors.ts'
import { showErrorToast } from '../page/toast.ts'

/** The arguments of a function that calls an endpoint. The request may be left out if it may be empty. */
export type Arguments<E, Options> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: Options]
    : [request: RequestOf<E>, options?: Options]

interface CallOptions {
  signal?: AbortSignal
  /** Whether the page makes the call by itself. The user did not ask for the call, so a refusal is not reported. */
  isBackground?: boolean
}

interface LooseRequest {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/** Replaces a proxy's own error page, which users would not understand. */
const PROXY_LIMIT =
  'A proxy in front of this site rejects requests of this size (error 413). The site’s operator can raise its limit (in nginx: client_max_body_size).'

/**
 * A response that is not ok. The message is the status and the body, or the status text if the body is empty: `404: Not
 * found`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /**
   * The server's message for users, if the body has one. If a proxy refused the request, the message comes from the web
   * app instead.
   */
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

  /** Whether a proxy refused the request because of its size. The server's own refusal has a code. */
  get isProxyLimit(): boolean {
    return this.status === 413 && this.code === undefined
  }

  /** Whether the message tells the user what to do. Messages of a failed server only say that it failed. */
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

let handleRefusal: (error: ApiError) => void = () => undefined

/** Sets the handler for the page-wide consequences of a refused change. The caller receives the error as well. */
export function setRefusalHandler(handler: (error: ApiError) => void): void {
  handleRefusal = handler
}

let confirmIdentity: () => Promise<boolean> = () => Promise.resolve(false)

/**
 * Sets the function that asks the user to confirm their identity. The function resolves to whether they did. Calls that
 * need the confirmation wait for it and are repeated.
 */
export function setIdentityPrompt(prompt: () => Promise<boolean>): void {
  confirmIdentity = prompt
}

/**
 * Calls one endpoint of the contract and returns its parsed response, or `undefined` for an empty one. If the endpoint
 * needs the user to confirm their identity, asks for that and repeats the call once.
 *
 * @throws {ApiError} If the response is not ok. CONFIRM_REQUIRED if the user did not confirm.
 * @throws {TypeError} If the server cannot be reached.
 */
export async function call<E extends Pick<Endpoint, 'method' | 'path'>>(
  endpoint: E,
  ...[request, options]: Arguments<E, CallOptions>
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
    if (endpoint.method !== 'GET' && !options?.isBackground) handleRefusal(error)
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

/** Whether the requested item does not exist. The server answers 400 if the address contains no valid id. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}

/** Returns the server's own message about a failed call, if it sent one. */
export function sentenceOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.sentence : undefined
}

/**
 * Returns a message about a failed call for the user: the server's own if there is one, otherwise `fallback`. By default
 * the fallback depends on whether the server answered.
 */
export function whyFailed(error: Error, fallback?: string): string {
  const usual =
    error instanceof ApiError
      ? 'Something went wrong. Please try again.'
      : 'The site didn’t answer. Check your connection and try again.'
  return sentenceOf(error) ?? fallback ?? usual
}

/**
 * Shows why the server forbids an action, for example because the account is restricted. Another attempt would not
 * help.
 *
 * @returns Whether `error` is such a refusal. If not, nothing is shown.
 */
export function toastForbidden(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403 || error.sentence === undefined) return false
  showErrorToast(error.sentence)
  return true
}

/**
 * Returns a handler that shows in a toast why an action of the user failed. It shows nothing if the user cancelled the
 * identity confirmation. This is the usual report of a failed action. If `useAction`, `useZodForm` or
 * `toggleOptimistically` calls the handler, the next attempt dismisses the toast. The other reports are:
 *
 * - `QueryContent`, and `PagedList` for lists, show a button to retry instead of content that did not load.
 * - `useZodForm` shows what concerns one field under that field. Its `onError` reports the rest.
 * - `Problem` shows a sentence next to the control that it concerns, for as long as it applies: on pages that links in
 *   e-mails open, and for one clip of several.
 * - The specification prescribes the sentences for likes, follows, profiles, reports, signing out, and editing and
 *   deleting a clip. A failed like on the feed or of a comment is only logged. `toastForbidden` comes first for likes
 *   and follows.
 *
 * @param title Names the failed action.
 * @param fallback The reason if the server gives none, or does not answer.
 */
export function toastFailure(title: string, fallback?: string): (error: Error) => void {
  return (error) => {
    if (error instanceof ApiError && error.code === 'CONFIRM_REQUIRED') return
    showErrorToast(title, whyFailed(error, fallback))
  }
}
