import { writeFileSync } from 'node:fs'
import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { sharedWorkflow } from '../../../contract/media/detected-metadata/shared-workflow.ts'
import type { MediaResults } from '../results.ts'
import { OUTPUT_NAME } from '../tasks.ts'
import { textsIn } from './tags.ts'

/**
 * Makes the shareable form of the workflow in a file's tags. For media children: writes it to a file as JSON, which is
 * empty if there is no shareable workflow.
 */
export async function readWorkflow(filePath: string): Promise<MediaResults['workflow']> {
  using input = new Input({
    source: new FilePathSource(filePath, { handleUnhandledError: () => {} }),
    formats: [MP4, QTFF, MATROSKA, WEBM],
  })
  const workflow = sharedWorkflow(Object.fromEntries(await textsIn(input)))
  writeFileSync(OUTPUT_NAME, workflow)
  return { sizeBytes: Buffer.byteLength(workflow) }
}
