import { expect, test } from 'vitest'
import { findTexts, findTextsInHtml } from './find-texts.ts'

const screen = `
import { Button } from './Some Button.tsx'

const labels = { other: 'Other', 'runway-gen-3': 'Runway Gen-3', sort: 'totalViews' } as const

export function Screen({ count, name }: { count: number; name: 'First Choice' | 'Second Choice' }) {
  const box = 'flex items-center gap-2'
  return (
    <section aria-label="Your clips" className="rounded-card Not words">
      <p className={\`\${box} wrap-anywhere\`}>
        You have <b>{count}</b> clips, <bdi>{name}</bdi> among
        them.
      </p>
      <input placeholder="Search creators..." type="Search Box" />
      {count > 9 ? 'Too many to show' : \`Only \${count} clips\`}
    </section>
  )
}
`

test('texts of a screen are found as whole sentences with placeholders, without code', () => {
  expect(findTexts('screen.tsx', screen)).toEqual([
    { line: 4, text: 'Other' },
    { line: 4, text: 'Runway Gen-3' },
    { line: 9, text: 'Your clips' },
    { line: 10, text: 'You have {…} clips, {…} among them.' },
    { line: 14, text: 'Search creators...' },
    { line: 15, text: 'Too many to show' },
    { line: 15, text: 'Only {…} clips' },
  ])
})

test('sentences of the server and the contract are found, without SQL and addresses', () => {
  const server = `
    throw new AppError('NOT_FOUND', 'Video not found')
    z.string().check(z.minLength(1, 'Title is required'), z.regex(/^x$/, 'Please use letters'))
    console.log(\`Reverie is ready at \${url}\`)
    const rows = sql\`select Every Row from videos\`
    await client.query('select name from migrations order by name')
    const path = '/api/videos/:id'`
  expect(findTexts('server.ts', server).map(({ text }) => text)).toEqual([
    'Video not found',
    'Title is required',
    'Please use letters',
    'Reverie is ready at {…}',
  ])
})

test('texts of a page without scripts are found', () => {
  const page = '<html>\n<script>\nif (a > b) go()\n</script>\n<h1 class="x">You are\n offline</h1></html>'
  expect(findTextsInHtml(page)).toEqual([{ line: 5, text: 'You are offline' }])
})
