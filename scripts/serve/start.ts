// `npm start`: builds the web app and the server if they have changed, then runs the server. A release contains both.
import '../launch/stop-with-parent.ts'
import cluster from 'node:cluster'
import { release } from '../../server/setup/version.ts'
import { buildServer, loadServer } from './build-server.ts'
import { buildWeb } from './build-web.ts'

const isBuilt = release !== undefined || cluster.isWorker
if (isBuilt || (await buildWeb())) {
  // A service that may not write here cannot bundle changed code, so it runs the source.
  const { main } = isBuilt || (await buildServer()) ? await loadServer() : await import('../../server/main.ts')
  await main()
} else process.exitCode = 1
