/** Has the browser fetch a file and keep it. The page stays, whatever is answered. */
export function saveFile({ url, fileName }: { url: string; fileName: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
