import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabsProps<Value extends string> {
  label: string
  /** The open tab. If there is no such tab, for example because its name comes from an address, the first one is open. */
  value: string
  onChange: (value: Value) => void
  /** `preload` requests the code of the content when the tab is about to be pressed. */
  tabs: { value: Value; label: string; content: ReactNode; preload?: () => void }[]
  /** A control of the open tab's content. It is beside the tabs if there is room, otherwise below them. */
  aside?: ReactNode
}

export function Tabs<Value extends string>({ label, value, onChange, tabs, aside }: TabsProps<Value>) {
  const open = tabs.find((tab) => tab.value === value) ?? tabs[0]
  return (
    <Primitive.Root value={open?.value} onValueChange={(next) => onChange(next as Value)}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Primitive.List
          aria-label={label}
          className={`flex grow max-[16rem]:flex-wrap xs:gap-1 rounded-[1.625rem] bg-surface p-1 ${tabs.length > 3 ? 'max-w-2xl' : 'max-w-xl'}`}
        >
          {tabs.map((tab) => (
            <Primitive.Trigger
              key={tab.value}
              value={tab.value}
              onPointerEnter={tab.preload}
              onFocus={tab.preload}
              className={`min-h-11 flex-auto rounded-full px-4 break-normal xs:whitespace-nowrap ${tabs.length > 3 ? 'max-xs:px-1 max-xs:text-small' : 'max-xs:px-2'} font-strong transition-colors ${tab === open ? 'bg-surface-raised text-ink' : 'text-ink-muted hover:text-ink'}`}
            >
              {tab.label}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {aside}
      </div>
      {tabs.map((tab) => (
        // The panel itself is no tab stop, because Tab reaches its content.
        <Primitive.Content key={tab.value} value={tab.value} tabIndex={-1} className="mt-4 short:mt-2">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
