import EyeOff from 'lucide-react/icons/eye-off'
import { type PrivateKind, privateKinds } from '../../../../contract/metadata/private-data.ts'

/** What the chosen file tells that viewers do not see, before a byte is sent. */
export function HiddenData({ kinds }: { kinds: readonly PrivateKind[] }) {
  return (
    <div role="status" className="text-small">
      {kinds.length > 0 && (
        <div className="mt-3 flex flex-col gap-2 rounded-card bg-surface p-4">
          <p className="flex items-center gap-2 font-strong">
            <EyeOff aria-hidden="true" className="size-4 shrink-0" />
            Removed before anybody sees it
          </p>
          <ul className="list-disc pl-6 text-ink-muted">
            {Object.entries(privateKinds).map(
              ([kind, words]) => kinds.includes(kind as PrivateKind) && <li key={kind}>{words}</li>,
            )}
          </ul>
          <p className="text-ink-muted">
            These are stored inside the file. The clip looks and sounds the same without them, and the file on your
            device stays as it is.
          </p>
        </div>
      )}
    </div>
  )
}
