import { parseSync } from 'vite'

/** A text that people read: on a screen, in a reply or on a terminal. */
export interface Text {
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

/** Code that looks like words. */
const codeAttributes = /^(className|style|href|src|id|key|type|rel|role|d|viewBox|allow|autoComplete|htmlFor)$/
const codeCalls = /^(buttonClass|require|fileURLToPath|join|querySelector\w*|closest|matches|test|getItem|setItem)$/
const sqlOrPolicy = /^(select|insert|truncate|alter|create|drop|copy|begin|pragma|listen|local all|default-src)\b/

/**
 * Finds the texts of one file, in order. Values within a text are shown as `{…}`. Whether a string is a text is guessed
 * from its form, with a preference for one too many.
 *
 * @param file Its name decides how it is parsed: `.ts` or `.tsx`.
 */
export function findTexts(file: string, source: string): Text[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: Text[] = []
  const keep = (node: Node, text: string) => {
    const line = source.slice(0, node.start).split('\n').length
    found.push({ line, text: text.replaceAll(/\s+/g, ' ').trim() })
  }
  visit(program as unknown as Node, keep)
  return found
}

/** Finds the texts of an HTML page: those between its tags. */
export function findTextsInHtml(source: string): Text[] {
  const visible = source.replaceAll(/<(script|style)[\s>][^]*?<\/\1>/g, (whole) => whole.replaceAll(/[^\n]/g, ' '))
  return [...visible.matchAll(/>([^<]*\p{L}[^<]*)</gu)].map(({ index, 1: text = '' }) => ({
    line: visible.slice(0, index).split('\n').length,
    text: text.replaceAll(/\s+/g, ' ').trim(),
  }))
}

type Keep = (node: Node, text: string) => void

function visit(node: Node, keep: Keep): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      if (node.source) return
      break
    case 'TSLiteralType':
    case 'TaggedTemplateExpression':
      return
    case 'JSXAttribute':
      if (codeAttributes.test(String((node.name as Node).name))) return
      break
    case 'CallExpression':
      if (codeCalls.test(nameOfCall(node))) return
      break
    case 'JSXElement':
    case 'JSXFragment':
      keepChildren(node, keep)
      break
    case 'Literal':
      if (typeof node.value === 'string' && isRead(node.value)) keep(node, node.value)
      return
    case 'TemplateLiteral': {
      const text = templateText(node)
      if (isRead(text)) keep(node, text)
      break
    }
  }
  for (const child of childrenOf(node)) visit(child, keep)
}

/** A sentence continues across the elements and values in it. */
function keepChildren(node: Node, keep: Keep): void {
  const children = node.children as Node[]
  const first = children.find((child) => child.type === 'JSXText' && /\p{L}/u.test(String(child.value)))
  if (!first) return
  const parts = children.map((child) => (child.type === 'JSXText' ? String(child.value) : valueText(child)))
  keep(first, parts.join(''))
}

function valueText({ expression }: Node): string {
  const { type, value } = (expression ?? {}) as Node
  return type === 'Literal' && typeof value === 'string' ? value : '{…}'
}

function templateText({ quasis }: Node): string {
  return (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{…}')
}

function nameOfCall({ callee }: Node): string {
  const { name, property } = callee as Node & { property?: Node }
  return String(name ?? property?.name)
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([field]) => field !== 'parent')
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
}

/** Words with capitals or spaces; not identifiers, classes, addresses, headers or constants. */
function isRead(text: string): boolean {
  if (sqlOrPolicy.test(text)) return false
  const words = text.trim().split(/\s+/)
  const plain = words.filter((word) => /^[“"'‘(]*(\p{L}[\p{L}\d’'-]*|\{…\}|[\d.,]+|·|–)['’”".,:;!?…)%]*$/u.test(word))
  if (!/\p{L}{2}/u.test(text.replaceAll('{…}', ''))) return false
  if (words.length === 1) return /^\p{Lu}+[\p{Ll}-][\p{L}-]*[.!…]?$/u.test(text.trim())
  const looksLikeClasses =
    words.every((word) => /^-?[a-z0-9@*&[\]():./!%_>,'#=+~-]+$/.test(word)) && !/[.!?…,]$/.test(text)
  return plain.length / words.length > 0.6 && !(looksLikeClasses && words.some((word) => /[-:[\]/]|\d/.test(word)))
}
