import type { Endpoint, RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { ApiError, codeOf } from './api-error.ts'

/** The arguments of a function that calls an endpoint. The request may be left out if it may be empty. */
export type Arguments<E, Options> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: Options]
    : [request: RequestOf<E>, options?: Options]

export interface CallOptions {
  signal?: AbortSignal
  /** Whether the page makes the call by itself. The user did not ask for the call, so a refusal is not reported. */
  isBackground?: boolean
}

interface LooseRequest {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

type RefusalHandler = (error: ApiError, refused: 'read' | 'change') => void

let handleRefusal: RefusalHandler = () => undefined

/** Sets the handler for the page-wide consequences of a refused call. The caller receives the error as well. */
export function setRefusalHandler(handler: RefusalHandler): void {
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
    if (codeOf(error) !== 'CONFIRM_REQUIRED' || !(await confirmIdentity())) throw error
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
    if (!options?.isBackground) handleRefusal(error, endpoint.method === 'GET' ? 'read' : 'change')
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
