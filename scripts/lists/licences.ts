// `npm run licences`: writes docs/licences.md anew. A test fails when it is not up to date.
import '../launch/stop-with-parent.ts'
import { writeFileSync } from 'node:fs'
import { licencesFile, writeLicences } from './write-licences.ts'

writeFileSync(licencesFile, writeLicences())
console.log(`Wrote ${licencesFile}`)
