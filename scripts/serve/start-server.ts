// Runs the server without building anything. Services, `npm run dev` and the browser tests use it. A release contains a
// bundle.
import '../launch/stop-with-parent.ts'
import { release } from '../../server/setup/version.ts'
import { loadServer } from './build-server.ts'

const { main } = release ? await loadServer() : await import('../../server/main.ts')
await main()
