/** For tests over long tables: returns the first row and every `n`th after it. Deep tests use 1 for all rows. */
export function everyNth<Row>(rows: readonly Row[], n: number): Row[] {
  return rows.filter((_, index) => index % n === 0)
}
