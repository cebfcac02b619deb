import { writeFileSync } from 'node:fs'
import { CREDENTIALS_MAX_BYTES } from '../../../contract/media/metadata/private-data.ts'
import { privateDataOf } from '../inspect/private-data.ts'
import type { CredentialsFacts } from '../results.ts'
import { OUTPUT_NAME } from '../tasks.ts'
import { findManifestStore } from './find-manifest-store.ts'
import { readCredentials, readManifestStore, UnreadableCredentialsError } from './c2pa.ts'
import { readReport } from './read-report.ts'
import { anchorsOfChild } from './trust-lists.ts'

const REPORT_MAX_BYTES = 1024 ** 2
const nothing = { manifests: [], manifestsCount: 0 }

/**
 * Checks the credentials of a file. For media children: writes the reader's report to a file, which is empty if there
 * is no report or it is too large.
 */
export async function checkCredentials(filePath: string): Promise<CredentialsFacts> {
  return factsOf(filePath, () => readCredentials(filePath, anchorsOfChild()))
}

/** Checks only which trust lists contain the signers. The results about the file's bytes are meaningless. */
export async function checkManifestStore(filePath: string): Promise<CredentialsFacts> {
  return factsOf(filePath, async () => {
    const store = await findManifestStore(filePath)
    return store && readManifestStore(store, anchorsOfChild())
  })
}

async function factsOf(filePath: string, read: () => Promise<string | undefined>): Promise<CredentialsFacts> {
  writeFileSync(OUTPUT_NAME, '')
  const { credentialsBytes } = await privateDataOf(filePath)
  if (credentialsBytes > CREDENTIALS_MAX_BYTES) return { outcome: 'tooLarge', ...nothing }
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
