import { useEffect } from 'react'
import { APPEAL_DAYS } from '../../../../contract/moderation/appeals.ts'
import { rules, type Rule } from '../../../../contract/moderation/rules.ts'
import { addedRuleKeys, ruleOf } from '../../moderation/rules/rules.ts'
import { site } from '../../../page/site.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { MoreLinks, Section } from './section.tsx'

/** The page `/rules`. Each rule has its own address: `/rules#spam`. */
export function RulesPage() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <article className="mx-auto max-w-5xl px-4 pt-6 pb-28 sm:px-8 sm:pt-10 short:pt-3">
      <PageHeading title="Rules" className="headline max-w-[11em] text-display">
        All the rules
      </PageHeading>
      <p className="mt-2 max-w-[33.8em] text-lead text-ink-muted">
        Every moderation decision cites a rule and explains why.
      </p>
      <div className="mt-8 short:mt-3">
        {Object.entries<Rule>(rules).map(([key, { title, text, measure, isSevere }]) => (
          <Section key={key} id={key} title={title}>
            <p className="text-lead text-ink">{text}</p>
            <p>
              {usually[measure]}
              {isSevere && ' Reports about this are reviewed first.'}
            </p>
          </Section>
        ))}
        {addedRuleKeys().map((key) => {
          const { title, text } = ruleOf(key)
          return (
            <Section key={key} id={key} title={title}>
              <p className="text-lead wrap-anywhere whitespace-pre-line text-ink">{text}</p>
              <p>{usually.hide}</p>
            </Section>
          )
        })}
        <Section title="How decisions are made">
          <p>
            People decide, never software, and reports alone never hide anything. Hidden content can be restored as it
            was. Only an admin can permanently remove a clip, when hiding isn’t enough. The creator is told the rule,
            what the moderators saw and how long the decision applies, but not who made the report.
          </p>
          <p>
            You can appeal a decision once, within {APPEAL_DAYS} days, free of charge. Where possible, a different
            moderator reviews it, and you get an answer.
          </p>
          <p>
            Every decision is listed in the public log, without names or content. Anyone can verify that none was
            altered.
          </p>
          <MoreLinks to={{ '/log': 'Public log', '/notice': 'Legal notice', '/about': `About ${site.siteName}` }} />
        </Section>
      </div>
    </article>
  )
}

const usually: Record<Rule['measure'], string> = {
  warn: 'Usually leads to a warning.',
  hide: 'Usually the clip or the comment is hidden.',
  restrict: 'Usually the account is temporarily blocked from posting.',
  suspend: 'Usually the account is suspended.',
}
