import { type KeyboardEvent, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { COMMENT_MAX_LENGTH, CreateCommentBody } from '../../../../contract/social/comments.ts'
import { isComposing } from '../../../page/keyboard/composing.ts'
import { currentPath } from '../../../page/navigation.ts'
import { Button } from '../../../ui/button.tsx'
import { controlClass, Counter } from '../../../ui/forms/field.tsx'
import { createPersonalDrafts } from '../../../viewer/personal-drafts.ts'
import { readIntent, deleteIntent } from '../../../viewer/sign-in/intent.ts'
import { type PostOptions, usePostComment } from './post-comment.ts'

/** Length from which the form shows the remaining characters. */
const COUNTER_FROM = COMMENT_MAX_LENGTH - 100

type CommentFormProps = Omit<PostOptions, 'onRefused'>

/** The form to post a comment. Enter sends it, and Shift+Enter inserts a line break. */
export function CommentForm(props: CommentFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const counterId = useId()
  const { text, type, isPending, submit } = useTypedComment(props, () => field.current?.focus())
  const { length } = text.trim()
  useEffect(() => {
    // A visitor who signed in to comment here continues in the text box.
    const intent = readIntent(currentPath())
    if (intent?.act !== 'comment' || intent.videoId !== props.videoId) return
    deleteIntent()
    field.current?.focus()
  }, [props.videoId])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-1.5"
    >
      <div className="flex flex-wrap items-end gap-2">
        <textarea
          ref={field}
          dir="auto"
          aria-label="Add a comment"
          aria-describedby={counterId}
          aria-invalid={length > COMMENT_MAX_LENGTH || undefined}
          placeholder="Add a comment..."
          rows={1}
          enterKeyHint="send"
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
          className={`${controlClass} field-sizing-content min-h-11 max-h-40 min-w-0 grow basis-36 resize-none`}
        />
        <Button type="submit" pending={isPending} disabled={length === 0} className="ml-auto">
          Post
        </Button>
      </div>
      <p id={counterId} className="text-small">
        {length >= COUNTER_FROM && <Counter length={length} maxLength={COMMENT_MAX_LENGTH} />}
      </p>
    </form>
  )
}

/**
 * Returns the typed comment and the functions that change and post it. The comment is kept as a draft until it is
 * posted.
 */
function useTypedComment(props: CommentFormProps, focusField: () => void) {
  const draft = draftOf(props.videoId, props.author.id)
  // The card of a clip may show its form behind that of the full-screen view. Both show the same text.
  const text = useSyncExternalStore(draft.subscribe, () => draft.read() ?? '')
  const type = (typed: string) => draft.store(typed || undefined)
  const { mutate, isPending, begin, toastInvalid } = usePostComment({
    ...props,
    // Reads the draft instead of the state, because an expired session unmounts the form.
    onRefused: (refused) => type([refused, draft.read()].filter(Boolean).join('\n')),
  })

  const submit = () => {
    if (!begin()) return
    const parsed = CreateCommentBody.safeParse({ text })
    if (!parsed.success) return toastInvalid('Validation error', parsed.error.issues[0]?.message)
    type('')
    // The button is now disabled and would lose the focus.
    focusField()
    mutate(parsed.data.text)
  }
  return { text, type, isPending, submit }
}

/** Unposted comments by video. */
const draftOf = createPersonalDrafts<string>()
