import { writeFileSync } from 'node:fs'

/** A measured figure and its goal. Without a goal, the figure is only reported. */
export interface Row {
  name: string
  figure: number
  unit?: string
  /** The figure of the bare machine, statement or element, measured in the same run. */
  limit?: { name: string; figure: number }
  atMost?: number
  atLeast?: number
  /** Goals relative to the limit, such as 0.46. */
  atMostOfLimit?: number
  atLeastOfLimit?: number
}

/** Ends a benchmark: hands its rows to `npm run bench`, or prints them if it runs alone. */
export function report(rows: Row[]): void {
  const file = process.env.BENCH_ROWS
  if (file) writeFileSync(file, JSON.stringify(rows))
  else console.table(rows.map(cellsOf))
}

/** Returns the cells of a table row by the names of their columns. */
export function cellsOf(row: Row): Record<string, string> {
  const { name, figure, unit, limit } = row
  return {
    what: name,
    figure: withUnit(figure, unit),
    limit: limit ? `${format(limit.figure)} (${limit.name})` : '—',
    ratio: limit ? percent(figure / limit.figure) : '—',
    goal: goalOf(row),
    met: isMet(row) ? 'yes' : '**no**',
  }
}

export function isMet({ figure, limit, ...goal }: Row): boolean {
  const { atMost = Infinity, atLeast = -Infinity, atMostOfLimit = Infinity, atLeastOfLimit = -Infinity } = goal
  const ratio = figure / (limit?.figure ?? 1)
  return figure <= atMost && figure >= atLeast && ratio <= atMostOfLimit && ratio >= atLeastOfLimit
}

function goalOf({ unit, atMost, atLeast, atMostOfLimit, atLeastOfLimit }: Row): string {
  if (atMost !== undefined) return `${atMost === 0 ? '' : '≤ '}${withUnit(atMost, unit)}`
  if (atLeast !== undefined) return `≥ ${withUnit(atLeast, unit)}`
  if (atMostOfLimit !== undefined) return `≤ ${percent(atMostOfLimit)} of the limit`
  return atLeastOfLimit === undefined ? '—' : `≥ ${percent(atLeastOfLimit)} of the limit`
}

function withUnit(value: number, unit = ''): string {
  return `${format(value)} ${unit}`.trim()
}

function percent(share: number): string {
  return `${Math.round(share * 100).toLocaleString('en')} %`
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 100) / 100)
}
