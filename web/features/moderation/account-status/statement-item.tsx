import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Statement } from '../../../../contract/moderation/appeals.ts'
import { formatDay } from '../../../format/day.ts'
import { site } from '../../../page/site.ts'
import { videoPath } from '../../../videos/video-paths.ts'
import { AppealBox } from './appeal-box.tsx'
import { CounterNoticeBox } from './counter-notice-box.tsx'
import { detectedTexts, headingOf, meaningOf, sourceTexts, stateTexts } from './describe-statement.ts'

/** One decision: its consequences, its rule, its reason, its source, and the ways to contest it. */
export function StatementItem({ statement, userId }: { statement: Statement; userId: string }) {
  const { id, decidedOn, state, kind, videoId, ruleTitle, ruleText, rule, facts, source, detected, lifted } = statement
  // The mark stays for the whole visit, although showing a decision marks the decision as seen.
  const [isNew] = useState(!statement.isSeen)
  return (
    <article aria-labelledby={id} className="rounded-card bg-surface p-5 sm:p-7">
      <p className="flex flex-wrap items-center gap-x-3 text-small text-ink-muted">
        <time dateTime={decidedOn}>{formatDay(decidedOn)}</time>
        <span>{stateTexts[state]}</span>
        {isNew && <span className="font-strong text-accent-ink">New</span>}
      </p>
      <h2 id={id} tabIndex={-1} className="headline mt-1 scroll-mt-24 text-title">
        <bdi>{headingOf(statement)}</bdi>
      </h2>
      <dl className="mt-5 flex flex-col gap-4">
        {videoId !== null && (
          <Row name={kind === 'comment' ? 'Your comment' : 'The clip'}>
            <Link
              href={videoPath(videoId)}
              className="inline-flex items-center text-accent-ink underline underline-offset-4 pointer-coarse:min-h-11"
            >
              {kind === 'comment' ? 'See the clip with your comment' : 'See your clip'}
            </Link>
          </Row>
        )}
        {state === 'in-force' && <Row name="What it means">{meaningOf(statement)}</Row>}
        <Row name="Rule">
          <Link href={`/rules#${rule}`} className="text-accent-ink underline underline-offset-4">
            {ruleTitle}
          </Link>
          <br />
          {ruleText}
        </Row>
        {facts !== null && (
          <Row name="What we saw">
            <span dir="auto" className="block whitespace-pre-line">
              {facts}
            </span>
          </Row>
        )}
        <Row name="How it was found">
          {sourceTexts[source]} {detectedTexts[detected]}
        </Row>
        <Row name="Your appeal">
          <AppealBox statement={statement} userId={userId} />
        </Row>
        {(statement.mayCounter || statement.counterNotice) && (
          <Row name="Counter-notice">
            <CounterNoticeBox statement={statement} />
          </Row>
        )}
        {lifted && (
          <Row name="Reversed">
            <time dateTime={lifted.day}>{formatDay(lifted.day)}</time>
            {lifted.answer !== null && (
              <span dir="auto" className="block whitespace-pre-line">
                {lifted.answer}
              </span>
            )}
          </Row>
        )}
        <Row name="Other options">
          You can write to{' '}
          {site.hasContact ? (
            <Link href="/contact" className="text-accent-ink underline underline-offset-4">
              the site’s operator
            </Link>
          ) : (
            'the site’s operator'
          )}
          . Where the law allows, you can also go to a dispute settlement body or a court.
        </Row>
      </dl>
    </article>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_1fr]">
      <dt className="text-small text-ink-muted sm:pt-0.5">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
