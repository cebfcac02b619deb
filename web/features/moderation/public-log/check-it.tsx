import { showErrorToast, showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
// oxlint-disable-next-line import/default -- The import is the script's source text.
import script from './check-log.mjs?raw'

/** Explains how to verify that no line was changed after it was written, without trusting this page. */
export function CheckIt() {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(script)
      showToast('Script copied!', 'Save it as check-log.mjs.')
    } catch {
      showErrorToast('We couldn’t copy the script', 'Select it, and copy it by hand.')
    }
  }
  return (
    <footer className="mt-16 flex max-w-3xl flex-col items-start gap-4 border-t border-line pt-10 text-ink-muted sm:mt-24">
      <h2 className="headline text-title text-ink">Check it yourself</h2>
      <p>
        The lines are a chain: each has a hash, made of the line and of the hash before it. Whoever changes a line, or
        takes one away, has to change every hash after it, and then no longer agrees with anybody who kept one.
      </p>
      <p>
        This script needs nothing of ours, only Node.js. Save it as <code>check-log.mjs</code>, run{' '}
        <code>node check-log.mjs {location.origin}</code>, and keep the hash that it prints. Next time, add that hash to
        the command: the script tells whether its line is still there.
      </p>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so keyboard users must reach it.
        tabIndex={0}
        aria-label="The script"
        className="max-h-96 w-full overflow-auto rounded-card bg-surface p-5 text-small text-ink"
      >
        {script}
      </pre>
      <Button onClick={() => void copy()}>Copy script</Button>
    </footer>
  )
}
