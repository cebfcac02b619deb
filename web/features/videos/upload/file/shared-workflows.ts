/** The files whose workflow is shared, as their creator has ticked. Of every other it is removed. */
const shared = new WeakSet<File>()

export function shareWorkflow(file: File, isShared: boolean): void {
  if (isShared) shared.add(file)
  else shared.delete(file)
}

export function isWorkflowShared(file: File): boolean {
  return shared.has(file)
}
