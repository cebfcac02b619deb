import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import { parseCertificates } from '../media/credentials/trust-lists.ts'
import type { SigningSettings } from '../signing/signer.ts'
import { type Environment, readSetting as read } from './settings.ts'

/** Settings of content credentials: who vouches for signatures of others, and the certificate for our own. */

export function readAnchors(env: Environment): string | undefined {
  const path = read(env, 'C2PA_TRUST_LIST')
  if (!path) return undefined
  try {
    const pem = readFileSync(path, 'utf8')
    parseCertificates(pem)
    return pem
  } catch {
    throw new StartupError(`C2PA_TRUST_LIST must be a readable file of certificates in PEM (got '${path}').`)
  }
}

/** Reads only the settings. Processes that sign read the files (`openSigner`). */
export function readSigning(env: Environment, { isOneOfMany }: { isOneOfMany: boolean }): SigningSettings | undefined {
  const [certificate, key] = [read(env, 'C2PA_CERTIFICATE'), read(env, 'C2PA_KEY')]
  const isOwn = read(env, 'C2PA_SIGNING') === 'own'
  if (!certificate !== !key) {
    throw new StartupError('C2PA_CERTIFICATE and C2PA_KEY belong together. Please set both or neither.')
  }
  if (isOwn && certificate) {
    throw new StartupError(
      'C2PA_SIGNING=own creates a certificate, so it can’t be combined with C2PA_CERTIFICATE. Please remove one of them.',
    )
  }
  if (isOwn && isOneOfMany) {
    throw new StartupError(
      'C2PA_SIGNING=own works with one process only. For several, give all the same certificate with C2PA_CERTIFICATE and C2PA_KEY.',
    )
  }
  if (certificate && key) return { certificatePath: resolve(certificate), keyPath: resolve(key) }
  return isOwn ? 'own' : undefined
}
