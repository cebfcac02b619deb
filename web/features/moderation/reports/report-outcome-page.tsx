import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { getReport, type ReportState } from '../../../../contract/moderation/report-outcomes.ts'
import { isNotFound } from '../../../net/api-error.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'

const outcomes: Record<ReportState, { heading: string; sentence: string }> = {
  open: {
    heading: 'Your report is waiting for review',
    sentence: 'A moderator will review it. Bookmark this page to see the outcome.',
  },
  acted: {
    heading: 'We took action on your report',
    sentence: 'What you reported broke the rules, and we took action. Thank you.',
  },
  'taken-back': {
    heading: 'We took action, then reversed it',
    sentence: 'We first decided that it broke the rules. Later, that decision was reversed.',
  },
  'nothing-found': {
    heading: 'We found no violation',
    sentence: 'A moderator reviewed what you reported. It stays as it is.',
  },
  gone: { heading: 'It has already been deleted', sentence: 'The creator deleted it before we reviewed it.' },
}

/** `/reports/{id}`: the outcome of a visitor's report. */
export function ReportOutcomePage() {
  const { id = '' } = useParams<{ id: string }>()
  const query = useQuery(endpointQuery(getReport, { params: { id } }, { refetchOnMount: 'always' }))
  if (!query.data && isNotFound(query.error)) {
    const sentence = 'There’s no report at this address. Check the link.'
    return <Notice title="Report not found" sentence={sentence} link={['/', 'Back to Feed']} />
  }
  return (
    <QueryContent query={query} what="your report" page>
      {({ state }) => (
        <Notice title="Your report" {...outcomes[state]}>
          <ButtonLink href="/rules">The rules</ButtonLink>
        </Notice>
      )}
    </QueryContent>
  )
}
