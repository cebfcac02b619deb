import { useId } from 'react'
import { takedownNoticeKinds, type TakedownNoticeKind } from '../../../../contract/moderation/takedown-notices.ts'

const kinds = Object.entries(takedownNoticeKinds) as [TakedownNoticeKind, string][]

export function KindChoice({
  chosen,
  onChange,
}: {
  chosen: TakedownNoticeKind
  onChange: (kind: TakedownNoticeKind) => void
}) {
  const name = useId()
  return (
    <fieldset className="-mx-3 flex flex-col">
      <legend className="px-3 pb-1 text-small font-strong">What is it about?</legend>
      {kinds.map(([kind, label]) => (
        <label
          key={kind}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 transition-colors duration-150 hover:bg-surface"
        >
          <input
            type="radio"
            name={name}
            checked={kind === chosen}
            onChange={() => onChange(kind)}
            className="size-5 shrink-0 accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
