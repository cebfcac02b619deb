/** For tests: clips with content credentials (C2PA), signed by an authority that each test creates. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { initSync, WasmBuilder } from '@contentauth/c2pa-wasm'
import { coseSign1, sizeOfCoseSign1 } from '../../signing/cose-sign1.ts'

export const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

/** A signer: its key, its certificate, and its issuer's certificate. */
export interface Authority {
  /** PEM-encoded, for a trust list. */
  root: string
  chain: Buffer[]
  key: KeyObject
}

/**
 * Creates an authority for a test. Anyone can create one for any name.
 *
 * @param organisation Name in the signer's certificate.
 */
export function createAuthority(organisation: string): Authority {
  const [rootKeys, leafKeys] = [newKeys(), newKeys()]
  const rootName = { organisation: 'Authority of a test', name: `Root ${randomBytes(4).toString('hex')}` }
  const issuer = { name: rootName, key: rootKeys.privateKey, keyId: keyIdOf(rootKeys.publicKey) }
  const root = certificate({ subject: rootName, publicKey: rootKeys.publicKey, issuer, isAuthority: true })
  const subject = { organisation, name: `${organisation} Media` }
  const leaf = certificate({ subject, publicKey: leafKeys.publicKey, issuer, isAuthority: false })
  return { root: toPem(root), chain: [leaf, root], key: leafKeys.privateKey }
}

/** Writes certificate and key as an operator has them. */
export async function writeAuthority({ chain, key }: Authority, folder: string) {
  const paths = { certificatePath: join(folder, 'certificate.pem'), keyPath: join(folder, 'key.pem') }
  await writeFile(paths.certificatePath, chain.map(toPem).join(''))
  await writeFile(paths.keyPath, key.export({ type: 'pkcs8', format: 'pem' }))
  return paths
}

export interface Claims {
  generator?: string
  actions?: { action: string; digitalSourceType?: string; softwareAgent?: string }[]
  /** The ingredient that the clip was made from, in the same format. */
  parent?: Buffer
}

/** Signs a clip. The signed manifest is where C2PA puts it: in a box after `ftyp`. */
export async function signClip(
  clip: Buffer,
  { chain, key }: Authority,
  { generator = 'Sora', actions = [{ action: 'c2pa.created', digitalSourceType: GENERATED }], parent }: Claims = {},
): Promise<Buffer> {
  prepare()
  const definition = {
    claim_generator_info: [{ name: generator, version: '1' }],
    title: 'A clip of a test',
    assertions: [{ label: 'c2pa.actions', data: { actions } }],
  }
  const settings = JSON.stringify({
    verify: { remote_manifest_fetch: false, ocsp_fetch: false, verify_after_sign: false },
    builder: { thumbnail: { enabled: false } },
  })
  using builder = WasmBuilder.fromJson(JSON.stringify(definition), settings)
  if (parent) {
    builder.setIntent('edit')
    const ingredient = JSON.stringify({ title: 'Its parent', relationship: 'parentOf' })
    await builder.addIngredientFromBlob(ingredient, 'video/mp4', blobOf(parent))
  }
  const signer = {
    alg: 'es256',
    reserveSize: sizeOfCoseSign1({ chain }),
    sign: async (claim: Uint8Array) => new Uint8Array(coseSign1(claim, { chain, key })),
  }
  return Buffer.from(await builder.sign(signer, [], 'video/mp4', blobOf(clip)))
}

let isPrepared = false

function prepare(): void {
  if (isPrepared) return
  isPrepared = true
  Object.assign(globalThis, { FileReaderSync: BufferReader })
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) })
}

/** The library's stand-ins for a browser's `Blob` and `FileReaderSync`. */
function blobOf(bytes: Buffer): Blob {
  const slice = (from = 0, to = bytes.length) => blobOf(bytes.subarray(from, to))
  return { bytes, size: bytes.length, type: 'video/mp4', slice } as unknown as Blob
}

class BufferReader {
  readAsArrayBuffer({ bytes }: { bytes: Buffer }): ArrayBuffer {
    return new Uint8Array(bytes).buffer
  }
}

interface Name {
  organisation: string
  name: string
}

interface CertificateRequest {
  subject: Name
  publicKey: KeyObject
  issuer: { name: Name; key: KeyObject; keyId: Buffer }
  isAuthority: boolean
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/**
 * Builds an X.509 certificate with the properties that C2PA requires of signers: their name, and the purpose "e-mail".
 */
function certificate({ subject, publicKey, issuer, isAuthority }: CertificateRequest): Buffer {
  const keyUsage = isAuthority ? Buffer.from([3, 2, 1, 0x06]) : Buffer.from([3, 2, 7, 0x80])
  const extensions = [
    extension('2.5.29.19', true, isAuthority ? sequence(Buffer.from([1, 1, 0xff])) : sequence()),
    extension('2.5.29.15', true, keyUsage),
    ...(isAuthority ? [] : [extension('2.5.29.37', true, sequence(objectId('1.3.6.1.5.5.7.3.4')))]),
    extension('2.5.29.14', false, der(4, keyIdOf(publicKey))),
    extension('2.5.29.35', false, sequence(der(0x80, issuer.keyId))),
  ]
  const algorithm = sequence(objectId('1.2.840.10045.4.3.2'))
  const body = sequence(
    der(0xa0, der(2, Buffer.from([2]))),
    der(2, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    nameOf(issuer.name),
    sequence(der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('450101000000Z'))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, issuer.key)
  return sequence(body, algorithm, der(3, Buffer.concat([Buffer.from([0]), signature])))
}

function keyIdOf(publicKey: KeyObject): Buffer {
  return createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()
}

function nameOf({ organisation, name }: Name): Buffer {
  const part = (id: string, value: string) => der(0x31, sequence(objectId(id), der(0x0c, Buffer.from(value))))
  return sequence(part('2.5.4.10', organisation), part('2.5.4.3', name))
}

function extension(id: string, isCritical: boolean, value: Buffer): Buffer {
  return sequence(objectId(id), ...(isCritical ? [Buffer.from([1, 1, 0xff])] : []), der(4, value))
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts))

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const part of rest) {
    const digits = [part & 127]
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 127) | 128)
    bytes.push(...digits)
  }
  return der(6, Buffer.from(bytes))
}

export function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
