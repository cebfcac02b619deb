import type { FastifyReply } from 'fastify'
import { compressPage } from './compression.ts'

/** Sends a page, compressed if the browser accepts it. Pages differ, so they cannot be compressed in advance. */
export function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  reply.type('text/html; charset=utf-8').header('vary', 'Accept-Encoding')
  const compressed = compressPage(html, reply.request.headers['accept-encoding'])
  return compressed ? reply.header('content-encoding', compressed.encoding).send(compressed.body) : reply.send(html)
}
