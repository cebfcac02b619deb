// The first step of `npm start`: builds the web app and the server if they have changed. It runs in a process of its
// own, because everything that it loads would stay in the server's memory.
import '../launch/stop-with-parent.mjs'
import { buildServer } from './build-server.ts'
import { buildWeb } from './build-web.ts'
import { readArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

readArguments('npm start', {})
// Media children run as another user if root starts the server, and read their code.
process.umask(0o022)
await runCommand(async () => (await buildWeb()) && (await buildServer()), 'The build')
