/** Returns the first row and every `n`th after it, for tests over long tables. Deep tests use 1 for all rows. */
export function everyNth<Row>(rows: readonly Row[], n: number): Row[] {
  return rows.filter((_, index) => index % n === 0)
}
