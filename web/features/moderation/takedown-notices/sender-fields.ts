import { NOTICE_NAME_MAX_LENGTH, NOTICE_TEXT_MAX_LENGTH } from '../../../../contract/moderation/takedown-notices.ts'

/** Props of the fields that identify the sender of a takedown notice or a counter-notice. */
export const senderFields = {
  name: { label: 'Your name', autoComplete: 'name', maxLength: NOTICE_NAME_MAX_LENGTH, required: true },
  contact: {
    label: 'Your postal address and phone number',
    rows: 3,
    maxLength: NOTICE_TEXT_MAX_LENGTH,
    required: true,
  },
  signature: {
    label: 'Signature',
    hint: 'Type your full name.',
    autoComplete: 'off',
    maxLength: NOTICE_NAME_MAX_LENGTH,
    required: true,
  },
}
