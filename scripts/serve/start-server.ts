// The product without a build before it: what `npm run dev` restarts and what the browser tests start.
import '../launch/stop-with-parent.ts'
import { main } from '../../server/main.ts'

await main()
