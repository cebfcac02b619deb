// `npm run trust-list`: fetches the trust lists for signers of content credentials, and prints how they differ from the
// committed ones. `-- --write` saves the changes. After an upgrade to changed lists, sites judge their clips again.
import '../launch/stop-with-parent.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { certificatesIn, listsFolder, readShippedLists } from '../../server/media/credentials/trust-lists.ts'
import { readArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'
import { compareCertificates, describeCertificate } from './compare-certificates.ts'

const FETCH_MAX_MS = 30_000

await runCommand(async () => {
  const { values } = readArguments('npm run trust-list [-- --write]', { write: { type: 'boolean' } })
  const lists = readShippedLists()
  let failures = 0
  for (const list of lists) {
    const path = join(listsFolder, list.file)
    const before = readFileSync(path, 'utf8')
    console.log(`${list.file}, of ${list.date}, from ${list.fileUrl}`)
    try {
      const after = await fetchList(list.fileUrl)
      const { added, removed } = compareCertificates(before, after)
      for (const certificate of added) console.log(`  + ${describeCertificate(certificate)}`)
      for (const certificate of removed) console.log(`  - ${describeCertificate(certificate)}`)
      if (added.length + removed.length === 0) console.log('  has not changed')
      else if (values.write) {
        writeFileSync(path, `${before.split('\n', 1)[0]}\n\n${certificatesIn(after).join('\n')}\n`)
        list.date = new Date().toISOString().slice(0, 10)
      }
    } catch (error) {
      failures++
      console.error(`  could not be compared: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (values.write) writeFileSync(join(listsFolder, 'lists.json'), `${JSON.stringify(lists, null, 2)}\n`)
  return failures === 0
})

async function fetchList(url: string): Promise<string> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(FETCH_MAX_MS) })
  if (!reply.ok) throw new Error(`the server answered ${reply.status}`)
  return reply.text()
}
