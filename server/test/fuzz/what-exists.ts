import { randomUUID } from 'node:crypto'
import { sitePageNames } from '../../../contract/site/static-pages.ts'
import { tools } from '../../../contract/videos/videos.ts'
import { operations, type OperationName } from '../clients/contract-calls.ts'
import { type GeneratedRequest, type Pool, pools, type Value } from './generated-requests.ts'

/** Existing things, as far as replies have revealed them. */
export const pool = Object.fromEntries(pools.map((name): [Pool, string[]] => [name, []])) as Record<Pool, string[]>
pool.pages.push(...sitePageNames)
pool.tags.push('dawn', 'Neon Night', '.. ')
pool.tools.push(...tools)

const signedAddresses: string[] = []
/** Resumable uploads: those that have not started, and those that have. */
const resumable: { fresh: string[]; begun: string[] } = { fresh: [], begun: [] }
/** Parts of an export. */
const exportAddresses: string[] = []
export function learnBegunUpload(url: string): void {
  resumable.begun.push(url)
}

/** Headers for the operations of the tus protocol. */
export const tusHeaders: Partial<Record<OperationName, Record<string, string>>> = {
  beginUpload: { 'upload-length': '5' },
  findUploadOffset: {},
  continueUpload: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  cancelUpload: {},
}

/** Collects ids, cursors and addresses from a reply for later requests. */
export function learn(reply: unknown): void {
  if (typeof reply !== 'object' || reply === null) return
  const { id, nextCursor, uploadURL, resumableURL, url, text, title, username, actorId, ...others } = reply as Record<
    string,
    string | undefined
  >
  if (nextCursor) keep('cursors', nextCursor)
  // Each ticket can be used in one way only.
  if (uploadURL && resumableURL) {
    if (signedAddresses.length > resumable.fresh.length) resumable.fresh.push(resumableURL)
    else signedAddresses.push(uploadURL)
  }
  if (url?.startsWith('/api/account/export/')) exportAddresses.push(url)
  if (id && text !== undefined) keep('comments', id)
  else if (id && title !== undefined) keep('videos', id)
  else if (id && actorId !== undefined) keep('notifications', id)
  else if (id && others.isRunning !== undefined) keep('batches', id)
  else if (id && others.measure !== undefined) keep('decisions', id)
  else if (id && others.openedAt !== undefined) keep('cases', id)
  else if (id && others.maxUses !== undefined) keep('invitations', id)
  else if (id && others.rpId !== undefined) keep('passkeys', id)
  if (others.reportId) keep('reports', others.reportId)
  if (others.noticeId) keep('notices', others.noticeId)
  if (username) keep('usernames', username)
  for (const inner of Object.values(reply)) learn(inner)
}

export function keep(name: Pool, value: string): void {
  const known = pool[name]
  if (!known.includes(value)) known.push(value)
  if (known.length > 40) known.splice(0, 20)
}

/** Returns the target of a request. Each signed address is returned once. */
export function address({ operation, params, query }: GeneratedRequest): string {
  const { path } = operations[operation]
  const signed = signedAddress(operation, query)
  if (signed) return signed.replace('http://reverie.test', '')
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encode(resolve(params[name]!)))
  const search = query.map(([name, value]) => `${encode(name)}=${encode(resolve(value))}`).join('&')
  return search ? `${filled}?${search}` : filled
}

function signedAddress(operation: OperationName, query: GeneratedRequest['query']): string | undefined {
  if (operation === 'getExportPart') return query.length === 0 ? exportAddresses.at(-1) : undefined
  if (operation === 'putUpload') return signedAddresses.pop()
  if (operation === 'beginUpload') return resumable.fresh.pop()
  return tusHeaders[operation] && resumable.begun.pop()
}

function resolve(value: Value): string {
  if ('text' in value) return value.text
  const known = pool[value.known]
  return known.length > 0 ? known[value.index % known.length]! : randomUUID()
}

/** Parts that are already encoded, even wrongly, are sent unchanged. */
function encode(value: string): string {
  return /^%\w\w/.test(value) ? value : encodeURIComponent(value.toWellFormed())
}

/** Whether the path of a request names a thing that no reply has revealed. */
export function isHostile({ params }: GeneratedRequest): boolean {
  return Object.values(params).some((value) => 'text' in value)
}
