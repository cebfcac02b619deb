import { cellsOf, type Row } from './report.ts'

/** The saved result of a benchmark in `docs/speed.json`. */
export interface Result {
  command: string
  /** Day and machine, such as "2026-11-26, 2 cores, 23 GB, Node v24.21.0". */
  measured: string
  rows: Row[]
}

/**
 * Returns docs/speed.md with the tables of saved results, each between `<!-- bench NAME -->` and `<!-- end -->`.
 *
 * @throws {Error} If a named benchmark has no saved result.
 */
export function renderSpeedPage(page: string, results: Record<string, Result>): string {
  return page.replaceAll(
    /(<!-- bench (\S+) -->\n).*?(<!-- end -->)/gs,
    (_, start: string, name: string, end: string) => {
      const result = results[name]
      if (!result) throw new Error(`docs/speed.json has no result of the benchmark '${name}'`)
      return `${start}\n\`${result.command}\`, ${result.measured}:\n\n${markdownTable(result.rows)}\n\n${end}`
    },
  )
}

function markdownTable(rows: Row[]): string {
  const cells = rows.map(cellsOf)
  const columns = Object.keys(cells[0] ?? {})
  const lines = [columns, columns.map(() => '---'), ...cells.map((each) => Object.values(each))]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}
