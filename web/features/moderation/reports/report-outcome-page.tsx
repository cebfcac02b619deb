import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import { getReport, type ReportState } from '../../../../contract/moderation/report-outcomes.ts'
import { ApiError, call } from '../../../net/api.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { NotFoundPage } from '../../../ui/not-found-page.tsx'
import { NotArrived, Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'

const outcomes: Record<ReportState, { heading: string; sentence: string }> = {
  open: {
    heading: 'Your report waits',
    sentence: 'Somebody will look at it. Keep the address of this page: it will say what became of it.',
  },
  acted: {
    heading: 'We acted on your report',
    sentence: 'What you reported was against the rules, and we did something about it. Thank you.',
  },
  'taken-back': {
    heading: 'We acted, and took it back',
    sentence: 'What you reported was first taken to be against the rules. A second look found that it is not.',
  },
  'nothing-found': {
    heading: 'We found nothing against the rules',
    sentence: 'Somebody looked at what you reported. It stays as it is.',
  },
  gone: { heading: 'It is no longer there', sentence: 'Whose it was deleted it before somebody looked at it.' },
}

/** `/reports/{id}`: the outcome of a visitor's report. */
export function ReportOutcomePage() {
  const { id = '' } = useParams<{ id: string }>()
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/reports', id],
    queryFn: ({ signal }) => call(getReport, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })
  if (data) {
    const { heading, sentence } = outcomes[data.state]
    return (
      <Notice heading={<PageHeading title="Your report">{heading}</PageHeading>} sentence={sentence}>
        <Link href="/rules" className={buttonClass('quiet')}>
          The rules
        </Link>
      </Notice>
    )
  }
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFoundPage />
  if (error) return <NotArrived what="your report" page onRetry={() => void refetch()} />
  return <PageSpinner />
}
