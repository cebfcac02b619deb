import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { useKeys } from '../../../page/use-keys.ts'
import { CasePerson } from './case-person.tsx'
import { CaseReports } from './case-reports.tsx'
import { CaseWords } from './case-words.tsx'
import { CoveredMedia } from './covered-media.tsx'

// Loaded on demand, because most cases are about people without earlier decisions.
const DecisionList = lazyPart(() => import('./decision-list.tsx'), 'DecisionList')

/**
 * The evidence of a case. Pictures are covered until the moderator reveals them, so each case needs its own instance.
 */
export function CaseEvidence({ shown }: { shown: Case }) {
  const { kind, reports, reportsCount, person, personDecisions, decisions, snapshot, current } = shown
  const picture = current?.avatar ?? snapshot.avatar
  const media = shown.media ?? (picture ? { videoUrl: null, thumbnailUrl: picture } : undefined)
  const [isShown, setShown] = useState(false)
  useKeys({ b: () => setShown(!isShown) })
  return (
    <div className="flex min-w-0 flex-col gap-8">
      {media && <CoveredMedia media={media} isShown={isShown} onShow={() => setShown(true)} />}
      <Section title={kind === 'account' ? 'The profile' : kind === 'comment' ? 'The comment' : 'Text'}>
        <CaseWords {...shown} />
      </Section>
      {decisions.length > 0 && (
        <Section title="Decided">
          <DecisionList decisions={decisions} />
        </Section>
      )}
      {reports.length > 0 && (
        <Section title="Reports">
          <CaseReports reports={reports} count={reportsCount} />
        </Section>
      )}
      <Section title="Creator">
        {person ? <CasePerson person={person} isShown={isShown} /> : <p>Their account no longer exists.</p>}
      </Section>
      {personDecisions.length > 0 && (
        <Section title="Earlier decisions about them">
          <DecisionList decisions={personDecisions} withSubject />
        </Section>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-small text-ink-muted">{title}</h3>
      {children}
    </section>
  )
}
