import { useSearchParams } from 'wouter'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { TakedownNoticeForm } from './notice-form.tsx'
import { Receipt } from './receipt.tsx'

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
      <PageHeading title="Legal notice" className="headline text-display">
        Legal notice
      </PageHeading>
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
