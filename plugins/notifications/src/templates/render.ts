import type { BoundChannel, MessageKind } from '@linecard/plugin-kit'
import type { Renderer, Variables, RenderedLine } from '@linecard/template-kit'
import { oneLine } from '../intake/texts.ts'
import { escapedHtml } from '@linecard/plugin-kit/html'

/** The line with its values escaped. The text of the author is HTML already. */
function htmlOf({ text, values }: RenderedLine): string {
  let [html, at] = ['', 0]
  for (const [start, end] of values) {
    html += text.slice(at, start) + escapedHtml(text.slice(start, end))
    at = end
  }
  return html + text.slice(at)
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#96;': '`',
  '&nbsp;': ' ',
  '&amp;': '&',
}

/** The text of HTML that a template gave: without tags, one line for each line break or paragraph. */
export const plainOf = (html: string): string =>
  html
    .replace(/\n/g, '\n')
    .replace(/<br\s*\/?>\n?|<\/(?:p|div|li|tr|h[1-6])>\n?/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|#96|nbsp|amp);/g, entity => entities[entity]!)
    .trim()

export interface RenderedMessage {
  subject: string
  /** In the format of the channel. */
  body: string
  plain: string
}

interface Titled {
  kind: MessageKind
  severity: string
  title: string
  /** Name of the device; null: none. */
  device: string | null
}

/** One line that says what it is about. */
export function subjectOf({ kind, severity, title, device }: Titled): string {
  const sign = { alert: `[${severity.toUpperCase()}] `, resolved: '[RESOLVED] ', notification: '' }[kind]
  return oneLine(`${sign}${title}${device === null ? '' : ` (${device})`}`, 200)
}

/**
 * Renders a template for a channel. Values are escaped in HTML.
 * @throws TemplateError with the place of the mistake
 */
export async function renderFor(
  renderer: Renderer,
  { format }: Pick<BoundChannel, 'format'>,
  text: string,
  variables: Variables,
): Promise<Omit<RenderedMessage, 'subject'>> {
  const { lines } = await renderer.render({ text }, variables)
  if (format === 'text') {
    const body = lines.map(line => line.text).join('\n')
    return { body, plain: body }
  }
  const body = lines.map(htmlOf).join('\n')
  return { body, plain: plainOf(body) }
}
