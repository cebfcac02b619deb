// Holds a data folder until this process is killed: `claim.fixture.ts <data folder> [shared]`. Prints a line once it
// holds the folder.
import { claimDataDir } from './data-dir.ts'

await claimDataDir(process.argv[2] ?? '', { isShared: process.argv[3] === 'shared' })
console.log('held')
setInterval(() => {}, 60_000)
