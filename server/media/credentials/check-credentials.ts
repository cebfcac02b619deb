import { readFileSync, writeFileSync } from 'node:fs'
import { TooMuchHiddenDataError } from '../../../contract/media/metadata/byte-reader.ts'
import { findPrivateData } from '../../../contract/media/metadata/containers/find-private-data.ts'
import { CREDENTIALS_MAX_BYTES } from '../../../contract/media/metadata/private-data.ts'
import { inFile } from '../in-file.ts'
import { type CredentialsFacts, OUTPUT_NAME } from '../tasks.ts'
import { unreadable } from '../unreadable-video.ts'
import { findManifestStore } from './find-manifest-store.ts'
import { readCredentials, readManifestStore, UnreadableCredentialsError } from './c2pa.ts'
import { readReport } from './read-report.ts'
import { anchorsOf } from './trust-lists.ts'

const REPORT_MAX_BYTES = 1024 ** 2
const nothing = { manifests: [], manifestsCount: 0 }

/**
 * Checks the credentials of a file. For media children: writes the reader's report to a file, which is empty if there
 * is no report or it is too large.
 *
 * @param operatorAnchors Name of a file in the working folder.
 */
export async function checkCredentials(filePath: string, operatorAnchors?: string): Promise<CredentialsFacts> {
  return factsOf(filePath, () =>
    readCredentials(filePath, anchorsOf(operatorAnchors && readFileSync(operatorAnchors, 'utf8'))),
  )
}

/** Only checks which trust list contains the signers. The results about the file's bytes are meaningless. */
export async function checkManifestStore(filePath: string, operatorAnchors?: string): Promise<CredentialsFacts> {
  return factsOf(filePath, async () => {
    const store = await findManifestStore(filePath)
    return store && readManifestStore(store, anchorsOf(operatorAnchors && readFileSync(operatorAnchors, 'utf8')))
  })
}

async function factsOf(filePath: string, read: () => Promise<string | undefined>): Promise<CredentialsFacts> {
  writeFileSync(OUTPUT_NAME, '')
  if ((await credentialsBytesIn(filePath)) > CREDENTIALS_MAX_BYTES) return { outcome: 'tooLarge', ...nothing }
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

/** Writes the report. @throws {UnreadableVideoError} If the file has more hidden data than can be listed. */
async function credentialsBytesIn(filePath: string): Promise<number> {
  const { credentialsBytes } = await inFile(filePath, findPrivateData).catch((error: unknown) => {
    throw error instanceof TooMuchHiddenDataError ? unreadable('tooMuchHidden') : error
  })
  return credentialsBytes
}
