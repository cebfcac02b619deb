import { readFileSync, writeFileSync } from 'node:fs'
import { type CredentialsFacts, OUTPUT_NAME } from '../tasks.ts'
import { findManifestStore } from './find-manifest-store.ts'
import { readCredentials, readManifestStore, UnreadableCredentialsError } from './c2pa.ts'
import { readReport } from './read-report.ts'
import { anchorsOf } from './trust-lists.ts'

const REPORT_MAX_BYTES = 1024 ** 2
const nothing = { manifests: [], manifestsCount: 0 }

/**
 * Checks the credentials of a file. For media children: leaves the reader's report in a file, which is empty
 * if there is none, or one too large.
 *
 * @param operatorAnchors The name of a file in the working folder.
 */
export async function checkCredentials(filePath: string, operatorAnchors?: string): Promise<CredentialsFacts> {
  return factsOf(() => readCredentials(filePath, anchorsOf(operatorAnchors && readFileSync(operatorAnchors, 'utf8'))))
}

/** Only looks up who vouches for the signers. What it says of the file's bytes is void. */
export async function checkManifestStore(filePath: string, operatorAnchors?: string): Promise<CredentialsFacts> {
  const store = await findManifestStore(filePath)
  return factsOf(
    async () => store && readManifestStore(store, anchorsOf(operatorAnchors && readFileSync(operatorAnchors, 'utf8'))),
  )
}

async function factsOf(read: () => Promise<string | undefined>): Promise<CredentialsFacts> {
  writeFileSync(OUTPUT_NAME, '')
  try {
    const report = await read()
    if (report === undefined) return { outcome: 'none', ...nothing }
    if (Buffer.byteLength(report) <= REPORT_MAX_BYTES) writeFileSync(OUTPUT_NAME, report)
    return { outcome: 'read', ...readReport(report) }
  } catch (error) {
    if (!(error instanceof UnreadableCredentialsError)) throw error
    return { outcome: error.areElsewhere ? 'elsewhere' : 'unreadable', ...nothing }
  }
}
