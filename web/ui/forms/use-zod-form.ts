import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { ErrorCode, Issue } from '../../../contract/errors.ts'
import { isFocusLost } from '../../page/focus.ts'
import { useAction } from '../../page/use-action.ts'
import { focusFirstInvalid } from './focus-first-invalid.ts'

/** The first message of each invalid field. */
type Messages<Values> = Partial<Record<keyof Values, string>>

/** The parts of an `ApiError`, which this layer cannot import. */
type Refusal = { code?: ErrorCode | undefined; sentence?: string | undefined; issues?: Issue[] }

type TextChange = { target: { value: string } }

/** The props that connect a control to a field: a checkbox to a boolean, any other control to its value. */
type FieldProps<Value> = { name: string; error: string | undefined } & ([Value] extends [boolean]
  ? { checked: boolean; onChange: (checked: boolean) => void }
  : { value: Value; onChange: (change: Value | TextChange) => void })

/** The place where a form stores its changed fields while they are unsent, so that they outlive the form. */
interface Draft<Values> {
  read: () => Partial<Values> | undefined
  /** Stores the draft. `undefined` deletes it. */
  store: (changed: Partial<Values> | undefined) => void
}

interface FormOptions<Values, Body, Result> {
  /** The initial values. Later changes of them are ignored. */
  defaults: Values
  /** Fields that were changed earlier. They are kept until they are sent or discarded. */
  draft?: Draft<Values>
  /** Returns the value that the schema parses, if it differs from the values of the fields. */
  toBody?: (values: Values, changed: Partial<Values>) => unknown
  /** Sends the parsed body, and updates what other screens show. */
  submit: (body: Body, values: Values) => Promise<Result>
  /** Called after a success if the form is still on the screen, for example to leave it. */
  onSuccess?: (result: Result) => void
  /** Reports a failure that no field shows. */
  onError: (error: Error) => void
  /**
   * Selects the cached queries that the form may change. Those on the screen are refetched in the background after each
   * attempt, because another user or tab may have acted first.
   */
  affects?: InvalidateQueryFilters
  /** Error codes that concern one field, which shows their message. */
  codes?: { [Code in ErrorCode]?: keyof Values }
  /** Called with the values after each change. */
  onChange?: (values: Values) => void
  /**
   * Title of a toast that repeats the first message, for forms with fields that may be out of view. These forms also
   * call `onError` for failures that a field shows. Without a title, only a message that belongs to no field becomes a
   * toast.
   */
  invalidTitle?: string
}

/**
 * Holds the values of a form, validates them with a schema on submit, and sends them once at a time. The fields show
 * the messages of the schema and of the server. The first invalid field gets the focus, unless the user has moved on
 * since the form was sent. An invalid field is validated again while the user types.
 */
export function useZodForm<Values extends object, Body, Input, Result>(
  schema: z.ZodMiniType<Body, Input>,
  options: FormOptions<Values, Body, Result> &
    ([Values] extends [Input] ? unknown : { toBody: NonNullable<FormOptions<Values, Body, Result>['toBody']> }),
) {
  const { draft, submit, onSuccess, onError, affects, codes, invalidTitle } = options
  const { values, current, messages, setMessages, validate, set, reset, isChanged } = useValues(schema, options)
  const discard = () => draft?.store(undefined)

  const { mutate, isPending, begin, toastInvalid } = useAction({
    mutationFn: async (sent: { body: Body; values: Values }) => {
      const result = await submit(sent.body, sent.values)
      discard()
      return result
    },
    onError: (error) => {
      const found = refusedFields(error, current.current, codes)
      const isShown = Object.keys(found).length > 0
      if (isShown) showMessages(found)
      if (!isShown || invalidTitle) onError(error)
    },
    onSettled: (_result, _error, _sent, _context, { client }) => {
      if (affects) void client.invalidateQueries(affects)
    },
  })

  const { element, noteFocus, requestFocus } = useInvalidFocus(isPending)

  /** Replaces the messages of all fields, and moves the focus to the first field with a message. */
  const showMessages = (found: Messages<Values>) => {
    requestFocus()
    setMessages(found)
  }
  const send = () => {
    if (!begin()) return
    noteFocus()
    const { body, issues, found } = validate()
    showMessages(found)
    if (issues[0]) {
      if (invalidTitle) toastInvalid(invalidTitle, issues[0].message)
      else if (Object.keys(found).length === 0) toastInvalid(issues[0].message)
      return
    }
    mutate({ body: body as Body, values: current.current }, { onSuccess: (result) => onSuccess?.(result) })
  }

  return {
    /** The props of the `<form>` element. */
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault()
        send()
      },
    },
    values,
    isPending,
    /** Whether closing the form would lose typed values. */
    isDirty: !isPending && isChanged,
    /** Returns the props that connect a control to a field. */
    field: <Name extends keyof Values & string>(name: Name) =>
      fieldProps(name, values[name], messages[name], (value) => set({ [name]: value } as Partial<Values>)),
    set,
    send,
    showMessages,
    reset,
    /** Deletes the draft, which a success deletes by itself. */
    discard,
  }
}

