// The product without its makers of posters, previews and streams: for tests that are about something else.
import '../scripts/stop-with-parent.ts'
import { main } from '../server/main.ts'

await main({ makesRenditions: false })
