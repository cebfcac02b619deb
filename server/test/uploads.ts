import { expect } from 'vitest'
import type { Caller } from './test-app.ts'

/** The addresses of a new upload. */
export interface Ticket {
  id: string
  /** Paths with their signatures: for the whole file at once, and for its pieces (tus). */
  whole: string
  resumable: string
  /** Address to publish. */
  videoUrl: string
}

/** Requests the addresses of an upload, as the page would. */
export async function askForUpload(caller: Caller): Promise<Ticket> {
  const reply = (await caller.post('/api/objects/upload')).json<{ uploadURL: string; resumableURL: string }>()
  const [whole, resumable] = [new URL(reply.uploadURL), new URL(reply.resumableURL)]
  return {
    id: whole.pathname.split('/').at(-1)!,
    whole: whole.pathname + whole.search,
    resumable: resumable.pathname + resumable.search,
    videoUrl: `http://reverie.test${whole.pathname}`,
  }
}

type Method = 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** Returns the calls of the tus protocol, which sends a file in pieces. @param inject Sends a request. */
export function tusCalls(inject: Caller['inject']) {
  function send(method: Method, url: string, headers: Record<string, string | number> = {}, payload?: Buffer) {
    const all = { 'tus-resumable': '1.0.0', ...headers } as Record<string, string>
    return inject({ method, url, headers: all, ...(payload ? { payload } : {}) })
  }
  return {
    send,
    begin: (url: string, length: number) => send('POST', url, { 'upload-length': length }),
    patch(url: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) {
      const type = 'application/offset+octet-stream'
      return send('PATCH', url, { 'content-type': type, 'upload-offset': offset, ...headers }, bytes)
    },
    /** Returns the number of bytes that the server has received. */
    async offsetOf(url: string): Promise<number> {
      const reply = await send('HEAD', url)
      expect(reply.statusCode).toBe(200)
      return Number(reply.headers['upload-offset'])
    },
  }
}