/** Holds the values of a form and the messages of its fields. */
function useValues<Values extends object, Body, Input>(
  schema: z.ZodMiniType<Body, Input>,
  {
    defaults,
    draft,
    toBody,
    onChange,
  }: Pick<FormOptions<Values, Body, never>, 'defaults' | 'draft' | 'toBody' | 'onChange'>,
) {
  const [initial] = useState(defaults)
  const [values, setValues] = useState<Values>(() => ({ ...defaults, ...draft?.read() }))
  const [messages, setMessages] = useState<Messages<Values>>({})
  // The current values, for handlers that were created in an earlier render.
  const current = useRef(values)

  const validate = () => {
    const typed = current.current
    const parsed = schema.safeParse(toBody ? toBody(typed, changedFields(initial, typed)) : typed)
    const issues = parsed.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
    return { body: parsed.data, issues, found: byField(issues, typed) }
  }
  const replace = (next: Values) => {
    current.current = next
    setValues(next)
  }
  const set = (changes: Partial<Values>) => {
    replace({ ...current.current, ...changes })
    draft?.store(changedFields(initial, current.current))
    onChange?.(current.current)
    const changed = (Object.keys(changes) as (keyof Values)[]).filter((name) => messages[name] !== undefined)
    if (changed.length === 0) return
    const { found } = validate()
    setMessages((shown) => ({ ...shown, ...Object.fromEntries(changed.map((name) => [name, found[name]])) }))
  }
  const reset = () => {
    replace(initial)
    setMessages({})
  }
  const isChanged = Object.keys(changedFields(initial, values)).length > 0
  return { values, current, messages, setMessages, validate, set, reset, isChanged }
}

/**
 * Returns the ref of a form, and a function that moves the focus to its first invalid field if the focus is lost or
 * still where it was at the last call of `noteFocus`.
 */
function useInvalidFocus(isPending: boolean) {
  const element = useRef<HTMLFormElement>(null)
  const noted = useRef<Element>(null)
  const isRequested = useRef(false)
  // Fields may be disabled while the form is pending, so the focus has to wait.
  useLayoutEffect(() => {
    if (isPending || !isRequested.current) return
    isRequested.current = false
    focusFirstInvalid(element.current, isFocusLost() || document.activeElement === noted.current)
  })
  const noteFocus = () => {
    noted.current = document.activeElement
  }
  const requestFocus = () => {
    isRequested.current = true
  }
  return { element, noteFocus, requestFocus }
}

function fieldProps<Value>(
  name: string,
  value: Value,
  error: string | undefined,
  onChange: (value: Value | string) => void,
): FieldProps<Value> {
  return {
    name,
    error,
    ...(typeof value === 'boolean' ? { checked: value } : { value }),
    onChange: (change: Value | TextChange) => onChange(isTextChange(change) ? change.target.value : change),
  } as unknown as FieldProps<Value>
}

function isTextChange(change: unknown): change is TextChange {
  return typeof change === 'object' && change !== null && 'target' in change
}

function byField<Values extends object>(issues: Issue[], values: Values): Messages<Values> {
  const found: Record<string, string> = {}
  for (const { path, message } of issues) {
    const [name = ''] = path.split('.')
    if (name in values) found[name] ??= message
  }
  return found as Messages<Values>
}

/** Returns the messages of a failed call that concern a field. */
function refusedFields<Values extends object>(
  error: Error & Refusal,
  values: Values,
  codes: FormOptions<Values, unknown, unknown>['codes'],
): Messages<Values> {
  const name = error.code && codes?.[error.code]
  if (name !== undefined && error.sentence) return { [name]: error.sentence } as Messages<Values>
  return byField(error.issues ?? [], values)
}

/** Returns the fields whose value has changed. Spaces around a text do not count. */
function changedFields<Values extends object>(initial: Values, now: Values): Partial<Values> {
  const asText = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value))
  const isChanged = ([name, value]: [string, unknown]) => asText(value) !== asText(initial[name as keyof Values])
  return Object.fromEntries(Object.entries(now).filter(isChanged)) as Partial<Values>
}
