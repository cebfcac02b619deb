// `npm run demo:remove`: removes the sample clips and creators for good. Works while the site is running.
import '../launch/stop-with-parent.mjs'
import { readConfig } from '../../server/setup/config.ts'
import { counted } from '../../server/format/in-words.ts'
import { removeDemo } from '../../server/features/site/demo/remove-demo.ts'
import { openStorage } from '../../server/setup/open-storage.ts'
import { openSignals, openSite } from '../support/open-site.ts'
import { readArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

await runCommand(async (stack) => {
  readArguments('npm run demo:remove', {})
  const config = readConfig()
  const site = await openSite(config, stack)
  const storage = await openStorage(config, stack, { isShared: true })
  const { creators, clips } = await removeDemo({ db: site.db, storage, signals: await openSignals(site) })
  console.log(
    creators === 0
      ? 'There are no samples here, and none will be loaded.'
      : `Removed ${counted(clips, 'sample clip')} and ${counted(creators, 'sample creator')}. They will not come back.`,
  )
})
