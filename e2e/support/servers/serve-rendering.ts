// Starts the server for tests that need renditions. It waits longer for a database that is slow because clips are being
// encoded.
import '../../../scripts/launch/stop-with-parent.mjs'
import { enableMediaBundleIfBuilt } from '../../../scripts/serve/build-server.ts'
import { main } from '../../../server/main.ts'
import { patient } from '../../../server/db/guarded-pool.ts'

enableMediaBundleIfBuilt()
await main({ patience: patient })
