export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}

/**
 * A chosen file may be moved, changed or deleted before all of it is read. Browsers tell that like a lost connection.
 *
 * @throws {UnreadableFileError} In words for people.
 */
export async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (cause) {
    const words = 'The file has been changed, moved or deleted since it was chosen. Please choose it again.'
    throw new UnreadableFileError(words, { cause })
  }
}
