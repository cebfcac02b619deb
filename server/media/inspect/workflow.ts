import { writeFileSync } from 'node:fs'
import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { findWorkflows } from '../../../contract/media/statements/workflow.ts'
import { OUTPUT_NAME, type WorkflowFacts } from '../tasks.ts'
import { withoutSecrets } from './without-secrets.ts'
import { textTags } from './tags.ts'

export const WORKFLOW_MAX_BYTES = 256 * 1024

/**
 * Makes of the workflow in a file's tags what others may have. For media children: leaves it in a file as JSON, which is
 * empty if there is none, or none that can be shared.
 */
export async function readWorkflow(filePath: string): Promise<WorkflowFacts> {
  const workflow = await workflowIn(filePath)
  const sizeBytes = Buffer.byteLength(workflow)
  const isShared = sizeBytes <= WORKFLOW_MAX_BYTES
  writeFileSync(OUTPUT_NAME, isShared ? workflow : '')
  return { sizeBytes: isShared ? sizeBytes : 0 }
}

async function workflowIn(filePath: string): Promise<string> {
  using input = new Input({
    source: new FilePathSource(filePath, { handleUnhandledError: () => {} }),
    formats: [MP4, QTFF, MATROSKA, WEBM],
  })
  const workflows = findWorkflows(Object.fromEntries(await textTags(input)))
  const shared = withoutSecrets(workflows)
  return shared ? JSON.stringify(shared) : ''
}
