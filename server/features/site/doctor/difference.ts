import type { RawBuilder } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'

/** Dependencies of the checks. */
export type DoctorDeps = Pick<Deps, 'db' | 'storage'>

export type RepairDeps = DoctorDeps & Pick<Deps, 'signals' | 'cdn'>

/** An inconsistency of the database or storage. */
export interface Difference {
  /** One line for the operator. */
  line: string
  /**
   * Repairs the difference, even while the site runs. Absent if a person must decide.
   *
   * @returns A short description of the repair.
   */
  repair?: (deps: RepairDeps) => Promise<string>
}

/** Returns a repair that runs one statement. @param done Describes the repair. */
export function repairBy(statement: RawBuilder<unknown>, done: string): Required<Difference>['repair'] {
  return async ({ db }) => {
    await statement.execute(db)
    return done
  }
}
