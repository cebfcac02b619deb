// `npm start`: builds the web app if it has changed, then runs the server.
import '../launch/stop-with-parent.ts'
import { main } from '../../server/main.ts'
import { buildWeb } from './build-web.ts'

if (await buildWeb()) await main()
else process.exitCode = 1
