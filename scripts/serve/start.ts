// `npm start`: builds the web app if it has changed, then runs the server. A release contains the web app.
import '../launch/stop-with-parent.ts'
import { main } from '../../server/main.ts'
import { release } from '../../server/setup/version.ts'
import { buildWeb } from './build-web.ts'

if (release || (await buildWeb())) await main()
else process.exitCode = 1
