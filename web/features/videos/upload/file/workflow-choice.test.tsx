import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sharedWorkflow } from '../../../../../contract/media/detected-metadata/shared-workflow.ts'
import { renderScreen } from '../../../../test/screens.tsx'
import { HiddenData } from './hidden-data.tsx'
import { answersAbout } from '../../duplicates/file-answers.ts'
import { WorkflowChoice } from './workflow-choice.tsx'

const workflow = sharedWorkflow({
  prompt: '{"4":{"class_type":"LoadImage","inputs":{"image":"/home/canary/me.png","pwd":"canary","text":"A dog"}}}',
})

test('a creator sees the workflow without its secrets before sharing it', async () => {
  const file = new File([], 'clip.mp4')
  const user = renderScreen(<WorkflowChoice file={file} workflow={workflow} disabled={false} />)
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByText('Preview what will be shared'))
  const shown = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'The workflow as it will be shared' })
  expect(JSON.parse(shown.value)).toEqual({
    4: { class_type: 'LoadImage', inputs: { image: 'me.png', pwd: 'removed', text: 'A dog' } },
  })
  expect(answersAbout(file)).toEqual({})
  await user.click(screen.getByRole('checkbox', { name: /Share the workflow/ }))
  expect(answersAbout(file)).toEqual({ workflow: 'share' })
})

test.each([
  { hidden: 'workflow', shared: workflow, isExplained: false },
  { hidden: 'workflow', shared: '', isExplained: true },
  { hidden: 'place', shared: '', isExplained: false },
] as const)('only a workflow that cannot be shared is explained: %o', ({ hidden, shared, isExplained }) => {
  const findings = { hidden: [hidden], detected: { quotes: {}, workflow: shared } }
  const chosen = { file: new File([], 'clip.mp4'), url: '', findings }
  renderScreen(<HiddenData chosen={chosen} disabled={false} />)
  expect(screen.getByRole('status').textContent).toContain(hidden === 'place' ? 'Filming location' : 'The workflow')
  expect(screen.queryByText(/^The workflow can’t be shared/) !== null).toBe(isExplained)
  expect(screen.queryByText('Preview what will be shared') !== null).toBe(shared !== '')
})
