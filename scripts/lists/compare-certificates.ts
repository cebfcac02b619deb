import type { X509Certificate } from 'node:crypto'
import { parseCertificates } from '../../server/media/credentials/trust-lists.ts'

/**
 * Lists the certificates that are in only one of two PEM lists.
 *
 * @throws {Error} If a list contains no certificate, or anything besides certificates.
 */
export function compareCertificates(before: string, after: string) {
  const [old, fresh] = [parseCertificates(before), parseCertificates(after)]
  const without = (list: X509Certificate[], others: X509Certificate[]) => {
    const known = new Set(others.map(({ fingerprint256 }) => fingerprint256))
    return list.filter(({ fingerprint256 }) => !known.has(fingerprint256))
  }
  return { added: without(fresh, old), removed: without(old, fresh) }
}

/** Describes a certificate for a terminal: owner, validity and fingerprint. */
export function describeCertificate({ subject, validTo, fingerprint256 }: X509Certificate): string {
  const named = new Map(subject.split('\n').map((part) => part.split('=', 2) as [string, string]))
  const name = named.get('CN') ?? named.get('O') ?? 'without a name'
  return `${name} (${named.get('O') ?? 'nobody named'}), until ${validTo}, SHA-256 ${fingerprint256}`
}
