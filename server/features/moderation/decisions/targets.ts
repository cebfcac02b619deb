import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import type { Db } from '../../../db/connect.ts'
import { findSubject, subjectNotFound } from '../cases/subject.ts'
import { decisionNotFound } from './get-decision.ts'
import { caseNotFound } from '../cases/refusals.ts'

/** The subject of a decision. */
export interface Target {
  kind: CaseKind
  subjectId: string
  /** Id of the owner. Null if the account is deleted. */
  personId: string | null
}

/** The subject of a stored decision, with parts of the decision. */
export type DecidedTarget = Target & Pick<Decision, 'id' | 'measure' | 'rule' | 'detected' | 'state'>

/** Returns a subject as the target of a decision, whether or not it has a case. @throws {AppError} NOT_FOUND. */
export async function getTargetOfSubject(tx: Db, kind: CaseKind, subjectId: string): Promise<Target> {
  const subject = await findSubject(tx, kind, subjectId)
  if (!subject) throw subjectNotFound(kind)
  return { kind, subjectId, personId: subject.personId }
}

/** Returns the subject of a case. @throws {AppError} NOT_FOUND. */
export function getTargetOfCase(tx: Db, caseId: string): Promise<Target> {
  return tx
    .selectFrom('cases')
    .select(['kind', 'subjectId', 'personId'])
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow(() => caseNotFound())
}

/** Returns the subject of a decision. @throws {AppError} NOT_FOUND. */
export function getTargetOfDecision(db: Db, id: string): Promise<DecidedTarget> {
  return db
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.caseId')
    .select(['cases.kind', 'cases.subjectId', 'decisions.personId'])
    .select(['decisions.id', 'decisions.measure', 'decisions.rule', 'decisions.detected', 'decisions.state'])
    .where('decisions.id', '=', id)
    .executeTakeFirstOrThrow(() => decisionNotFound())
}
