import { reportReasons } from '../../../../contract/moderation/reports.ts'
import { sitePages } from '../../../../contract/site/static-pages.ts'
import { toolLabels } from '../../../../contract/videos/videos.ts'
import { showShortcuts } from '../../../page/keyboard/shortcuts.ts'
import { addedRuleKeys, labelOfReason } from '../../moderation/rules/rules.ts'
import { isInAlpha, site } from '../../../page/site.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { MoreLinks, Section } from './section.tsx'

const { other: _freeText, ...namedReasons } = reportReasons

export function AboutPage() {
  const namedTools = site.tools.filter((tool) => tool !== 'other')
  return (
    <article className="mx-auto max-w-5xl px-4 pt-10 pb-28 sm:px-8">
      <p className="mb-5 text-ink-muted">About {site.siteName}</p>
      <PageHeading title="About" className="headline max-w-[11em] text-display">
        A gallery for things nobody filmed
      </PageHeading>
      <p className="mt-6 max-w-[33.8em] text-lead text-ink-muted">
        {site.siteName} is a place to create, share and discover AI-generated videos.
        {isInAlpha() && ' It is in alpha, and small on purpose.'}
      </p>

      <div className="mt-16 sm:mt-24">
        <Section title="Our Mission">
          <p>
            A new kind of moving picture is being made: by one person, at a desk, out of a sentence. Most of it is seen
            once, in a chat, and lost. We give it a wall, a name and an audience.
          </p>
          <p>
            We show how a clip was made as well as what it shows: its tool and, if the creator shares it, the prompt.
            You can learn from what you like.
          </p>
          <p>And we show how we know: what the file proves, what it only claims, and what only its creator says.</p>
          <ButtonLink href="/about/trust" className="mt-2">
            How we know
          </ButtonLink>
        </Section>
        <Section title="For Creators">
          <p>
            Publish clips of any shape and length. They stay yours: edit the details, or delete a clip and all its
            files, whenever you want.
          </p>
          <p>
            {isInAlpha()
              ? 'The alpha opens with the first 100 creators. Each gets a profile badge'
              : 'Each of the first 100 creators gets a profile badge'}{' '}
            that shows their number: #1 joined first. You see who follows you, who likes your clips and what people say
            about them.
          </p>
          <ButtonLink href="/upload" variant="primary" className="mt-2">
            Upload a clip
          </ButtonLink>
        </Section>
        <Section title="Supported Tools">
          <p>Bring what you made with any of these. Every clip names its tool.</p>
          <ul className="headline mt-2 grid gap-x-10 text-title sm:grid-cols-2">
            {namedTools.map((tool) => (
              <li key={tool} className="border-t border-line py-3">
                {toolLabels[tool]}
              </li>
            ))}
          </ul>
          {site.tools.includes('other') && (
            <p>Yours isn’t listed? Choose {toolLabels.other} and name it in the caption.</p>
          )}
        </Section>
        <Section title="Community Guidelines">
          <p>
            Post what you made with AI, and only what you have the right to share. Be kind to the person behind the
            prompt. If a clip shows a real person, get their consent.
          </p>
          <p>Anyone can report a clip, signed in or not, for one of these reasons:</p>
          <ul className="flex flex-wrap gap-2">
            {[...Object.values(namedReasons), ...addedRuleKeys().map(labelOfReason)].map((reason) => (
              <li
                key={reason}
                className="max-w-full rounded-full bg-surface px-4 py-2 text-small wrap-anywhere text-ink"
              >
                {reason}
              </li>
            ))}
          </ul>
          <p>
            Or use your own words. A person reviews every report. Reports alone never hide anything, however many there
            are, and the creator never learns who sent them. A video whose file no longer plays is hidden until it does.
          </p>
          <MoreLinks to={{ '/rules': 'All rules', '/log': 'Public log', '/notice': 'Legal notice' }} />
        </Section>
      </div>

      <MoreLinks to={Object.fromEntries(Object.entries(sitePages).map(([name, title]) => [`/${name}`, title]))}>
        <Button variant="ghost" onClick={showShortcuts}>
          Keyboard shortcuts
        </Button>
      </MoreLinks>
    </article>
  )
}
