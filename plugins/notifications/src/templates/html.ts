import { escapedHtml } from '@linecard/plugin-kit/html'
import type { RenderedLine } from '@linecard/template-kit'

/** The line with its values escaped. The text of the author is HTML already. */
export function htmlOf({ text, values }: RenderedLine): string {
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
