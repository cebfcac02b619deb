// Starts the server for tests that need no renditions. It makes no posters, previews and streams, and hashes passwords
// at low cost. It caches inspections of clips, and waits longer for a slow database.
import '../../../scripts/launch/stop-with-parent.mjs'
import { enableMediaBundle, main } from '../../../server/main.ts'
import { testParts } from '../../../server/test/test-parts.ts'

enableMediaBundle()
await main({ makesRenditions: false, ...testParts() })
