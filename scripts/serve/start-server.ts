// Runs the server without building: used by `npm run dev` and the browser tests.
import '../launch/stop-with-parent.ts'
import { main } from '../../server/main.ts'

await main()
