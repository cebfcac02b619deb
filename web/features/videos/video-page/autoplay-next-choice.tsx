import { mayAutoplay } from '../../../page/autoplay.ts'
import { useStore } from '../../../page/use-store.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { autoplayNext, chooseAutoplayNext } from './autoplay-next.ts'

/** The choice of what happens when a clip ends. There is none if clips do not play by themselves. */
export function AutoplayNextChoice() {
  const isAutomatic = useStore(autoplayNext)
  if (!mayAutoplay()) return null
  return <Checkbox label="Autoplay next" checked={isAutomatic} onChange={chooseAutoplayNext} />
}
