// The product for tests that are about something else: no posters, previews and streams are made, a password costs
// little, a clip that was looked at is known again, and a database that is slow is waited for.
import '../../../scripts/launch/stop-with-parent.ts'
import { createPasswords } from '../../../server/identity/passwords.ts'
import { main } from '../../../server/main.ts'
import { cheap } from '../../../server/test/cheap-passwords.ts'
import { patient } from '../../../server/test/patient.ts'
import { rememberInspections } from '../../../server/test/remember-inspections.ts'

await main({
  makesRenditions: false,
  passwords: createPasswords(cheap),
  inspectVideo: rememberInspections(),
  patience: patient,
})
