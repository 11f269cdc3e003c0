import type { CliOnuPlace } from '../contract/cli-onu.ts'

/** Between the heading of a block and a line of it. */
const between = ' > '

/** A line of an ONU with the heading of its block; without one it stands alone. */
export const onuLine = (head: string | null, text: string): string =>
  (head === null ? '' : head + between) + text.replace(/\s+/g, ' ').trim()

/** The heading and the text of a line of `onuLine`. */
export function partsOfOnuLine(line: string): { head: string | null; text: string } {
  const at = line.indexOf(between)
  return at < 0
    ? { head: null, text: line }
    : { head: line.slice(0, at), text: line.slice(at + between.length) }
}

/** The lines of an output that stand in a block whose heading fits, each with its heading. */
export function blocksOf(output: string, heading: RegExp, end = /^(?:!|#|exit|end|return)$/) {
  const found: { head: string; text: string }[] = []
  let head: string | null = null
  for (const line of output.split('\n')) {
    const text = line.trim()
    if (heading.test(text)) head = text
    else if (text === '' || end.test(text)) head = end.test(text) ? null : head
    else if (head !== null) found.push({ head, text })
  }
  return found
}

/** What stands for the number of the ONU. */
export const onuMark = '<n>'
/** What stands for its serial number or MAC address. */
export const identMark = '<ident>'

/** Whether a text can be typed: an ident is of the ONU that has the line, a covered password is lost. */
export const isTypable = (text: string): boolean => !text.includes(identMark) && !text.includes('***')

/** The text with the number of this place. */
export const atPlace = (text: string, { onu }: CliOnuPlace): string => text.replaceAll(onuMark, String(onu))
