/** For tests: clips with content credentials (C2PA), signed by an authority that each test creates. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { initSync, WasmBuilder } from '@contentauth/c2pa-wasm'
import { certificatesIn } from '../../media/credentials/trust-lists.ts'
import { coseSign1, type Credentials, sizeOfCoseSign1 } from '../../signing/cose-sign1.ts'
import { makeCertificate } from '../../signing/own-certificate.ts'
import { GENERATED } from './generated-credentials.ts'

/** A signer: its key, its certificate, and its issuer's certificate. */
export interface Authority extends Credentials {
  /** The certificates in PEM, the signer's first. */
  certificates: string[]
  /** The issuer's certificate in PEM, for a trust list. */
  root: string
}

/**
 * Creates an authority for a test. Anyone can create one for any name.
 *
 * @param organisation Name in the signer's certificate.
 */
export async function createAuthority(organisation: string): Promise<Authority> {
  const made = await makeCertificate(organisation)
  const certificates = certificatesIn(made.chain).map((pem) => `${pem}\n`)
  const chain = certificates.map((pem) => new X509Certificate(pem).raw)
  return { certificates, root: certificates[1]!, chain, key: createPrivateKey(made.key) }
}

/** Writes certificate and key as an operator has them. */
export async function writeAuthority({ certificates, key }: Authority, folder: string) {
  const paths = { certificatePath: join(folder, 'certificate.pem'), keyPath: join(folder, 'key.pem') }
  await writeFile(paths.certificatePath, certificates.join(''))
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
