// `npm run --silent texts`: prints every text that people read, with its place: those of the web app, the contract, the
// server and the commands, for a review by someone who did not write them.
import '../launch/stop-with-parent.ts'
import { globSync, readFileSync } from 'node:fs'
import { findTexts, findTextsInHtml } from './find-texts.ts'

const isAboutTexts = (path: string) =>
  !/\.(test|suite|fixture|d)\.\w+$|^server\/test\/|^scripts\/(paint|lists)\//.test(path)

const files = globSync(['{web,contract,server,scripts}/**/*.{ts,tsx,mjs}', 'web/**/*.html']).filter(isAboutTexts)
for (const file of files.toSorted()) {
  const source = readFileSync(file, 'utf8')
  const texts = file.endsWith('.html') ? findTextsInHtml(source) : findTexts(file, source)
  if (texts.length === 0) continue
  console.log(`\n${file}`)
  for (const { line, text } of texts) console.log(`${String(line).padStart(5)}  ${text}`)
}
