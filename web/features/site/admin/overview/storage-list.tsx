import { Link } from 'wouter'
import type { Overview } from '../../../../../contract/site/overview.ts'
import { formatBytes } from '../../../../../contract/bytes.ts'
import { countOf } from '../../../../format/count.ts'
import { accountName } from '../../../../people/accounts/accounts.queries.ts'
import { profilePath } from '../../../../people/person.ts'

/** The accounts that store most, and the storage that all accounts use and may use together. */
export function StorageList({ overview: { storage, clips, machine } }: { overview: Overview }) {
  const promised = formatBytes(storage.promisedGb * 1024 ** 3)
  const disk = machine.disks[0]
  return (
    <>
      <ul aria-label="Largest accounts">
        {storage.largest.map((person) => (
          <li
            key={person.id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line py-1"
          >
            {person.username ? (
              <Link
                href={profilePath(person.username)}
                className="block min-w-0 py-2.5 font-strong wrap-anywhere underline-offset-4 hover:underline"
              >
                {accountName(person)} <span className="font-regular text-ink-muted">@{person.username}</span>
              </Link>
            ) : (
              <span className="min-w-0 py-2.5 font-strong wrap-anywhere">{accountName(person)}</span>
            )}
            <span className="pb-2.5 text-small text-ink-muted tabular-nums">
              {formatBytes(person.storedBytes)} · {countOf(person.videosCount, 'clip')}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-small text-ink-muted">
        Together, all accounts store {formatBytes(clips.bytes)} and may store up to {promised}.
      </p>
      {storage.exceedsDisk && disk && (
        <p className="mt-3 text-small text-danger">
          That’s more than the disk holds ({formatBytes(disk.totalBytes)}). Lower the storage per person under Settings,
          or get a larger disk before it fills up.
        </p>
      )}
    </>
  )
}
