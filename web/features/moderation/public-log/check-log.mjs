// Checks the public log of a site:  node check-log.mjs https://videos.example.org [SHA256 of a line that you kept]
import { createHash } from 'node:crypto'

const [site, kept] = process.argv.slice(2)
const sorted = (value) => {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted()
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
const lines = []
let cursor = ''
do {
  const page = await (await fetch(`${site}/api/log?limit=100${cursor && `&cursor=${cursor}`}`)).json()
  lines.push(...page.lines)
  cursor = page.nextCursor
} while (cursor)

const altered = lines.find(({ number, day, entry, previous, sha256 }, index) => {
  const before = lines[index + 1] ?? { number: 0, sha256: null }
  const text = JSON.stringify(sorted({ number, day, entry }))
  const own = createHash('sha256')
    .update(Buffer.from(previous ?? '', 'hex'))
    .update(text)
    .digest('hex')
  return own !== sha256 || previous !== before.sha256 || number !== before.number + 1
})
const isMissing = kept && !lines.some(({ sha256 }) => sha256 === kept)
if (altered) console.log(`Line ${altered.number} was altered, or a line before it was removed.`)
else if (isMissing) console.log('The line you saved is not in the log.')
else console.log(`${lines.length} lines, none altered. Keep the last one’s hash: ${lines[0]?.sha256}`)
process.exitCode = altered || isMissing ? 1 : 0
