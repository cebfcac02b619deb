import type { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAuthority } from '../../test/media/signed-clips.ts'
import {
  anchorsOf,
  certificatesIn,
  describeLists,
  digestOf,
  listsFolder,
  parseCertificates,
  readShippedLists,
} from './trust-lists.ts'

test('each certificate of the lists belongs to an authority and is listed once', () => {
  for (const { file } of readShippedLists()) {
    const certificates = parseCertificates(readFileSync(join(listsFolder, file), 'utf8'))
    expect(certificates.every(({ ca }) => ca)).toBe(true)
    expect(new Set(certificates.map(({ fingerprint256 }) => fingerprint256)).size).toBe(certificates.length)
  }
})

test('certificates whose issuer is on a trust list have valid signatures', () => {
  const all = readShippedLists().flatMap(({ file }) => parseCertificates(readFileSync(join(listsFolder, file), 'utf8')))
  const isSigned = (certificate: X509Certificate) =>
    all.some((issuer) => certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey))
  const unsigned = all.filter((certificate) => !isSigned(certificate)).map(({ subject }) => subject)
  // The authorities of these certificates are on no list.
  expect(unsigned.map((subject) => /CN=([^\n]+)/.exec(subject)?.[1])).toEqual([
    'Adobe Product Issuing CA vault-a-or2.adobe.net cai',
    'DigiCert Trusted G4 RSA4096 SHA256 TimeStamping CA',
    'DigiCert Trusted G4 TimeStamping RSA4096 SHA256 2025 CA1',
  ])
})

test('an operator’s certificates change the version of the lists', async () => {
  const { root } = await createAuthority('A studio')
  expect(digestOf(root)).not.toBe(digestOf())
  expect(describeLists().map(({ name }) => name)).toEqual(['official', 'interim'])
  expect(describeLists(root).at(-1)).toEqual({
    name: 'operator',
    date: null,
    certificatesCount: 1,
    source: null,
    licence: null,
  })
  expect(anchorsOf(`Some words\n${root}`).at(-1)?.trust_anchors.trim()).toBe(certificatesIn(root)[0])
  expect(() => parseCertificates('no certificate')).toThrow('no certificates')
})
