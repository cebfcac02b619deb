// `npm run licences`: writes docs/licences.md. A test fails when it is out of date.
import '../launch/stop-with-parent.mjs'
import { writeFileSync } from 'node:fs'
import { readArguments } from '../support/read-arguments.ts'
import { licencesFile, writeLicences } from './write-licences.ts'

readArguments('npm run licences', {})
writeFileSync(licencesFile, writeLicences())
console.log(`Wrote ${licencesFile}`)
