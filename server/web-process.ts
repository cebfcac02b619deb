// One of several processes that answer requests on one port (`web-processes.ts`).
import { main } from './main.ts'

await main({ tellsStart: false })
