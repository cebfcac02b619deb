import { setSpeed, speeds } from './player-actions.ts'
import { usePlayerValue } from './use-player-value.ts'

export function Speed({ player }: { player: HTMLVideoElement }) {
  const speed = usePlayerValue(player, 'ratechange', (now) => now.playbackRate)
  return (
    <select
      aria-label="Speed"
      data-tooltip="Speed"
      value={speed}
      onChange={({ target }) => setSpeed(player, Number(target.value))}
      className="h-11 w-14 shrink-0 appearance-none rounded-full bg-transparent text-center text-small tabular-nums outline-on-scrim transition-colors duration-150 hover:bg-scrim @max-3xs:hidden"
    >
      {speeds.map((each) => (
        <option key={each} value={each} className="bg-canvas text-ink">
          {each}×
        </option>
      ))}
    </select>
  )
}
