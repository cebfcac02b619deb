import BadgeInfo from 'lucide-react/icons/badge-info'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import type { UploadForm } from '../form/upload-form.ts'
import { fieldState, listOffers, type Offer } from './offers.ts'
import type { DetectedMetadata } from '../../../../../contract/media/detected-metadata/detected-metadata.ts'

interface DetectedMetadataSectionProps {
  detected: DetectedMetadata
  form: UploadForm
  onChange: (changed: Partial<UploadForm>) => void
  disabled: boolean
}

/** The file's own account of its making, which the creator can copy to the form. */
export function DetectedMetadataSection({ detected, ...formProps }: DetectedMetadataSectionProps) {
  const headingId = useId()
  const offers = listOffers(detected, formProps.form)
  const { credentials, mark } = detected
  // There is nothing to show if the tags contain only data that the server removes.
  if (!credentials && !mark && offers.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3 rounded-card bg-surface p-5">
      <h3 id={headingId} className="flex items-center gap-2 font-strong">
        <BadgeInfo className="size-4 shrink-0" />
        This file says
      </h3>
      {credentials && (
        <p className="text-small break-words text-ink-muted">
          {credentials.tool
            ? `This file says it was made with ${credentials.tool}. We’ll verify that when you publish.`
            : 'This file has content credentials. We’ll verify them when you publish.'}
        </p>
      )}
      {mark && <p className="text-small text-ink-muted">The file is labelled as {mark}.</p>}
      {offers.length > 0 && (
        <>
          <ul className="flex flex-col">
            {offers.map((offer) => (
              <OfferRow key={offer.name} offer={offer} {...formProps} />
            ))}
          </ul>
          <p className="text-small text-ink-muted">Only what you choose is filled in.</p>
        </>
      )}
    </section>
  )
}

type OfferRowProps = Omit<DetectedMetadataSectionProps, 'detected'> & { offer: Offer }

/**
 * A detected value, with the button that uses it. The button asks before it replaces another value that the creator
 * entered.
 */
function OfferRow({ offer, form, onChange, disabled }: OfferRowProps) {
  const { name, value } = offer
  const state = fieldState(offer, form)
  const button = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  const isUsed = state === 'same'
  const answer = (replaces: boolean) => {
    if (replaces) onChange(offer.fill)
    setAsking(false)
    button.current?.focus()
  }
  return (
    <li className="border-t border-line py-2">
      <div className="flex items-start gap-4">
        <div className="min-w-0 grow">
          <p className="text-small text-ink-muted">{labels[name]}</p>
          <p dir="auto" className="line-clamp-4 break-words whitespace-pre-line">
            {value}
          </p>
        </div>
        <Button
          ref={button}
          aria-disabled={isUsed && !disabled}
          aria-expanded={state === 'other' ? isAsking : undefined}
          disabled={disabled}
          className="bg-surface-raised!"
          onClick={() => (state === 'other' ? setAsking(!isAsking) : onChange(offer.fill))}
        >
          {isUsed ? 'Used' : 'Use'}
          <span className="sr-only"> this {name}</span>
        </Button>
      </div>
      <div role="status">
        {isAsking && state === 'other' && (
          <div className="flex flex-wrap items-center gap-2">
            <p className="w-full text-small">The form already has a different {name}. Replace it?</p>
            <Button onClick={() => answer(true)} className="bg-surface-raised!">
              Replace
            </Button>
            <Button variant="ghost" onClick={() => answer(false)}>
              Keep mine
            </Button>
          </div>
        )}
        {isUsed && <span className="sr-only">The {name} was filled in.</span>}
      </div>
    </li>
  )
}

const labels = { tool: 'Tool', model: 'Model', prompt: 'Prompt' } as const
