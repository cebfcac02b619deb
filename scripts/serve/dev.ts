// `npm run dev`: runs the server, which restarts when its files change, behind Vite, which updates the page in place.
import '../launch/stop-with-parent.mjs'
import { createServer } from 'vite'
import { buildWeb } from './build-web.ts'
import { readArguments } from '../support/read-arguments.ts'
import { runTool } from '../support/run-tool.ts'

readArguments('npm run dev', {})

const host = '127.0.0.1'
const api = `http://${host}:${process.env.PORT || 3000}`
// The server does not start without built pages, although Vite serves the pages here. The build must precede Vite's own
// server. That server switches the process to development mode, in which React is half as fast.
if (!(await buildWeb())) process.exit(1)
const vite = await createServer({
  configFile: 'web/vite.config.ts',
  logLevel: 'warn',
  server: {
    host,
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/objects', '/assets', '/embed/', '/oembed', '/healthz', '/readyz'].map((path) => [path, api]),
    ),
  },
})
await vite.listen()
// The server prints this address as the one to open, and its links start with it.
const address = vite.resolvedUrls?.local[0] ?? ''
const code = await runTool('--watch', ['--watch-preserve-output', 'scripts/serve/start-server.ts', '--sources'], {
  PUBLIC_URL: new URL(address).origin,
})
await vite.close()
process.exit(code)
