/**
 * The files with a workflow that the creator has chosen to share. The server removes the workflow from all other files.
 */
const shared = new WeakSet<File>()

export function shareWorkflow(file: File, isShared: boolean): void {
  if (isShared) shared.add(file)
  else shared.delete(file)
}

export function isWorkflowShared(file: File): boolean {
  return shared.has(file)
}
