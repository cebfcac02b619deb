import type { ComponentProps } from 'react'
import { TextArea } from '../../../../ui/forms/field.tsx'

type FieldProps = Pick<ComponentProps<typeof TextArea>, 'name' | 'value' | 'onChange' | 'error'>

interface BlockListFieldsProps {
  emailDomains: FieldProps
  networks: FieldProps
  linkDomains: FieldProps
}

/** The lists against spam, each with one entry per line. */
export function BlockListFields({ emailDomains, networks, linkDomains }: BlockListFieldsProps) {
  return (
    <>
      <p className="text-small text-ink-muted">
        One entry per line, up to 1,000 each. Subdomains are included. Existing accounts and posts aren’t affected.
      </p>
      <TextArea
        label="Blocked email domains"
        hint="No one can sign up with these, or change their email to one. For example: spam.example"
        rows={4}
        {...emailDomains}
      />
      <TextArea
        label="Blocked networks"
        hint="No one can sign up from these addresses. For example: 192.0.2.0/24 or 2001:db8::/32"
        rows={4}
        {...networks}
      />
      <TextArea
        label="Blocked link domains"
        hint="Members’ comments with these links are held for review. Clip texts and profiles can’t contain them."
        rows={4}
        {...linkDomains}
      />
    </>
  )
}
