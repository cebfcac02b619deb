// Holds a database until this process is killed: `sole-process.fixture.ts <database's address>`. Prints a line once it
// holds the database.
import { becomeSoleProcess } from './sole-process.ts'

await becomeSoleProcess(process.argv[2] ?? '', () => {})
console.log('held')
