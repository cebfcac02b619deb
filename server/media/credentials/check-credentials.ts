import { writeFileSync } from 'node:fs'
import { CREDENTIALS_MAX_BYTES } from '../../../contract/media/private-data/private-data.ts'
import { privateDataOf } from '../inspect/private-data.ts'
import type { CredentialsFacts } from '../results.ts'
import { OUTPUT_NAME } from '../tasks.ts'
import { readCredentials, readManifestStore, UnreadableCredentialsError } from './c2pa.ts'
import { readReport } from './read-report.ts'
import { anchorsOfChild } from './trust-lists.ts'
import { boxesIn, C2PA_UUID } from '../../../contract/media/private-data/containers/boxes.ts'
import { ByteReader } from '../../../contract/media/private-data/byte-reader.ts'
import { inFile } from '../in-file.ts'

const REPORT_MAX_BYTES = 1024 ** 2
const nothing = { manifests: [], manifestsCount: 0 }

/**
 * Checks the credentials of a file. For media children. Writes the reader's report to a file, which is empty if the
 * report is missing or too large.
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
  return factsOfReport(async () => {
    const report = await read()
    if (report && Buffer.byteLength(report) <= REPORT_MAX_BYTES) writeFileSync(OUTPUT_NAME, report)
    return report
  })
}

/** @param read Returns the reader's report, or `undefined` for a file without credentials. */
export async function factsOfReport(read: () => Promise<string | undefined>): Promise<CredentialsFacts> {
  try {
    const report = await read()
    return report === undefined ? { outcome: 'none', ...nothing } : { outcome: 'read', ...readReport(report) }
  } catch (error) {
    if (!(error instanceof UnreadableCredentialsError)) throw error
    return { outcome: error.areElsewhere ? 'elsewhere' : 'unreadable', ...nothing }
  }
}

const PURPOSE = 'manifest\0'
/** The box's id, version and flags, the word `manifest`, and the position of other parts. */
const BEFORE_STORE_BYTES = 16 + 4 + PURPOSE.length + 8

/** Finds the manifest store of an MP4 or MOV, which is in an outermost box of its own. */
export function findManifestStore(filePath: string): Promise<Uint8Array | undefined> {
  return inFile(filePath, async (source) => {
    const reader = new ByteReader(source)
    for await (const { type, body, end } of boxesIn(reader, 0, reader.sizeBytes)) {
      if (type !== 'uuid' || end - body > CREDENTIALS_MAX_BYTES) continue
      const head = Buffer.from(await reader.bytes(body, BEFORE_STORE_BYTES))
      if (head.subarray(0, 16).toString('hex') !== C2PA_UUID || !head.includes(PURPOSE)) continue
      return reader.bytes(body + BEFORE_STORE_BYTES, end - body - BEFORE_STORE_BYTES)
    }
    return undefined
  })
}
