// Holds a database until it is killed: `sole-process.fixture.ts <database's address>`. Prints a line when it holds it.
import { becomeSoleProcess } from './sole-process.ts'

await becomeSoleProcess(process.argv[2] ?? '', () => {})
console.log('held')
