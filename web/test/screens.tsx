import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { onTestFinished, vi } from 'vitest'
import type { OwnUser } from '../../contract/account/users.ts'
import type { Endpoint, ResponseOf } from '../../contract/endpoint.ts'
import type { ErrorReply } from '../../contract/errors.ts'
import { queryClient } from '../net/query-client.ts'
import { useToast } from '../page/toast.ts'
import { Toaster } from '../shell/toaster.tsx'
import { allowPersonalState, deletePersonalState } from '../viewer/personal-state.ts'
import { ownUserQuery } from '../viewer/viewer.queries.ts'

interface RenderOptions {
  /** The signed-in user. A visitor by default. */
  viewer?: OwnUser | null
  /** The path and query of the page's address. */
  at?: string
}

/**
 * Renders a screen as the app does, with the app's query client and its toasts.
 *
 * @returns The simulated user, who types and presses.
 */
export function renderScreen(element: ReactElement, { viewer = null, at = '/' }: RenderOptions = {}): UserEvent {
  history.replaceState(null, '', at)
  // Test files share a process. An earlier test may have signed the user out.
  const userId = viewer?.id ?? ''
  allowPersonalState(userId)
  onTestFinished(() => deletePersonalState(userId))
  queryClient.setQueryData(ownUserQuery.queryKey, viewer)
  render(
    <QueryClientProvider client={queryClient}>
      {element}
      <Toasts />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

/** Returns the element in the content of a page, which takes the focus when nothing else is left. */
export function inContent(element: ReactElement): ReactElement {
  return (
    <main id="content" tabIndex={-1}>
      {element}
    </main>
  )
}

/** The toasts of a test stay, because a busy machine may take longer than five seconds to look at one. */
function Toasts() {
  const toast = useToast()
  return toast ? <Toaster toast={toast} durationMs={Infinity} /> : null
}

/** Replaces the text of a field in one step. Typing renders the screen once for each character. */
export async function fill(field: Element, text: string): Promise<void> {
  await userEvent.clear(field)
  if (text) await userEvent.paste(text)
}

/** A request that the screen under test sent. */
export interface SentRequest {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}

interface Answer {
  status: number
  body: unknown
}

type Handler = (request: SentRequest) => Answer | Promise<Answer>
type Declared = Pick<Endpoint, 'method' | 'path'>

let handlers = new Map<string, Handler>()

/** Removes all answers. Called before each test. */
export function resetAnswers(): void {
  handlers = new Map()
  vi.stubGlobal('fetch', answerRequest)
}

/**
 * Answers calls of an endpoint with a reply of its declared type. A function may answer each request, or throw to
 * fail it. Calling it again for the same endpoint replaces the answer.
 *
 * @returns The requests that have been sent to the endpoint so far, oldest first.
 */
export function answer<E extends Declared>(
  endpoint: E,
  reply: ResponseOf<E> | ((request: SentRequest) => ResponseOf<E> | Promise<ResponseOf<E>>),
): SentRequest[] {
  return handle(endpoint, async (request) => ({
    status: 200,
    body: await (typeof reply === 'function' ? (reply as (request: SentRequest) => unknown)(request) : reply),
  }))
}

/** Refuses calls of an endpoint with an error reply. Returns the requests, as `answer` does. */
export function refuse(endpoint: Declared, status: number, reply: Partial<ErrorReply> = {}): SentRequest[] {
  return handle(endpoint, () => ({ status, body: reply }))
}

/** Makes calls of an endpoint fail as if there were no network. Returns the requests, as `answer` does. */
export function disconnect(endpoint: Declared): SentRequest[] {
  return handle(endpoint, () => {
    throw new TypeError('Failed to fetch')
  })
}

function handle(endpoint: Declared, handler: Handler): SentRequest[] {
  const requests: SentRequest[] = []
  handlers.set(`${endpoint.method} ${endpoint.path}`, (request) => {
    requests.push(request)
    return handler(request)
  })
  return requests
}

async function answerRequest(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href)
  const method = init.method ?? 'GET'
  for (const [key, handler] of handlers) {
    const params = key.startsWith(`${method} `) && matchPath(key.slice(method.length + 1), pathname)
    if (!params) continue
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const reply = await handler({ params, query: Object.fromEntries(searchParams), body })
    init.signal?.throwIfAborted()
    return reply.body === undefined
      ? new Response(null, { status: reply.status === 200 ? 204 : reply.status })
      : Response.json(reply.body, { status: reply.status })
  }
  throw new Error(`The test has no answer for ${method} ${pathname}`)
}

/** Returns the parameters of a path in Fastify's notation, or `undefined` if the address does not match. */
function matchPath(path: string, pathname: string): Record<string, string> | undefined {
  const pattern = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${pattern}$`).exec(pathname)
  return match
    ? Object.fromEntries(Object.entries(match.groups ?? {}).map(([k, v]) => [k, decodeURIComponent(v)]))
    : undefined
}
