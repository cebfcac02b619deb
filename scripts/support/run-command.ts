import { AppError } from '../../server/errors/app-error.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { asStartupError } from '../../server/features/site/backup/failure.ts'
import { hasErrorCode } from '../../server/db/error-codes.ts'

/**
 * Runs an operator's command, and closes everything that it opened. An error that the operator can fix is printed as a
 * sentence, with exit code 1.
 *
 * @param act Returns `false` for exit code 1 without an error.
 * @param name The subject of a sentence about a failing disk or database, such as 'The backup'.
 */
export async function runCommand(
  act: (stack: AsyncDisposableStack) => Promise<boolean | void>,
  name = 'The command',
): Promise<void> {
  try {
    await using stack = new AsyncDisposableStack()
    if ((await act(stack)) === false) process.exitCode = 1
  } catch (caught) {
    const error = explain(caught, name)
    if (!(error instanceof StartupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

function explain(error: unknown, name: string): unknown {
  if (error instanceof AppError) return new StartupError(error.message)
  if (!hasErrorCode(error, 'undefinedTable', 'undefinedColumn')) return asStartupError(error, name)
  return new StartupError('This database is not up to date. Please run: npm run db:migrate')
}
