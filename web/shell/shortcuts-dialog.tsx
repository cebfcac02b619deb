import { Dialog } from '../ui/dialogs/dialog.tsx'

interface Place {
  name: string
  lines: { keys: string[]; does: string }[]
}

/**
 * The shortcuts by page. Several keys of a line are alternatives, or correspond to its words in order. `…` stands for a
 * range of keys.
 */
const places: Place[] = [
  {
    name: 'Feed',
    lines: [
      { keys: ['J', 'Page Down'], does: 'Next clip' },
      { keys: ['K', 'Page Up'], does: 'Previous clip' },
      { keys: ['Home'], does: 'To the top' },
      { keys: ['End'], does: 'To the end' },
    ],
  },
  {
    name: 'Everywhere',
    lines: [
      { keys: ['/'], does: 'Search' },
      { keys: ['?'], does: 'Show keyboard shortcuts' },
      { keys: ['Esc'], does: 'Close dialog or menu' },
      { keys: ['F8'], does: 'Focus the pop-up message' },
    ],
  },
  {
    name: 'Clip page',
    lines: [
      { keys: ['Space', 'K'], does: 'Play or pause' },
      { keys: ['J'], does: 'Back 10 s' },
      { keys: ['L'], does: 'Forward 10 s' },
      { keys: ['Left', 'Right'], does: 'Back, forward 5 s' },
      { keys: ['Up', 'Down'], does: 'Volume up, down' },
      { keys: ['M'], does: 'Mute or unmute' },
      { keys: ['C'], does: 'Captions on or off' },
      { keys: ['<', '>'], does: 'Slower, faster' },
      { keys: ['F'], does: 'Full screen' },
      { keys: ['N', 'P'], does: 'Next, previous clip' },
      { keys: ['0', '…', '9'], does: 'Jump to 0–90%' },
    ],
  },
]

/** The shortcuts of each tab of the moderation page. They replace those of other pages. */
const moderation: Record<string, Place['lines']> = {
  cases: [
    { keys: ['J', 'K'], does: 'Next, previous case' },
    { keys: ['B'], does: 'Show or cover the picture' },
    { keys: ['1', '…', '9'], does: 'Choose the rule' },
    { keys: ['X'], does: 'No violation' },
    { keys: ['W'], does: 'Warn' },
    { keys: ['H'], does: 'Hide' },
    { keys: ['R'], does: 'Restrict the account' },
    { keys: ['S'], does: 'Suspend the account' },
    { keys: ['E'], does: 'Edit the facts (Esc to leave)' },
    { keys: ['C'], does: 'Assign the case to me' },
    { keys: ['V'], does: 'Select the case' },
    { keys: ['Enter'], does: 'Send and go to the next case' },
  ],
  appeals: [
    { keys: ['J', 'K'], does: 'Next, previous appeal' },
    { keys: ['B'], does: 'Show or cover the picture' },
  ],
  comments: [
    { keys: ['J', 'K'], does: 'Next, previous comment' },
    { keys: ['L'], does: 'Approve' },
    { keys: ['1', '…', '9'], does: 'Choose the rule' },
    { keys: ['H'], does: 'Hide' },
    { keys: ['E'], does: 'Edit the facts (Esc to leave)' },
    { keys: ['Enter'], does: 'Send and go to the next comment' },
  ],
}

function listPlaces(): Place[] {
  if (location.pathname !== '/moderation') return places
  const tab = new URLSearchParams(location.search).get('tab') ?? 'cases'
  const lines = Object.hasOwn(moderation, tab) ? moderation[tab] : undefined
  return [...(lines ? [{ name: 'Moderation', lines }] : []), ...places.filter(({ name }) => name === 'Everywhere')]
}

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" description="Disabled while you type." size="wide" onClose={onClose}>
      <div className="-mb-7 gap-12 sm:columns-2">
        {listPlaces().map(({ name, lines }) => (
          <section key={name} className="break-inside-avoid pb-7">
            <h3 className="mb-2 text-small text-ink-muted">{name}</h3>
            <dl className="flex flex-col gap-2.5">
              {lines.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4">
                  <dt className="text-ink-muted">{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <ShortcutKey key={key} name={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function ShortcutKey({ name }: { name: string }) {
  if (name === '…') return <span className="px-1 text-ink-muted">to</span>
  return (
    <kbd className="grid h-7 min-w-7 place-items-center rounded-control bg-surface-raised px-2 font-sans text-small whitespace-nowrap">
      {name}
    </kbd>
  )
}
