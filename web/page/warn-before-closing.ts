/** Has the browser ask, in its own words, before the tab is closed or loaded anew. @returns What ends that. */
export function warnBeforeClosing(): () => void {
  const refuse = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', refuse)
  return () => removeEventListener('beforeunload', refuse)
}
