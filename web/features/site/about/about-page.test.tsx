import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { getTrustLists } from '../../../../contract/videos/provenance.ts'
import { formatDay } from '../../../format/day.ts'
import { site } from '../../../page/site.ts'
import { answer, renderScreen } from '../../../test/screens.tsx'
import { AboutPage } from './about-page.tsx'
import { TrustPage } from './trust-page.tsx'

test('About names only the tools that the site offers', () => {
  const initial = site.tools
  onTestFinished(() => void Object.assign(site, { tools: initial }))
  site.tools = ['pika-labs']
  renderScreen(<AboutPage />, { at: '/about' })
  expect(screen.getByText('Pika Labs')).toBeTruthy()
  expect(screen.queryByText('OpenAI Sora')).toBeNull()
  expect(screen.queryByText(/Yours isn’t listed/)).toBeNull()
})

test('Trust names the size, date, source and licence of each list of signers', async () => {
  answer(getTrustLists, {
    reader: 'c2pa 1.0',
    lists: [
      { name: 'official', date: '2026-01-02', certificatesCount: 2, source: 'c2pa.org', licence: 'CC-BY-4.0' },
      { name: 'operator', date: null, certificatesCount: 1, source: null, licence: null },
    ],
  })
  renderScreen(<TrustPage />, { at: '/about/trust' })
  expect(
    await screen.findByText(`2 certificates · of ${formatDay('2026-01-02')} · from c2pa.org · CC-BY-4.0`),
  ).toBeTruthy()
  expect(screen.getByText('1 certificate')).toBeTruthy()
})
