import { type KeyObject, sign } from 'node:crypto'

/**
 * The certificates and the key that sign. The signer's own certificate comes first, and each certificate is followed by
 * its issuer's. The key belongs to the first certificate.
 */
export interface Credentials {
  /** DER-encoded. */
  chain: Buffer[]
  /** On the curve P-256. */
  key: KeyObject
}

/** Bytes reserved for a signature without its certificates, padding included. */
const ROOM_BYTES = 1024
/** Minimum size of the padding. Shorter padding would need fewer bytes for its own length. */
const LEAST_PADDING_BYTES = 256

/** Returns the size of a signature with these certificates. It must be known before the signature is made. */
export function sizeOfCoseSign1({ chain }: Pick<Credentials, 'chain'>): number {
  return ROOM_BYTES + chain.reduce((sum, certificate) => sum + certificate.length, 0)
}

/** Signs a claim as C2PA requires: COSE_Sign1 (RFC 9052) with ES256 and the chain, padded to `sizeOfCoseSign1`. */
export function coseSign1(claim: Uint8Array, { chain, key }: Credentials): Buffer {
  const protectedHeader = map([
    [integer(ALGORITHM), integer(ES256)],
    [integer(CERTIFICATES), array(chain.map(bytes))],
  ])
  const toSign = array([text('Signature1'), bytes(protectedHeader), bytes(Buffer.alloc(0)), bytes(Buffer.from(claim))])
  const signature = sign('sha256', toSign, { key, dsaEncoding: 'ieee-p1363' })
  const whole = (paddingBytes: number) => {
    const padding = map([[text('pad'), bytes(Buffer.alloc(paddingBytes))]])
    return Buffer.concat([
      Buffer.from([TAGGED]),
      array([bytes(protectedHeader), padding, Buffer.from([NULL]), bytes(signature)]),
    ])
  }
  return whole(LEAST_PADDING_BYTES + sizeOfCoseSign1({ chain }) - whole(LEAST_PADDING_BYTES).length)
}

const [ALGORITHM, ES256, CERTIFICATES] = [1, -7, 33]
/** CBOR: tag 18, and null in place of the payload, because the claim is stored elsewhere. */
const [TAGGED, NULL] = [0xd2, 0xf6]

const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (content: Buffer) => Buffer.concat([head(2, content.length), content])
const text = (content: string) => Buffer.concat([head(3, Buffer.byteLength(content)), Buffer.from(content)])
const array = (items: Buffer[]) => Buffer.concat([head(4, items.length), ...items])
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])

/** @param value Below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
