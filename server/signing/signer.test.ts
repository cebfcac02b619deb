import { generateKeyPairSync, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { certificatesIn } from '../media/credentials/trust-lists.ts'
import { SIGNATURE_BLANK } from '../media/tasks.ts'
import { createAuthority, writeAuthority } from '../test/media/signed-clips.ts'
import { completeManifest } from './complete-manifest.ts'
import { openSigner } from './signer.ts'
import { testFolder } from '../test/test-folder.ts'

const site = await createAuthority('demo.example')
const [leaf = '', root = ''] = site.certificates
const pemOf = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }))

let folder: string
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => void vi.useRealTimers())

const own = () => openSigner('own', { dataDir: folder, publicUrl: 'https://demo.example:8443' })

async function openWith({ certificate = leaf + root, key = pemOf(site.key) }) {
  const [certificatePath, keyPath] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  await writeFile(certificatePath, certificate)
  await writeFile(keyPath, key)
  return openSigner({ certificatePath, keyPath }, { dataDir: folder, publicUrl: 'https://demo.example' })
}

test('only the owner can read the key of a site’s own certificate', async () => {
  const { endsAt } = await own()
  const paths = ['certificate.pem', 'key.pem'].map((name) => join(folder, 'signing', name))
  const before = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  for (const path of paths) expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'signing'))).mode & 0o777).toBe(0o700)
  const [signer, authority] = certificatesIn(before[0]!).map((pem) => new X509Certificate(pem))
  expect(signer!.subject).toBe('O=demo.example\nCN=Reverie')
  expect([signer!.ca, authority!.ca, signer!.verify(authority!.publicKey)]).toEqual([false, true, true])
  expect(endsAt.getTime() - Date.now()).toBeGreaterThan(10 * 366 * 24 * 60 * 60 * 1000)
  await own()
  expect(await Promise.all(paths.map((path) => readFile(path, 'utf8')))).toEqual(before)
})

test('files that a crash left incomplete are made again', async () => {
  await mkdir(join(folder, 'signing.new'))
  await writeFile(join(folder, 'signing.new', 'certificate.pem'), 'half')
  await own()
  expect(await readdir(folder)).toEqual(['signing'])
})

const [stranger, otherCurve] = [
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
]
test.each([
  {
    problem: 'no certificate',
    files: { certificate: 'nothing' },
    message: /^C2PA_CERTIFICATE must be a readable file/,
  },
  {
    problem: 'a broken one',
    files: { certificate: leaf.replace(/\nMII/, '\nAAA') },
    message: /^C2PA_CERTIFICATE must be a read/,
  },
  {
    problem: 'no key',
    files: { key: leaf },
    message: /^C2PA_KEY must be a readable private key in PEM without a password/,
  },
  {
    problem: 'a key of another curve',
    files: { key: pemOf(otherCurve) },
    message: /^C2PA_KEY must be a key of the curve P-256 \(got '\S+key\.pem'\)\.$/,
  },
  {
    problem: 'another key',
    files: { key: pemOf(stranger) },
    message: /^C2PA_KEY must be the key of the first certificate/,
  },
  {
    problem: 'the authority first',
    files: { certificate: root + leaf },
    message: /^C2PA_CERTIFICATE must be a file that begins with the cert/,
  },
  {
    problem: 'another authority',
    files: { certificate: leaf + (await createAuthority('else')).root },
    message: /^C2PA_CERTIFICATE must be a file in which the certificate of its issuer follows/,
  },
])('$problem is refused with a message that names the setting', async ({ files, message }) => {
  await expect(openWith(files)).rejects.toThrow(message)
})

test('missing files and expired certificates are refused', async () => {
  await openWith({})
  const missing = { certificatePath: join(folder, 'none.pem'), keyPath: join(folder, 'key.pem') }
  await expect(openSigner(missing, { dataDir: folder, publicUrl: 'https://x.example' })).rejects.toThrow(
    /^C2PA_CERTIFICATE must be a readable file of certificates in PEM \(got '\S+none\.pem'\)\.$/,
  )
  vi.useFakeTimers({ now: new Date('2096-01-01'), toFake: ['Date'] })
  await expect(openWith({})).rejects.toThrow(
    /^C2PA_CERTIFICATE must be a certificate that is valid today, and not only from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d \(got/,
  )
})

test('a claim is signed only if its draft leaves room for a signature', async () => {
  const signer = await openSigner(await writeAuthority(site, folder), {
    dataDir: folder,
    publicUrl: 'https://x.example',
  })
  const blank = Buffer.alloc(signer.signatureBytes, SIGNATURE_BLANK)
  const claim = Buffer.from('the claim')
  const manifest = Buffer.concat([blank, claim, blank, Buffer.from('end')])
  const complete = completeManifest({ manifest, claim }, signer)
  expect(complete.length).toBe(manifest.length)
  expect(complete.subarray(0, blank.length + claim.length)).toEqual(Buffer.concat([blank, claim]))
  expect(complete.subarray(-3).toString()).toBe('end')
  const cose = complete.subarray(blank.length + claim.length, -3)
  // RFC 9052: the signed bytes are the header of the signature and the claim.
  const headerLength = cose.readUInt16BE(3)
  const header = cose.subarray(2, 5 + headerLength)
  const signed = [
    Buffer.from([0x84, 0x6a]),
    Buffer.from('Signature1'),
    header,
    Buffer.from([0x40, 0x40 + claim.length]),
    claim,
  ]
  const key = { key: new X509Certificate(leaf).publicKey, dsaEncoding: 'ieee-p1363' as const }
  expect(verify('sha256', Buffer.concat(signed), key, cose.subarray(-64))).toBe(true)
  for (const draft of [
    { manifest, claim: Buffer.from('another') },
    { manifest: manifest.subarray(0, -4), claim },
  ]) {
    expect(() => completeManifest(draft, signer)).toThrow('cannot be signed')
  }
})
