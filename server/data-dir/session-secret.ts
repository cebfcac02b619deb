import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../errors/system-error.ts'

/** Minimum length of a secret, as sessions require it. */
const SECRET_MIN_LENGTH = 32

/**
 * Returns the secret of an installation without a configured one. It is created once, for its owner only, completely or
 * not at all. An incomplete one, which an earlier version left on a full disk, is replaced.
 */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret')
  const stored = (await readFile(file, 'utf8').catch(ignoreMissing))?.trim()
  if (stored && stored.length >= SECRET_MIN_LENGTH) return stored
  const secret = randomBytes(32).toString('base64url')
  await writeFile(`${file}.new`, secret, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return secret
}
