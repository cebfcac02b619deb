import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { reportVideo } from '../../../../contract/moderation/reports.ts'
import type { DecisionBody } from '../../../../contract/moderation/decisions.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { DecisionForm } from '../decisions/decision-form.tsx'
import { describeCircumstances } from '../public-log/describe-line.ts'
import { ReportDialog } from '../reports/report-dialog.tsx'
import { AboutPage } from '../../site/about/about-page.tsx'
import { RulesPage } from '../../site/about/rules-page.tsx'
import { answer, renderScreen } from '../../../test/screens.tsx'
import { ruleOf } from './rules.ts'
import { site } from '../../../page/site.ts'

beforeEach(() => {
  const before = site.ownRules
  onTestFinished(() => void Object.assign(site, { ownRules: before }))
  site.ownRules = [
    { key: 'own-2', title: 'No politics', text: 'No campaigns.', isRetired: false },
    { key: 'own-1', title: 'No songs', text: '', isRetired: true },
  ]
})

test('the rules page and About show added rules, but no removed ones', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => scroll.mockRestore())
  renderScreen(<RulesPage />, { at: '/rules#own-2' })
  expect(scroll.mock.contexts).toMatchObject([{ id: 'own-2' }])
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles.slice(-3)).toEqual(['Nothing illegal', 'No politics', 'How decisions are made'])
  expect(screen.getByText('No campaigns.')).toBeTruthy()
  expect(screen.queryByText('No songs')).toBeNull()
  renderScreen(<AboutPage />, { at: '/about' })
  expect(screen.getAllByText('No politics')).toHaveLength(2)
})

test('a report offers added rules before Other and sends the key', async () => {
  const sent = answer(reportVideo, { reportId: 'r1' })
  const user = renderScreen(<ReportDialog kind="video" id="v1" name="A clip" onClose={() => {}} />)
  const reasons = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)
  expect(reasons.slice(-2)).toEqual(['own-2', 'other'])
  await user.click(screen.getByRole('radio', { name: 'No politics' }))
  await user.click(screen.getByRole('button', { name: 'Submit report' }))
  expect(await screen.findByText("Thanks, we've received your report.")).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'own-2' }])
})

test('a decision cites an added rule with its text and name', async () => {
  const send = vi.fn<(decision: DecisionBody) => void>()
  const user = renderScreen(
    <DecisionForm subject="added" kind="video" reported={['own-2']} pending={false} onSend={send} />,
  )
  const rule = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Rule/ })
  expect([...rule.options].slice(-2).map(({ text }) => text.trim())).toEqual(['9 · Nothing illegal', 'No politics'])
  expect(screen.getByText('No campaigns.')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Hide the clip · usual/ }))
  await user.click(screen.getByRole('button', { name: 'Start with “The clip breaks the rule “No politics”: …”' }))
  await user.keyboard('a poster at 0:03')
  await user.click(screen.getByRole('button', { name: 'Hide the clip' }))
  expect(send).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ rule: 'own-2', facts: 'The clip breaks the rule “No politics”: a poster at 0:03' }),
  )
})

test('a decision about reports that name a removed rule preselects the next one, or none', () => {
  const chosenFor = (reported: RuleKey[]) => {
    renderScreen(
      <DecisionForm subject={reported.join()} kind="video" reported={reported} pending={false} onSend={() => {}} />,
    )
    const { value } = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Rule/ })
    cleanup()
    return value
  }
  expect(chosenFor(['own-1', 'own-2'])).toBe('own-2')
  expect(chosenFor(['own-1'])).toBe('')
})

test('removed rules keep their names, and the log keeps earlier names', () => {
  expect(ruleOf('own-1').title).toBe('No songs')
  expect(ruleOf('own-9').title).toBe('Another rule')
  const line = { event: 'decided', kind: 'video', measure: 'hide', duration: null, source: 'own' } as const
  const circumstances = { ...line, rule: 'own-1', ruleTitle: 'No music', detected: 'person', sameJudge: false } as const
  expect(describeCircumstances(circumstances)[0]).toBe('No music')
})
