import { site } from '../../../page/site.ts'

const promises = [
  ['Watch & Share', 'A wall of moving pictures, each with its own link.'],
  ['Creator Community', 'We’re opening to the first 100 creators. Each gets a numbered profile badge.'],
  ['AI-Powered', 'Every clip names its AI tool, and many share the prompt.'],
  ['Upload Videos', 'Any length, any shape, up to 5 GB.'],
] as const

/** A panel beside the form that presents the site. Shown on wide screens only. */
export function AuthPanel() {
  return (
    <aside className="relative hidden overflow-hidden rounded-card bg-surface p-12 lg:flex lg:min-h-[36rem] lg:flex-col lg:justify-between gap-10">
      <div
        aria-hidden="true"
        className="absolute -top-40 -right-40 size-[32rem] rounded-full bg-[radial-gradient(var(--accent),transparent_70%)] opacity-35"
      />
      <p className="headline relative max-w-[7.1em] text-display">{site.splashTagline}</p>
      <ul className="relative grid grid-cols-2 gap-x-10 gap-y-7">
        {promises.map(([name, sentence]) => (
          <li key={name}>
            <h2 className="font-strong">{name}</h2>
            <p className="mt-1 text-small text-ink-muted">{sentence}</p>
          </li>
        ))}
      </ul>
    </aside>
  )
}
