/**
 * Returns a text of unknown direction between invisible marks, so that it does not reorder the words around it.
 * Components use `<bdi>` where they can.
 */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}
