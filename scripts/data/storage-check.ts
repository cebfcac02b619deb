// `npm run storage:check`: tests the abilities of the server of STORAGE_URL and prints the results. Exits with 1 if an
// ability that Reverie needs is missing.
import '../launch/stop-with-parent.mjs'
import { StartupError } from '../../server/errors/startup-error.ts'
import { readConfig } from '../../server/setup/config.ts'
import { checkBucket } from '../../server/storage/bucket/check-bucket.ts'
import { openBucket } from '../../server/storage/bucket/open-bucket.ts'
import { readArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

await runCommand(async (stack) => {
  readArguments('npm run storage:check', {})
  const { bucket: settings } = readConfig()
  if (!settings) throw new StartupError('STORAGE_URL is not set: files are kept under DATA_DIR.')
  const bucket = await openBucket(settings.address, settings.keys)
  stack.defer(() => bucket.close())
  let isEnough = true
  for await (const finding of checkBucket(bucket)) {
    console.log(finding.line)
    isEnough &&= finding.isEnough
  }
  console.log(isEnough ? 'Reverie can keep its files there.' : 'Reverie cannot keep its files there.')
  return isEnough
})
