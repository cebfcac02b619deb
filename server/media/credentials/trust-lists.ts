import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TrustList, TrustListName } from '../../../contract/videos/provenance.ts'

/** Certificates that vouch for signers, as the reader takes them. `trust_uri` comes back as the list that vouched. */
export interface Anchors {
  trust_anchors: string
  trust_uri: string
  trust_kind: 'manifest' | 'tsa'
}

/** A list that comes with Reverie. `npm run trust-list` refreshes those that still change. */
export interface ShippedList {
  name: Exclude<TrustListName, 'operator'>
  /** In the folder of the lists. */
  file: string
  /** For whom its certificates vouch: for signers of manifests, for clocks. */
  kinds: Anchors['trust_kind'][]
  /** When its source last changed it. */
  date: string
  /** Where a person reads about it, and where the file itself is. */
  source: string
  fileUrl: string
  licence: string
}

export const listsFolder = join(import.meta.dirname, 'lists')

/** Read anew each time: the command that refreshes them changes them. */
export function readShippedLists(): ShippedList[] {
  return JSON.parse(readFileSync(join(listsFolder, 'lists.json'), 'utf8')) as ShippedList[]
}

function pemOf({ file }: ShippedList): string {
  return readFileSync(join(listsFolder, file), 'utf8')
}

/** @param operator The operator's own certificates, in PEM. */
export function anchorsOf(operator?: string): Anchors[] {
  const shipped = readShippedLists().flatMap((list) => anchors(list.name, pemOf(list), list.kinds))
  return operator ? [...shipped, ...anchors('operator', operator, ['manifest', 'tsa'])] : shipped
}

function anchors(name: TrustListName, pem: string, kinds: Anchors['trust_kind'][]): Anchors[] {
  return kinds.map((kind) => ({ trust_anchors: certificatesIn(pem).join('\n'), trust_uri: name, trust_kind: kind }))
}

const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

/** @returns Each certificate of a file, in PEM, without what stands between them. */
export function certificatesIn(pem: string): string[] {
  return pem.match(certificate) ?? []
}

/** @throws {Error} If one of them is none, or there are none at all. */
export function parseCertificates(pem: string): X509Certificate[] {
  const parsed = certificatesIn(pem).map((each) => new X509Certificate(each))
  if (parsed.length === 0) throw new Error('There are no certificates')
  return parsed
}

/** What the lists are known again by. */
export function digestOf(operator?: string): string {
  return createHash('sha256')
    .update(JSON.stringify(anchorsOf(operator)))
    .digest('hex')
    .slice(0, 16)
}

/** The day of the official list. */
export function officialDate(): string | null {
  return readShippedLists().find(({ name }) => name === 'official')?.date ?? null
}

/** For people to see: a name once, whatever it vouches for. */
export function describeLists(operator?: string): TrustList[] {
  const shipped = readShippedLists()
  const names = [...new Set(shipped.map(({ name }) => name))]
  const described = names.map((name): TrustList => {
    const parts = shipped.filter((list) => list.name === name)
    const { date, source, licence } = parts[0]!
    return { name, date, certificatesCount: countOf(parts.map(pemOf).join('\n')), source, licence }
  })
  if (!operator) return described
  const own = { date: null, certificatesCount: countOf(operator), source: null, licence: null }
  return [...described, { name: 'operator', ...own }]
}

function countOf(pem: string): number {
  return new Set(certificatesIn(pem)).size
}
