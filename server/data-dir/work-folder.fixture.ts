// Holds a work folder until it is killed: `work-folder.fixture.ts <data folder>`. Prints its path.
import { makeOwnWorkFolder } from './work-folder.ts'

console.log((await makeOwnWorkFolder(process.argv[2] ?? '')).path)
setInterval(() => {}, 60_000)
