import { TemplateError } from '../contract/error.ts'
import type { Place, RenderedLine, RenderedValue } from '../contract/template.ts'
import { maxLines } from '../base/bounds.ts'
import { mark, type Site } from '../base/site.ts'

const marks = new RegExp(`[${mark.text}${mark.value}]([0-9a-z]+)${mark.end}|${mark.close}`, 'g')

const placeOf = ({ where, line, column }: Site): Place => ({ where, line, column })

/** Cuts the author's white space at both ends. What a value has there stays. */
function trimmed(text: string, values: RenderedValue[], place: Place): RenderedLine {
  const start = Math.min(text.search(/\S/), values[0]?.[0] ?? Infinity)
  const end = Math.max(text.trimEnd().length, values.at(-1)?.[1] ?? 0)
  return {
    text: text.slice(start, end),
    values: start === 0 ? values : values.map(([from, to, ...rest]) => [from - start, to - start, ...rest]),
    place,
  }
}

function lineOf(raw: string, sites: readonly Site[]): RenderedLine | null {
  let text = ''
  let at = 0
  let first: Site | null = null
  let open: { start: number; site: Site } | null = null
  const values: RenderedValue[] = []
  for (const found of raw.matchAll(marks)) {
    text += raw.slice(at, found.index)
    at = found.index + found[0].length
    if (found[1] === undefined) {
      if (open)
        values.push([open.start, text.length, open.site.name, placeOf(open.site), open.site.mayBeEmpty])
      open = null
      continue
    }
    const site = sites[Number.parseInt(found[1], 36)]!
    first ??= site
    if (found[0].startsWith(mark.value)) open = { start: text.length, site }
  }
  text += raw.slice(at)
  return first === null || text.trim() === '' ? null : trimmed(text, values, placeOf(first))
}

/**
 * The lines of marked output. Blank lines are dropped.
 * @throws TemplateError OUTPUT_LIMIT if there are too many
 */
export function decode(output: string, sites: readonly Site[]): RenderedLine[] {
  const lines: RenderedLine[] = []
  for (const raw of output.split('\n')) {
    const line = lineOf(raw, sites)
    if (!line) continue
    if (lines.push(line) <= maxLines) continue
    throw new TemplateError({
      severity: 'error',
      code: 'OUTPUT_LIMIT',
      message: `the template gives more than ${maxLines} lines`,
      hint: 'Loop over fewer items.',
      ...line.place,
    })
  }
  return lines
}
