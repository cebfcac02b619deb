import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../contract/time.ts'

/** Validity of the certificate in years. Signatures without a trusted timestamp expire with it. */
const GOOD_FOR_YEARS = 25
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
/** "E-mail protection": one of the purposes that C2PA requires of signers. */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4'

/**
 * Returns the paths of the certificate and the key of an installation that signs with its own certificate. They are
 * made once. The issuing authority's key is discarded, so that it never issues another certificate.
 *
 * @param organisation The signer's name as others see it.
 */
export async function keptOwnCertificate(folder: string, organisation: string) {
  const paths = { certificatePath: join(folder, 'certificate.pem'), keyPath: join(folder, 'key.pem') }
  if (existsSync(folder)) return paths
  const { chain, key } = await makeCertificate(organisation)
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(join(unfinished, 'certificate.pem'), chain, { mode: 0o600, flush: true })
  await writeFile(join(unfinished, 'key.pem'), key, { mode: 0o600, flush: true })
  // The folder contains both files or does not exist.
  await rename(unfinished, folder)
  return paths
}

/**
 * Creates a certificate and its issuing authority. The authority's key is discarded.
 *
 * @returns The certificates and the key, PEM-encoded. The signer's own certificate comes first.
 */
export async function makeCertificate(organisation: string): Promise<{ chain: string; key: string }> {
  // `@peculiar/x509` needs this polyfill.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const [root, leaf] = await Promise.all([newKeys(), newKeys()])
  // The library would interpret some characters of plain strings.
  const nameOf = (common: string) =>
    new x509.Name([{ O: [{ utf8String: organisation }] }, { CN: [{ utf8String: common }] }])
  // The certificate is backdated, because clocks elsewhere may be behind.
  const notBefore = new Date(Date.now() - DAY_MS)
  const notAfter = new Date(notBefore)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + GOOD_FOR_YEARS)
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: nameOf('Reverie: its own authority'),
    notBefore,
    notAfter,
    keys: root,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(root.publicKey),
    ],
  })
  const certificate = await x509.X509CertificateGenerator.create({
    issuer: authority.subjectName,
    subject: nameOf('Reverie'),
    notBefore,
    notAfter,
    publicKey: leaf.publicKey,
    signingKey: root.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([EMAIL_PROTECTION]),
      await x509.SubjectKeyIdentifierExtension.create(leaf.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(root.publicKey),
    ],
  })
  const key = await crypto.subtle.exportKey('pkcs8', leaf.privateKey)
  return {
    chain: `${certificate.toString('pem')}\n${authority.toString('pem')}\n`,
    key: `${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n`,
  }
}

function newKeys() {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}
