// Runs the server without building anything, for `npm run dev`, the tests and older systemd units. A release contains a
// bundle.
import '../launch/stop-with-parent.mjs'
import { join } from 'node:path'
import { release } from '../../server/setup/version.ts'
import { enableMediaBundleIfBuilt } from './build-server.ts'

if (release) await import(join(import.meta.dirname, 'start.mjs'))
else {
  const { main } = await import('../../server/main.ts')
  // `npm run dev` passes this, so that changes of the children's code apply at once.
  if (!process.argv.includes('--sources')) enableMediaBundleIfBuilt()
  await main()
}
