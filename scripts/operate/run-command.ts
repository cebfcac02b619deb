import { StartupError } from '../../server/errors/startup-error.ts'

/**
 * Runs an operator's command, and closes everything that it opened. A `StartupError`, which the operator can fix, is
 * printed as a sentence, with exit code 1.
 *
 * @param act Returns `false` for exit code 1 without an error.
 * @param explain Turns an error into a `StartupError` if it can.
 */
export async function runCommand(
  act: (stack: AsyncDisposableStack) => Promise<boolean | void>,
  explain: (error: unknown) => unknown = (error) => error,
): Promise<void> {
  try {
    await using stack = new AsyncDisposableStack()
    if ((await act(stack)) === false) process.exitCode = 1
  } catch (caught) {
    const error = explain(caught)
    if (!(error instanceof StartupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
