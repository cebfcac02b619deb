import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import { parseCertificates } from '../media/credentials/trust-lists.ts'
import { coseSign1, type Credentials, sizeOfCoseSign1 } from './cose-sign1.ts'
import { keptOwnCertificate } from './own-certificate.ts'

/** The certificate with which the site signs: the operator's, or its own. */
export type SigningSettings = { certificatePath: string; keyPath: string } | 'own'

export interface Signer {
  /** Size of each signature in bytes. */
  signatureBytes: number
  /** End of the certificate's validity. Its signatures have no timestamp, so they expire with it. */
  endsAt: Date
  /** @returns The signature of a claim, in the form that a C2PA manifest contains. */
  sign(claim: Uint8Array): Buffer
}

/** Purposes of a certificate, of which C2PA requires one: e-mail, documents, C2PA itself. */
const PURPOSES = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1']

/**
 * Reads certificate and key, and checks that they belong together and are fit for C2PA.
 *
 * @param publicUrl Its host is the name in the site's own certificate.
 * @throws {StartupError}
 */
export async function openSigner(
  signing: SigningSettings,
  { dataDir, publicUrl }: { dataDir: string; publicUrl: string },
): Promise<Signer> {
  const isOwn = signing === 'own'
  const paths = isOwn ? await keptOwnCertificate(join(dataDir, 'signing'), new URL(publicUrl).hostname) : signing
  // Messages name the files of our own certificate, or else the operator's settings.
  const [ofCertificate, ofKey] = isOwn ? [paths.certificatePath, paths.keyPath] : ['C2PA_CERTIFICATE', 'C2PA_KEY']
  const certificates = await readCertificates(paths.certificatePath, ofCertificate)
  const key = await readKey(paths.keyPath, ofKey)
  requireUsable(certificates, paths.certificatePath, ofCertificate)
  if (!certificates[0]?.checkPrivateKey(key)) {
    throw wrongFile(ofKey, paths.keyPath, `the key of the first certificate of ${ofCertificate}`)
  }
  const credentials: Credentials = { chain: certificates.map(({ raw }) => raw), key }
  return {
    signatureBytes: sizeOfCoseSign1(credentials),
    endsAt: certificates[0].validToDate,
    sign: (claim) => coseSign1(claim, credentials),
  }
}

async function readCertificates(path: string, name: string): Promise<X509Certificate[]> {
  try {
    return parseCertificates(await readFile(path, 'utf8'))
  } catch {
    throw wrongFile(name, path, 'a readable file of certificates in PEM')
  }
}

async function readKey(path: string, name: string): Promise<KeyObject> {
  const key = await readFile(path)
    .then((pem) => createPrivateKey(pem))
    .catch(() => undefined)
  if (!key) throw wrongFile(name, path, 'a readable private key in PEM without a password')
  if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  throw wrongFile(name, path, 'a key of the curve P-256')
}

function requireUsable(certificates: X509Certificate[], path: string, name: string): void {
  const [leaf] = certificates
  if (!leaf || leaf.ca || leaf.checkIssued(leaf)) {
    throw wrongFile(name, path, 'a file that begins with the certificate of a signer, which an authority has signed')
  }
  const isChain = certificates.every((certificate, index) => {
    const issuer = certificates[index + 1]
    return !issuer || (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey))
  })
  if (!isChain) {
    throw wrongFile(name, path, 'a file in which the certificate of its issuer follows each certificate')
  }
  if (!leaf.keyUsage?.some((purpose) => PURPOSES.includes(purpose))) {
    throw wrongFile(
      name,
      path,
      'a certificate for e-mail, documents or C2PA, because clients reject other certificates',
    )
  }
  const now = new Date()
  if (leaf.validFromDate > now || leaf.validToDate < now) {
    const days = `from ${dayOf(leaf.validFromDate)} to ${dayOf(leaf.validToDate)}`
    throw wrongFile(name, path, `a certificate that is valid today, and not only ${days}`)
  }
}

/** @param name The setting that names the file, or its path if Reverie created it. */
function wrongFile(name: string, path: string, expected: string): StartupError {
  return new StartupError(`${name} must be ${expected}${name === path ? '' : ` (got '${path}')`}.`)
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
