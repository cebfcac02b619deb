/** Makes the browser ask for confirmation before the tab is closed or reloaded. @returns A function that stops it. */
export function warnBeforeClosing(): () => void {
  const refuse = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', refuse)
  return () => removeEventListener('beforeunload', refuse)
}
