import { useState } from 'react'

const sizes = {
  xs: 'size-6 text-small',
  sm: 'size-8 text-small',
  md: 'size-12 text-lead',
  lg: 'size-16 text-title',
  xl: 'size-16 text-display sm:size-24 short:size-16',
} as const

interface AvatarProps {
  src: string | null | undefined
  /** Shown without a picture, or if the picture fails to load. */
  fallback: string
  /** Empty if a name is shown beside it. */
  alt?: string
  size?: keyof typeof sizes
}

export function Avatar({ src, fallback, alt = '', size = 'sm' }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const shape = `${sizes[size]} shrink-0 rounded-full`
  if (src && src !== failedSrc) {
    return (
      <img
        src={src}
        alt={alt}
        onError={() => setFailedSrc(src)}
        className={`${shape} bg-surface-raised object-cover`}
      />
    )
  }
  return (
    <span
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      className={`${shape} grid place-items-center bg-ink/10 font-strong text-ink`}
    >
      {fallback}
    </span>
  )
}

/** Returns the uppercase first letter of the first of these names that is not empty, otherwise `'U'`. */
export function initial(...names: (string | null | undefined)[]): string {
  const [letter = 'U'] = names.find((name) => name) ?? 'U'
  return letter.toUpperCase()
}
