/** The moderator's text about something that a colleague has decided first, so that it can be copied. */
export function UnsentText({ text }: { text: string }) {
  return (
    <div>
      <p className="text-small text-ink-muted">Your text was not sent:</p>
      <p dir="auto" className="whitespace-pre-line select-all">
        {text}
      </p>
    </div>
  )
}
