import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { ReportState } from '../../../../contract/moderation/report-outcomes.ts'
import { getTakedownNotice } from '../../../../contract/moderation/takedown-notices.ts'
import { formatDay } from '../../../format/day.ts'
import { isNotFound } from '../../../net/api-error.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { site } from '../../../page/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { TakedownNoticeForm } from './notice-form.tsx'

/** `/notice`: takedown notices. `?about=` is the first address, `?receipt=` the number of a sent notice. */
export function TakedownNoticePage() {
  const [search] = useSearchParams()
  const number = search.get('receipt')
  return (
    <article className="mx-auto max-w-3xl px-4 pt-10 pb-36 wrap-anywhere sm:px-8">
      {number ? <Receipt number={number} /> : <Form about={search.get('about') ?? ''} />}
    </article>
  )
}

function Form({ about }: { about: string }) {
  return (
    <>
      <PageHeading title="Legal notice" className="headline text-display" />
      <p className="mt-6 text-lead text-ink-muted">
        For copyright, your likeness, or illegal content. A person reviews every notice.
      </p>
      <p className="mt-3 text-ink-muted">
        For anything else, Report is faster and anonymous. You’ll find it next to every clip, comment and profile.
      </p>
      <div className="mt-12">
        <TakedownNoticeForm about={about} />
      </div>
    </>
  )
}

const states: Record<ReportState, string> = {
  open: 'Not decided yet.',
  acted: 'We found that it breaks the rules and took action.',
  'taken-back': 'We took action, then reversed it.',
  'nothing-found': 'We found nothing that breaks the rules or the law.',
  gone: 'It has already been deleted.',
}

/** The state of a takedown notice, for anyone who has its number. */
function Receipt({ number }: { number: string }) {
  const query = useQuery(endpointQuery(getTakedownNotice, { params: { id: number } }, { refetchOnMount: 'always' }))
  if (isNotFound(query.error)) {
    const sentence = 'There’s no notice with this number. Check the link.'
    return <Notice title="Notice not found" sentence={sentence} link={['/notice', 'Send a notice']} />
  }
  return (
    <QueryContent query={query} what="this notice" page>
      {(notice) => <Notified number={number} notice={notice} />}
    </QueryContent>
  )
}

function Notified({ number, notice }: { number: string; notice: ResponseOf<typeof getTakedownNotice> }) {
  return (
    <>
      <PageHeading title="Your notice" className="headline text-display" />
      <p className="mt-6 text-lead text-ink-muted">
        Received on {formatDay(notice.day)}. A person will review it. You’ll see the decision here.
      </p>
      <p className="mt-8 text-small font-strong">Number</p>
      <p className="mt-1 tabular-nums select-all">{number}</p>
      <p className="mt-2 text-small text-ink-muted">
        Bookmark this page: its link is the only way back. Nothing here identifies you.
      </p>
      <ul className="mt-8">
        {notice.things.map(({ address, state }) => (
          <li key={address} className="border-t border-line py-4">
            <p className="text-ink-muted">{address}</p>
            <p className="mt-1 font-strong">{states[state]}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8 text-ink-muted">
        Disagree with a decision? Write to the site’s operator with this number, or go to an out-of-court dispute body
        or a court.
      </p>
      {site.hasContact && (
        <ButtonLink href="/contact" className="mt-5">
          Contact
        </ButtonLink>
      )}
    </>
  )
}
