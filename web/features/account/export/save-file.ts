/** Starts a browser download. The current page stays open, whatever the server answers. */
export function saveFile({ url, fileName }: { url: string; fileName: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
