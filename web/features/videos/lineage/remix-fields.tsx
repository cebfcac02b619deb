import { type License, NO_DERIVATIVES, remixPolicies, type RemixPolicy } from '../../../../contract/videos/remixing.ts'
import { Select } from '../../../ui/forms/field.tsx'
import { licenses, remixPolicyLabels } from './terms.ts'

/** The permissions that a creator grants. An empty licence means that none is stated. */
export interface Terms {
  remixPolicy: RemixPolicy
  license: License | ''
}

interface RemixFieldsProps {
  terms: Terms
  onChange: (changed: Partial<Terms>) => void
  disabled: boolean
  /** Whether the clip is published, and may have been remixed already. */
  isPublished?: boolean
}

/** The fields for who may remix a clip, and for its licence. */
export function RemixFields({ terms: { remixPolicy, license }, onChange, disabled, isPublished }: RemixFieldsProps) {
  const isClosed = license === NO_DERIVATIVES
  return (
    <>
      <Select
        name="license"
        label="Licence"
        hint="In many countries, purely AI-generated work isn’t protected by copyright."
        disabled={disabled}
        value={license}
        onChange={({ target }) => onChange({ license: target.value as License | '' })}
      >
        <option value="">Not stated</option>
        {Object.entries(licenses).map(([id, { label }]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        name="remixPolicy"
        label="Who can remix this"
        hint={isClosed ? 'CC BY-ND allows no remixes.' : isPublished && 'Existing remixes stay.'}
        disabled={disabled || isClosed}
        value={isClosed ? 'nobody' : remixPolicy}
        onChange={({ target }) => onChange({ remixPolicy: target.value as RemixPolicy })}
      >
        {remixPolicies.map((policy) => (
          <option key={policy} value={policy}>
            {remixPolicyLabels[policy]}
          </option>
        ))}
      </Select>
    </>
  )
}
