import { type Tags, textTags } from './tags.ts'
import { withoutSecrets } from './without-secrets.ts'
import { findWorkflows } from './workflow.ts'

const WORKFLOW_MAX_BYTES = 256 * 1024

/**
 * Returns the workflow in a file's tags without secrets and without the folders of the creator's computer. The server
 * shares the result, and the upload page shows it beforehand.
 *
 * @returns JSON of at most 256 kB. Empty if no workflow can be shared.
 */
export function sharedWorkflow(tags: Tags): string {
  const shared = withoutSecrets(findWorkflows(Object.fromEntries(textTags(tags))))
  const workflow = shared ? JSON.stringify(shared) : ''
  return new TextEncoder().encode(workflow).length <= WORKFLOW_MAX_BYTES ? workflow : ''
}
