// Starts the server for tests that need no renditions. It makes no posters, previews and streams, and hashes passwords
// at low cost. It caches inspections of clips, and waits longer for a slow database.
import '../../../scripts/launch/stop-with-parent.mjs'
import { createPasswords } from '../../../server/identity/passwords.ts'
import { enableMediaBundle, main } from '../../../server/main.ts'
import { cheap } from '../../../server/test/cheap-passwords.ts'
import { patient } from '../../../server/test/patient-timeouts.ts'
import { rememberInspections } from '../../../server/test/remember-inspections.ts'

enableMediaBundle()
await main({
  makesRenditions: false,
  passwords: createPasswords(cheap),
  inspectVideo: rememberInspections(),
  patience: patient,
})
