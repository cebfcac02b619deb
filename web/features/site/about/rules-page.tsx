import { useEffect } from 'react'
import { Link } from 'wouter'
import { APPEAL_DAYS } from '../../../../contract/moderation/decisions.ts'
import { rules, type Rule } from '../../../../contract/moderation/rules.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Section } from './section.tsx'

/** The page `/rules`. Each rule has its own address: `/rules#spam`. */
export function RulesPage() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <article className="mx-auto max-w-5xl px-4 pt-10 pb-28 sm:px-8 sm:pt-20">
      <PageHeading title="Rules" className="headline max-w-[17ch] text-display">
        The rules, all of them
      </PageHeading>
      <p className="mt-6 max-w-[52ch] text-lead text-ink-muted">
        Every decision of the moderators names one of these rules, and what they saw.
      </p>
      <div className="mt-16 sm:mt-24">
        {Object.entries<Rule>(rules).map(([key, { title, text, measure, isSevere }]) => (
          <Section key={key} id={key} title={title}>
            <p className="text-lead text-ink">{text}</p>
            <p>
              {usually[measure]}
              {isSevere && ' Reports of it are looked at first.'}
            </p>
          </Section>
        ))}
        <HowDecided />
      </div>
    </article>
  )
}

const usually: Record<Rule['measure'], string> = {
  warn: 'Usually there is a warning.',
  hide: 'Usually the clip or the comment is hidden.',
  restrict: 'Usually the account may make nothing new for a time.',
  suspend: 'Usually the account is suspended.',
}

function HowDecided() {
  return (
    <Section title="How it is decided">
      <p>
        A person decides, never a program, and reports hide nothing by themselves. What was hidden can be shown again as
        it was; only an admin can erase a clip, where hiding is not enough. Whoever is concerned is told the rule, what
        the moderators saw, and until when it holds; not who reported it.
      </p>
      <p>
        You can appeal a decision once, within {APPEAL_DAYS} days, free of charge. Somebody else judges it wherever
        there is somebody else, and you get an answer.
      </p>
      <p>
        Each decision is a line in the public log, without names and words. Anybody can check that none was altered.
      </p>
      <div className="-ml-4 flex flex-wrap sm:-ml-5">
        <Link href="/log" className={buttonClass('ghost')}>
          Public log
        </Link>
        <Link href="/notice" className={buttonClass('ghost')}>
          Legal notice
        </Link>
        <Link href="/about" className={buttonClass('ghost')}>
          About Reverie
        </Link>
      </div>
    </Section>
  )
}
