import type { TextSpan } from './classify.ts'

/** Fields of the marks that generators write into JSON, next to other fields. */
const markFields =
  /^(label|aigc\w*|content(producer|propagator)|produceid|propagateid|reservedcode\d|product|exporttype|source_info|vid|vid_md5)$/i
const markJson = /"(aigc\w*|ContentProducer|source_info)"\s*:|"product"\s*:\s*"dreamina"/i
/** A JSON string. The second group says whether it is a name. */
const token = /"((?:[^"\\]|\\.)*)"(\s*:)?/g
const MARK_MAX_LENGTH = 2 ** 20

/** Whether a string is JSON with a mark that says that AI made the clip. */
export function hasMark(text: string): boolean {
  return text.length <= MARK_MAX_LENGTH && /^\s*\{/.test(text) && markJson.test(text)
}

/** Returns the strings outside of marks, in JSON for which `hasMark` is true. Blanking them leaves valid JSON. */
export function withoutMarks(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  let field = ''
  for (const { 1: value = '', 2: colon, index } of text.matchAll(token)) {
    if (colon !== undefined) field = value
    else if (!markFields.test(field) && value.trim() !== '') spans.push({ start: index + 1, length: value.length })
  }
  return spans
}
