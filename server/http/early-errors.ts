import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { asReply } from './error-handler.ts'

/**
 * Answers requests that are refused before they have a route, or are not even valid HTTP. Hooks and the error handler
 * do not run for them.
 *
 * @param securityHeaders Headers of every reply.
 */
export function earlyErrors(securityHeaders: Record<string, string>) {
  const headersOf = (body: string) => ({
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'private, no-store',
  })
  return {
    frameworkErrors(_error, _request, reply) {
      const refusal = new AppError('BAD_REQUEST', 'The address is not valid')
      const body = JSON.stringify(asReply(refusal))
      reply.raw.writeHead(refusal.status, headersOf(body)).end(body)
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return
      const { status, refusal } = refusalOf(error)
      const body = JSON.stringify(asReply(refusal))
      writeReply(socket, status, { ...headersOf(body), connection: 'close' }, body)
    },
  } satisfies FastifyServerOptions
}

function refusalOf({ code }: { code?: string }): { status: number; refusal: AppError } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, refusal: new AppError('TIMEOUT', 'The request took too long to arrive') }
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: 431, refusal: new AppError('TOO_LARGE', 'The headers of the request are too large') }
  }
  return { status: 400, refusal: new AppError('BAD_REQUEST', 'The request is not valid HTTP') }
}

function writeReply(socket: Socket, status: number, headers: Record<string, string>, body: string): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}
