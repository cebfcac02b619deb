import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { TrustList, TrustListName } from '../../../../contract/videos/provenance.ts'
import { formatCount } from '../../../format/count.ts'
import { formatDay } from '../../../format/day.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Section } from './section.tsx'
import { trustListsQuery } from './trust.queries.ts'

/** The page `/about/trust`. It explains the wording below a clip's title and the evidence behind it. */
export function TrustPage() {
  return (
    <article className="mx-auto max-w-5xl px-4 pt-10 pb-28 sm:px-8 sm:pt-20">
      <PageHeading title="Trust" className="headline max-w-[17ch] text-display">
        How we know how a clip was made
      </PageHeading>
      <p className="mt-6 max-w-[52ch] text-lead text-ink-muted">
        We read what the file itself says, check what can be checked, and tell you who says so. We never guess from the
        picture.
      </p>
      <div className="mt-16 sm:mt-24">
        <States />
        <Evidence />
        <Lists />
        <Limits />
        <Real />
      </div>
      <div className="-ml-4 flex flex-wrap sm:-ml-5">
        <Link href="/about" className={buttonClass('ghost')}>
          About Reverie
        </Link>
        <Link href="/rules" className={buttonClass('ghost')}>
          All rules
        </Link>
      </div>
    </article>
  )
}

function States() {
  return (
    <Section title="Four answers">
      <dl className="flex flex-col gap-5">
        <State name="Verified">
          The file carries content credentials (C2PA). It came here as it was signed, and the signer is on one of the
          lists below. The clip has a seal.
        </State>
        <State name="The file says">
          The file names what made it: in credentials whose signer is on no list, or in a field that is there to say so.
          Anybody could have written that. The name of such a signer stands in quotes.
        </State>
        <State name="The creator says">
          The file says nothing, so there is only the word of whoever published it. That says nothing about how it was
          made: most tools write nothing into their files, and many programs lose what was there.
        </State>
        <State name="Changed after signing">
          The file carries credentials, but came here other than it was signed. That may be harmless: a program may have
          cut or repaired it. What the credentials say cannot be relied on.
        </State>
      </dl>
    </Section>
  )
}

function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-strong text-ink">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}

function Evidence() {
  return (
    <Section title="What counts">
      <p>
        Content credentials, the marks of the Chinese labelling standard, the source types of the IPTC, and what
        ComfyUI, Wan2GP and Dreamina write into their files: fields that are there to say how something was made.
      </p>
      <p>
        What does not count: the name of an encoder, the name of the file, the resolution, the sound, the look of the
        picture. Where nothing counts, there is only the creator’s word.
      </p>
      <p>
        Credentials are checked on the server when a clip is published, before anything private is removed from the
        file; what we removed is told below the title. Nothing is fetched from addresses that a file names.
      </p>
    </Section>
  )
}

function Lists() {
  const { data, isError, refetch } = useQuery(trustListsQuery)
  return (
    <Section title="Who is known">
      <p>A signer is known if one of these lists vouches for their certificate.</p>
      {data ? (
        <>
          <ul className="flex w-full flex-col">
            {data.lists.map((list) => (
              <List key={list.name} list={list} />
            ))}
          </ul>
          <p>Checked with {data.reader}.</p>
        </>
      ) : isError ? (
        <NotArrived what="the lists" onRetry={() => void refetch()} />
      ) : (
        <div
          role="status"
          aria-label="Loading the lists"
          className="animate-shimmer h-52 w-full rounded-card bg-surface"
        />
      )}
    </Section>
  )
}

const listNames: Record<TrustListName, string> = {
  official: 'C2PA’s official list',
  interim: 'C2PA’s earlier list, which no longer changes',
  operator: 'Certificates that this site added',
}

function List({ list: { name, date, certificatesCount, source, licence } }: { list: TrustList }) {
  const facts = [
    `${formatCount(certificatesCount)} ${certificatesCount === 1 ? 'certificate' : 'certificates'}`,
    date && `of ${formatDay(date)}`,
    source && `from ${source}`,
    licence,
  ]
  return (
    <li className="border-t border-line py-4">
      <p className="font-strong">{listNames[name]}</p>
      <p className="mt-1 text-small break-words text-ink-muted">{facts.filter(Boolean).join(' · ')}</p>
    </li>
  )
}

function Limits() {
  return (
    <Section title="Limits">
      <p>
        Verified means that a known signer says how the clip was made, and that the file came here as it was signed. It
        does not mean that what the clip shows has happened.
      </p>
      <p>
        That a clip has no credentials says nothing about it. They are often lost when it is sent through a messenger,
        cut or saved again. WebM and Matroska files cannot carry any.
      </p>
      <p>
        What plays here is made from the file, and cannot carry its credentials. The original has them and can be
        downloaded. Where this site signs what it makes, that signature names the original.
      </p>
      <p>
        Files larger than 4 GB, and credentials larger than 1 MB, are not checked. A signer can be on a list and be
        wrong; a list can be older than a signer. When the lists change, clips are judged anew.
      </p>
    </Section>
  )
}

function Real() {
  return (
    <Section title="The mark “AI”">
      <p>
        Creators say if a clip shows real people, places or events that AI made or changed. It then carries the mark
        “AI” on the wall, in the player and wherever else it is shown.
      </p>
    </Section>
  )
}
