import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getTrustLists, type TrustList, type TrustListName } from '../../../../contract/videos/provenance.ts'
import { countOf } from '../../../format/count.ts'
import { formatDay } from '../../../format/day.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { site } from '../../../page/site.ts'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { MoreLinks, Section } from './section.tsx'

/** The page `/about/trust`. It explains the wording below a clip's title and the evidence behind it. */
export function TrustPage() {
  return (
    <article className="mx-auto max-w-5xl px-4 pt-10 pb-28 sm:px-8">
      <PageHeading title="Trust" className="headline max-w-[11em] text-display">
        How we know how a clip was made
      </PageHeading>
      <p className="mt-6 max-w-[33.8em] text-lead text-ink-muted">
        We read what the file says about itself, verify what we can, and tell you who says so. We never guess from the
        picture.
      </p>
      <div className="mt-16 sm:mt-24">
        <Section title="Four possible answers">
          <dl className="flex flex-col gap-5">
            <State name="Verified">
              The file carries content credentials (C2PA). It hasn’t changed since it was signed, and the signer is on
              one of the lists below. The clip gets a seal.
            </State>
            <State name="The file says">
              The file names the tool that made it, either in a metadata field or in credentials whose signer isn’t on
              any list. Anyone could have written that, so we put the signer’s name in quotes.
            </State>
            <State name="The creator says">
              The file says nothing, so we only have the creator’s word. That proves nothing either way: most tools
              write nothing into their files, and many programs strip what was there.
            </State>
            <State name="Changed after signing">
              The file carries credentials but was changed after it was signed. That may be harmless: a program may have
              cut or repaired it. But its credentials can’t be relied on.
            </State>
          </dl>
        </Section>
        <Section title="What counts">
          <p>
            Content credentials, the labels of the Chinese labelling standard, IPTC digital source types, and what
            ComfyUI, Wan2GP and Dreamina write into their files: metadata meant to say how something was made.
          </p>
          <p>
            What doesn’t count: the encoder, the file name, the resolution, the sound or the look of the picture.
            Without any evidence that counts, there’s only the creator’s word.
          </p>
          <p>
            We check credentials on the server when a clip is published, before we remove private data from the file.
            What we removed is shown below the title. We never fetch anything from addresses in a file.
          </p>
        </Section>
        <Lists />
        <Section title="Limits">
          <p>
            “Verified” means that a known signer says how the clip was made and that the file hasn’t changed since. It
            doesn’t mean that what the clip shows really happened.
          </p>
          <p>
            Missing credentials prove nothing. They’re often lost when a clip is sent through a messenger, cut or saved
            again. WebM and Matroska files can’t carry any.
          </p>
          <p>
            The versions that play here are made from the file and can’t carry its credentials. You can download the
            original, which has them. If this site signs its own versions, the signature refers to the original.
          </p>
          <p>
            Files of 4 GB or more and credentials over 1 MB aren’t checked. A listed signer can be wrong, and a new
            signer may not be on a list yet. When the lists change, we check clips again.
          </p>
        </Section>
        <Section title="The “AI” label">
          <p>
            Creators tell us if a clip shows real people, places or events that AI made or changed. We then label it
            “AI” in the feed, in the player and wherever else it appears.
          </p>
        </Section>
      </div>
      <MoreLinks to={{ '/about': `About ${site.siteName}`, '/rules': 'All rules' }} />
    </article>
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

function Lists() {
  const query = useQuery(endpointQuery(getTrustLists))
  return (
    <Section title="Known signers">
      <p>A signer is known if one of these lists includes their certificate’s issuer.</p>
      <QueryContent
        query={query}
        what="the lists"
        loading={<Skeleton label="Loading the lists" className="h-52! w-full" />}
      >
        {({ lists, reader }) => (
          <>
            <ul className="flex w-full flex-col">
              {lists.map((list) => (
                <List key={list.name} list={list} />
              ))}
            </ul>
            <p>Checked with {reader}.</p>
          </>
        )}
      </QueryContent>
    </Section>
  )
}

const listNames: Record<TrustListName, string> = {
  official: 'C2PA’s official list',
  interim: 'C2PA’s earlier list, no longer updated',
  operator: 'Certificates that this site added',
}

function List({ list: { name, date, certificatesCount, source, licence } }: { list: TrustList }) {
  const facts = [
    countOf(certificatesCount, 'certificate'),
    date && `of ${formatDay(date)}`,
    source && `from ${source}`,
    licence,
  ]
  return (
    <li className="border-t border-line py-4">
      <p className="font-strong">{listNames[name]}</p>
      <p className="mt-1 text-small text-ink-muted">{facts.filter(Boolean).join(' · ')}</p>
    </li>
  )
}
