import type { Generated, JSONColumnType } from 'kysely'
import type { BatchKind } from '../../../contract/moderation/batches.ts'
import type { CaseKind, CaseSource, Snapshot } from '../../../contract/moderation/cases.ts'
import type {
  DecisionSource,
  DecisionState,
  Detected,
  Enforcement,
  Outcome,
} from '../../../contract/moderation/decisions.ts'
import type { TakedownNoticeKind } from '../../../contract/moderation/takedown-notices.ts'
import type { RuleKey } from '../../../contract/moderation/rules.ts'
import type { ReportReason } from '../../../contract/moderation/reports.ts'
import type { Timestamp } from './schema.ts'

export interface ModerationTables {
  reports: {
    id: Generated<string>
    videoId: string | null
    commentId: string | null
    /** Owner of the reported thing. */
    personId: string | null
    /** The reporter. */
    userId: string | null
    reason: ReportReason
    /** The title, comment or name that the reporter saw. Null for visitors, and once the text has been deleted. */
    subject: string | null
    otherText: string | null
    caseId: string | null
    closedAt: string | null
    /** The takedown notice that names the reported thing, if there is one, and the address in it. */
    noticeId: string | null
    noticeAddress: string | null
    createdAt: Timestamp
  }
  cases: {
    id: Generated<string>
    kind: CaseKind
    subjectId: string
    videoId: string | null
    commentId: string | null
    personId: string | null
    source: CaseSource
    state: Generated<'open' | 'closed'>
    rules: Generated<RuleKey[]>
    isSevere: Generated<boolean>
    snapshot: JSONColumnType<Snapshot>
    reportsCount: Generated<number>
    claimedBy: string | null
    claimedUntil: string | null
    quietUntil: string | null
    openedAt: Timestamp
    closedAt: string | null
  }
  decisions: {
    id: Generated<string>
    caseId: string
    personId: string | null
    rule: RuleKey
    /** The name of an added rule on the day of the decision. Null for a standard rule. */
    ruleTitle: string | null
    ruleText: string
    measure: Enforcement
    until: string | null
    facts: string | null
    note: string | null
    source: DecisionSource
    detected: Detected
    decidedBy: string | null
    decidedAt: Timestamp
    state: Generated<DecisionState>
    /** Whether the clip that the decision hid was permanently removed. */
    isPermanent: Generated<boolean>
    endedAt: string | null
    seenAt: string | null
    appealText: string | null
    appealedAt: string | null
    outcome: Outcome | null
    answer: string | null
    answeredBy: string | null
    answeredAt: string | null
    sameJudge: Generated<boolean>
    /** Message to the affected person if the decision was lifted without an appeal. */
    liftAnswer: string | null
  }
  /** Batches of decisions that a moderator made at once. */
  batches: {
    id: string
    kind: BatchKind
    rule: RuleKey
    measure: Enforcement
    until: string | null
    /** This column, `note` and `undoAnswer` are null once the batch is finished. */
    facts: string | null
    note: string | null
    /** Whether a subject without a violation is protected for a while: further reports about it open no case. */
    isQuiet: Generated<boolean>
    /** Whether the subjects are comments with the same words. */
    isWave: Generated<boolean>
    madeBy: string | null
    madeAt: Timestamp
    undoneBy: string | null
    undoneAt: string | null
    undoAnswer: string | null
    /** `null` while items are left to decide or to reverse. */
    finishedAt: string | null
  }
  batchItems: {
    batchId: string
    position: number
    /** `null` once the item was decided. Also `null` once it was skipped, unless it is a case. */
    subjectId: string | null
    /** For a case: the number of reports that the moderator saw. */
    seenReports: number | null
    decisionId: string | null
    state: Generated<'waiting' | 'decided' | 'skipped' | 'undone'>
    /** Whether the decision closed a case that existed before. */
    hadCase: Generated<boolean>
    /** Why the item was skipped, or why its decision was not reversed. */
    reason: string | null
  }
  notices: {
    id: Generated<string>
    kind: TakedownNoticeKind
    explanation: string
    name: string
    /** The sender's data: readable for operators only, never on the site. */
    email: string
    work: string | null
    contact: string | null
    signature: string | null
    createdAt: Timestamp
    forgottenAt: string | null
  }
  counterNotices: {
    id: Generated<string>
    decisionId: string
    /** This column and the next three are null once their contents are deleted. */
    explanation: string | null
    name: string | null
    contact: string | null
    signature: string | null
    sentAt: Timestamp
    restoreOn: string
    courtActionAt: string | null
  }
  publicLog: {
    number: number
    day: string
    entry: JSONColumnType<Record<string, unknown>>
    previous: Buffer | null
    hash: Buffer
  }
  staffLog: {
    id: Generated<number>
    at: Timestamp
    actorId: string | null
    act: string
    subject: JSONColumnType<Record<string, unknown>>
  }
  erasedFiles: { sha256: Buffer; sizeBytes: number; erasedAt: Timestamp }
  decisionEmails: { decisionId: string }
}
