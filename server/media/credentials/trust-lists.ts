import { hash, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TrustList, TrustListName } from '../../../contract/videos/provenance.ts'
import { OPERATOR_ANCHORS } from '../tasks.ts'

/**
 * Trusted certificates in the reader's format. The `trust_uri` in a result names the list that contained the signer.
 */
export interface Anchors {
  trust_anchors: string
  trust_uri: string
  trust_kind: 'manifest' | 'tsa'
}

/** A list that ships with Reverie. `npm run trust-list` refreshes the lists that still change. */
interface ShippedList {
  name: Exclude<TrustListName, 'operator'>
  /** File name in the folder of the lists. */
  file: string
  /** The purposes of its certificates: signing manifests, time stamps, or both. */
  kinds: Anchors['trust_kind'][]
  /** Date of the last change at the source. */
  date: string
  /** URLs of the documentation and of the file. */
  source: string
  fileUrl: string
  licence: string
}

export const listsFolder = join(import.meta.dirname, 'lists')

/** Reads the list on every call, because the refresh command changes it. */
export function readShippedLists(): ShippedList[] {
  return JSON.parse(readFileSync(join(listsFolder, 'lists.json'), 'utf8')) as ShippedList[]
}

function pemOf({ file }: ShippedList): string {
  return readFileSync(join(listsFolder, file), 'utf8')
}

/** Returns the trust settings. @param operator The operator's own certificates in PEM. */
export function anchorsOf(operator?: string): Anchors[] {
  const shipped = readShippedLists().flatMap((list) => anchors(list.name, pemOf(list), list.kinds))
  return operator ? [...shipped, ...anchors('operator', operator, ['manifest', 'tsa'])] : shipped
}

/** Returns the trust settings of a media child. Its working folder may contain the operator's certificates. */
export function anchorsOfChild(): Anchors[] {
  return anchorsOf(existsSync(OPERATOR_ANCHORS) ? readFileSync(OPERATOR_ANCHORS, 'utf8') : undefined)
}

function anchors(name: TrustListName, pem: string, kinds: Anchors['trust_kind'][]): Anchors[] {
  return kinds.map((kind) => ({ trust_anchors: certificatesIn(pem).join('\n'), trust_uri: name, trust_kind: kind }))
}

const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

/** Splits a file into certificates. @returns Each certificate in PEM, without the text between them. */
export function certificatesIn(pem: string): string[] {
  return pem.match(certificate) ?? []
}

/** Validates certificates. @throws {Error} If one is invalid or there are none. */
export function parseCertificates(pem: string): X509Certificate[] {
  const parsed = certificatesIn(pem).map((each) => new X509Certificate(each))
  if (parsed.length === 0) throw new Error('There are no certificates')
  return parsed
}

/** Returns the version of the lists. */
export function digestOf(operator?: string): string {
  return hash('sha256', JSON.stringify(anchorsOf(operator)), 'hex').slice(0, 16)
}

export function officialDate(): string | null {
  return readShippedLists().find(({ name }) => name === 'official')?.date ?? null
}

/** Returns the lists for display. A list that serves several purposes is returned once. */
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
