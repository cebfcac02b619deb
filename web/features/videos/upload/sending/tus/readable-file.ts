export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}

/**
 * Checks that a chosen file can still be read. It may change or disappear during the upload, which browsers report like
 * a lost connection.
 * @throws {UnreadableFileError} With a sentence for the user.
 */
export async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (cause) {
    const message = 'The file has been changed, moved or deleted since it was chosen. Please choose it again.'
    throw new UnreadableFileError(message, { cause })
  }
}
