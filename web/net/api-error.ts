import type { ErrorCode, ErrorReply, Issue } from '../../contract/errors.ts'

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
}

function parseReply(body: string): Partial<ErrorReply> {
  try {
    const reply: unknown = JSON.parse(body)
    return typeof reply === 'object' && reply !== null ? reply : {}
  } catch {
    return {}
  }
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
 * Returns the server's own message if it tells the user what to do. Messages of a failed server only say that it failed,
 * unless its storage is full.
 */
export function refusalOf(error: unknown): string | undefined {
  const isRefusal = error instanceof ApiError && (error.status < 500 || error.code === 'STORAGE_FULL')
  return (isRefusal && error.sentence) || undefined
}

/** Returns the code of a failed call, if the server sent one. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof ApiError ? error.code : undefined
}

/**
 * Returns a message about a failed call for the user: the server's own if there is one, otherwise `fallback`. By default
 * the fallback depends on whether the server answered.
 */
export function failureMessage(error: Error, fallback?: string): string {
  const usual =
    error instanceof ApiError
      ? 'Something went wrong. Please try again.'
      : 'The site didn’t answer. Check your connection and try again.'
  return sentenceOf(error) ?? fallback ?? usual
}
