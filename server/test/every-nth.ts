/** For tests over long tables: the first row and every `n`th after it. 1 is all of them, as deep tests have it. */
export function everyNth<Row>(rows: readonly Row[], n: number): Row[] {
  return rows.filter((_, index) => index % n === 0)
}
