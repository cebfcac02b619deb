import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { countOf } from '../../../format/count.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { useKeys } from '../../../page/keyboard/use-keys.ts'
import { statusLabels } from '../../../people/accounts/status-labels.ts'
import { nameOf, profilePath } from '../../../people/person.ts'
import { Avatar, initial } from '../../../ui/avatar.tsx'
import { describeReach } from '../decisions/send-label.ts'
import { CaseReports } from './case-reports.tsx'
import { CaseWords } from './case-words.tsx'
import { CoveredMedia } from './covered-media.tsx'

// Loaded on demand, because most cases have no decisions and are about people without other decisions.
const DecisionList = lazyPart(() => import('./decision-list.tsx'), 'DecisionList')

/** The evidence of a case. Pictures are covered until the moderator reveals them. Each case needs its own `key`. */
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
        <Section title="Decisions">
          <DecisionList decisions={decisions} />
        </Section>
      )}
      {reports.length > 0 && (
        <Section title="Reports">
          <CaseReports reports={reports} count={reportsCount} />
        </Section>
      )}
      <Section title={kind === 'comment' ? 'Author' : 'Creator'}>
        {person ? <CasePerson person={person} isShown={isShown} /> : <p>Their account no longer exists.</p>}
      </Section>
      {personDecisions.length > 0 && (
        <Section title="Other decisions about them">
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

/**
 * The owner of the reported content, and the content that a suspension would hide. The avatar may be the reported
 * picture, so it loads only when the moderator reveals the pictures.
 */
function CasePerson({ person, isShown }: { person: NonNullable<Case['person']>; isShown: boolean }) {
  const { copyrightCount } = person
  const name = nameOf(person)
  const status = statusLabels[person.standing]
  return (
    <div className="flex gap-3">
      <span className="h-8">
        <Avatar src={isShown ? person.avatarUrl : null} fallback={initial(person.username, person.displayName)} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2">
          {person.username === null ? (
            <bdi className="font-strong">{name}</bdi>
          ) : (
            <Link
              href={profilePath(person.username)}
              className="touch-target rounded-control font-strong underline decoration-line underline-offset-4 hover:text-accent-ink"
            >
              <bdi>{name}</bdi>
            </Link>
          )}
          {person.username !== null && <span className="text-ink-muted">@{person.username}</span>}
        </p>
        <p className="text-small text-ink-muted">
          {status && <strong className="font-strong text-danger">{status} · </strong>}
          {person.role !== 'member' && <span className="capitalize">{person.role} · </span>}
          Joined <RelativeTime iso={person.joinedDate} /> · {describeReach(person)}
        </p>
        {copyrightCount > 0 && (
          <p className="text-small font-strong">{countOf(copyrightCount, 'copyright notice')} upheld against them</p>
        )}
      </div>
    </div>
  )
}
