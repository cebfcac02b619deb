import MarkdownIt from 'markdown-it'

export interface RenderedPage {
  title: string
  /** HTML without the title. */
  html: string
  /** The first paragraph as plain text, or an empty string. */
  summary: string
}

/** Allowed link targets: other sites, mail, and paths and anchors of this site. `//host` would lead to another site. */
const allowedLink = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i

/** Renders Markdown. HTML in the text is shown as text, and pictures are not shown. */
const markdown = new MarkdownIt({ html: false }).disable('image')
markdown.validateLink = (address) => allowedLink.test(address)
markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet('rel', 'noopener noreferrer')
  return renderer.renderToken(tokens, index, options)
}

/** Aligns table columns with a class (`site-text.css`), because the page's policy forbids inline styles. */
for (const rule of ['th_open', 'td_open']) {
  markdown.renderer.rules[rule] = (tokens, index, options, _env, renderer) => {
    const cell = tokens[index]
    const side = /^text-align:(\w+)$/.exec(String(cell?.attrGet('style')))?.[1]
    if (cell && side) cell.attrs = [['class', `aligned-${side}`]]
    return renderer.renderToken(tokens, index, options)
  }
}

/** Renders a page. @param title Title of a page whose text does not begin with a heading. */
export function renderMarkdown(text: string, title: string): RenderedPage {
  const env = {}
  const tokens = markdown.parse(text, env)
  const [first, heading] = tokens
  const ownTitle = first?.type === 'heading_open' && first.tag === 'h1' ? plainText(heading) : ''
  const body = ownTitle ? tokens.slice(3) : tokens
  // A page has one heading of level 1.
  for (const token of body) if (token.tag === 'h1') token.tag = 'h2'
  const paragraph = body.findIndex(({ type }) => type === 'paragraph_open')
  return {
    title: ownTitle || title,
    html: markdown.renderer.render(body, markdown.options, env),
    summary: plainText(body[paragraph + 1]),
  }
}

type Token = ReturnType<typeof markdown.parse>[number]

function plainText(inline: Token | undefined): string {
  const parts = inline?.children?.map(({ type, content }) => (type.endsWith('break') ? ' ' : content)) ?? []
  return parts.join('').trim()
}
