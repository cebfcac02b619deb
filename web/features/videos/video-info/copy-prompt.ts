import { copyText } from '../../../page/share.ts'

export function copyPrompt(text: string): Promise<boolean> {
  return copyText(text, ['Prompt copied!'], ['We couldn’t copy the prompt', 'Select the text and copy it manually.'])
}
