import type { Deps } from '../../../setup/deps.ts'

/** What findings are made from. */
export type DoctorDeps = Pick<Deps, 'db' | 'storage'>

/** What mending them takes besides. */
export type RepairDeps = DoctorDeps & Pick<Deps, 'signals' | 'cdn'>

/** Something in the database or in storage that does not agree with the rest. */
export interface Difference {
  /** For the operator, in one line. */
  line: string
  /**
   * Mends it, also while the site runs. Absent where a person must decide.
   *
   * @returns What was done, in a few words.
   */
  repair?: (deps: RepairDeps) => Promise<string>
}
