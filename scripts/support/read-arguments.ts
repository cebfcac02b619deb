import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/**
 * Reads the arguments of a script. For `--help` it prints the usage and ends the process. Invalid arguments end the
 * process with exit code 1, the reason and the usage.
 *
 * @param usage All forms of the command, without 'Usage: '.
 * @param options The options, as `parseArgs` describes them.
 * @param maxWords How many other arguments the command takes.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  maxWords = 0,
) {
  if (process.argv.slice(2).includes('--help')) {
    console.log(`Usage: ${usage}`)
    process.exit()
  }
  try {
    const { values, positionals: words } = parseArgs({ options, allowPositionals: maxWords > 0 })
    if (words.length <= maxWords) return { values, words }
  } catch (error) {
    // A second sentence explains how to escape arguments.
    refuseArguments(usage, (error as Error).message.split(/\.\s|\n/, 1)[0])
  }
  return refuseArguments(usage)
}

/** Prints the usage and ends the process. @param reason The mistake, if the usage does not show it. */
export function refuseArguments(usage: string, reason?: string): never {
  console.error(reason ? `${reason}. Usage: ${usage}` : `Usage: ${usage}`)
  process.exit(1)
}
