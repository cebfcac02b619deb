/** A figure and its limit, as in `docs/speed.md`. */
export interface Row {
  name: string
  figure: number
  unit: string
  /** The limit of the machine, measured in the same run; absent if there is none. */
  limit?: { figure: number; name: string }
  /** A sentence such as '≥ 46 % of the limit'. */
  goal: string
  isMet: boolean
}

/** Prints the rows as a Markdown table, and the number of missed goals. */
export function printTable(rows: Row[]): void {
  console.log('\n| what | figure | limit | ratio | goal | met |\n|---|---|---|---|---|---|')
  for (const { name, figure, unit, limit, goal, isMet } of rows) {
    const beside = limit ? `${format(limit.figure)} (${limit.name})` : '—'
    const ratio = limit ? `${Math.round((figure / limit.figure) * 100)} %` : '—'
    console.log(
      `| ${name} | ${format(figure)} ${unit} | ${beside} | ${ratio} | ${goal} | ${isMet ? 'yes' : '**no**'} |`,
    )
  }
  const missed = rows.filter(({ isMet }) => !isMet)
  console.log(`\n${rows.length - missed.length} of ${rows.length} goals met.`)
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** @param share The share of values below the returned one, less than 1. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}

function format(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return String(Math.round(value * 100) / 100)
}
