import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '../../../../contract/account/export.ts'
import { requireConfirmed } from '../../../access/account-status.ts'
import { FairSemaphore } from '../../../concurrency/fair-semaphore.ts'
import { Semaphore } from '../../../concurrency/semaphore.ts'
import { AppError } from '../../../errors/app-error.ts'
import { log } from '../../../errors/log.ts'
import { decodeCursor } from '../../../http/cursor.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { routeWithSession } from '../../../http/route.ts'
import { sessionKey } from '../../../identity/sessions.ts'
import { requestedRange, setRange, setUnsatisfiable } from '../../../http/byte-range.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { ByteRange } from '../../../storage/storage.ts'
import { Checksums } from './checksums.ts'
import { Downloads, replacedDownload, tooManyDownloads } from './downloads.ts'
import { openAccount } from './open-account.ts'
import { openOriginals, type OpenArchive } from './open-originals.ts'
import { planOriginals, type PlannedPart } from './originals.ts'
import { isSignedPart, partFileName, signPartAddress, type PartName } from './part-address.ts'

/**
 * Maximum number of concurrent downloads in this process, for each kind of part. The download of an account's archive
 * may occupy one of the few database connections.
 */
const MAX_AT_ONCE = 2
/** Milliseconds for which an account’s measured size is kept, because measuring an account reads all of it. */
const MEASURED_FOR_MS = 10 * 60_000
const MEASURED_MAX = 1_000

/** The facts about an archive that its headers state. */
type ArchiveSize = Pick<OpenArchive, 'sizeBytes' | 'etag'>

/** Routes of the account export. The server creates each part while it sends it, and stores nothing on disk. */
export function exportRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, storage, secret, signals } = deps
  const downloads = new Downloads(MAX_AT_ONCE)
  const checksums = new Checksums(storage)
  const measuring = new FairSemaphore(MAX_AT_ONCE, tooManyDownloads)
  const opening = new Semaphore(MAX_AT_ONCE)
  const measured = new ReadCache<ArchiveSize>({ max: MEASURED_MAX, maxAgeMs: MEASURED_FOR_MS, signals, droppedBy: {} })

  const signing = (request: FastifyRequest) => ({ secret, sessionKey: sessionKey(request), now: Date.now() })

  /** @throws {AppError} RATE_LIMITED if this person already waits for many measurements. */
  function measure(userId: string, part: PartName): Promise<ArchiveSize> {
    return measuring.run(userId, async () => {
      const archive = await open(userId, part)
      await archive.close()
      return archive
    })
  }

  const measureAccount = (userId: string): Promise<ArchiveSize> =>
    measured.get(userId, () => measure(userId, { number: 0 }))

  routeWithSession(app, contract.getExport, async ({ viewer, request }) => {
    const { sizeBytes } = await measureAccount(viewer.id)
    const account: PlannedPart = { number: 0, sizeBytes, clipsCount: 0, from: null, until: null }
    const parts = [account, ...(await planOriginals(db, viewer.id))].map(({ first, last, ...part }) => ({
      ...part,
      fileName: partFileName(part.number, new Date()),
      url: signPartAddress({ number: part.number, first, last }, signing(request)),
    }))
    return { parts, underWay: downloads.partOf(viewer.id) }
  })

  async function open(userId: string, part: PartName): Promise<OpenArchive> {
    if (part.number === 0) return openAccount(deps, userId)
    const [first, last] = [decodeCursor(part.first), decodeCursor(part.last)]
    if (!first || !last) throw noSuchPart()
    return openOriginals({ db, storage, checksums }, userId, { first, last })
  }

  routeWithSession(app, contract.getExportPart, async ({ viewer, params, query, request, reply }) => {
    const part = { number: Number(params.part), first: query.first, last: query.last }
    if (!isSignedPart(part, query, signing(request))) {
      requireConfirmed(viewer)
      throw noSuchPart()
    }
    const fileName = partFileName(part.number, new Date())
    if (request.method === 'HEAD') {
      // Not a download, so it neither replaces a running one nor takes a place among them.
      const size = part.number === 0 ? measureAccount(viewer.id) : measure(viewer.id, part)
      setHeaders(request, reply, { ...(await size), fileName })
      return Readable.from([])
    }
    const cut = new AbortController()
    const { measure: measureRate, over } = downloads.begin(viewer.id, part, () => cut.abort(replacedDownload()))
    try {
      // A request that was replaced while it waited opens no archive.
      const archive = await opening.run(async () => {
        cut.signal.throwIfAborted()
        return open(viewer.id, part)
      })
      const range = setHeaders(request, reply, { ...archive, fileName })
      const isWanted = range !== undefined && !reply.raw.destroyed
      const stream = Readable.from(isWanted ? measureRate(archive.read(range)) : [])
      stream.once('close', () => {
        over()
        archive.close().catch((error: unknown) => log.error({ err: error }, 'A data export was not closed'))
      })
      // With the option `signal`, the stream would fail with an error of Node’s instead of ours.
      const end = () => stream.destroy(cut.signal.reason as AppError)
      if (cut.signal.aborted) end()
      else cut.signal.addEventListener('abort', end)
      return stream
    } catch (error) {
      over()
      throw error
    }
  })
}

/** @returns The bytes to send; `undefined` if the requested range is empty. */
function setHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { sizeBytes, etag, fileName }: ArchiveSize & { fileName: string },
): ByteRange | undefined {
  reply.type('application/zip').headers({
    'content-disposition': `attachment; filename="${fileName}"`,
    // nginx would otherwise fill its disk with the bytes that it buffers for a slow client.
    'x-accel-buffering': 'no',
  })
  // The rows of the account change all the time, so a download of them cannot be continued.
  if (etag === undefined) return setRange(reply.header('accept-ranges', 'none'), undefined, sizeBytes)
  reply.headers({ etag, 'accept-ranges': 'bytes' })
  const range = requestedRange(request, { etag, sizeBytes })
  if (range !== 'unsatisfiable') return setRange(reply, range, sizeBytes)
  setUnsatisfiable(reply, sizeBytes).header('content-length', 0)
  return undefined
}

function noSuchPart(): AppError {
  return new AppError(
    'NOT_FOUND',
    'This download doesn’t exist or its link has expired. Please prepare the download again.',
  )
}
