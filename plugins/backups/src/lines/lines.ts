import { mapInSlices } from '@linecard/driver-kit'

/**
 * Lines that are searched and checked. A configuration has some ten thousand; the rest of a longer one is
 * neither searched nor checked, and the answers say so.
 */
export const mostLines = 100_000
/** Characters of a line that are searched and checked. Longer ones are keys and certificates. */
export const mostCharacters = 2000
/** Lines before one among which those are sought that it belongs to. */
export const mostBack = 1000

/** PostgreSQL stores no NUL, and JSON no half of a pair. */
const storable = (line: string) => line.toWellFormed().replaceAll('\0', '\ufffd')

/** The lines of a text, without those after `mostLines`, and without the ends of very long ones. */
export function linesOf(text: string): string[] {
  const lines: string[] = []
  for (let from = 0; from < text.length && lines.length < mostLines;) {
    const found = text.indexOf('\n', from)
    const end = found < 0 ? text.length : found
    lines.push(storable(text.slice(from, Math.min(end, from + mostCharacters))))
    from = end + 1
  }
  return lines
}

/** Whether a text has more lines than `linesOf` gives. */
export function isCut(text: string): boolean {
  let lines = 0
  for (let from = 0; from < text.length; lines++) {
    if (lines >= mostLines) return true
    const found = text.indexOf('\n', from)
    from = found < 0 ? text.length : found + 1
  }
  return false
}

/** Blanks at the start, a tab counts as one; -1: there is nothing else in the line. */
function indentOf(line: string): number {
  const shown = line.trimStart()
  return shown === '' ? -1 : line.length - shown.length
}

/** The blanks at the start of each line; -1 for an empty one. */
export const indentsOf = (lines: readonly string[]): Promise<number[]> => mapInSlices(lines, indentOf)

/** A RouterOS export writes a menu in a line of its own, and its rows below without blanks before them. */
const isMenu = (line: string) => /^\/[a-z]/.test(line)
const isOfMenu = (line: string) => /^(?:add|set|remove)\b/.test(line)

/**
 * The places of the lines that the line at `at` belongs to, the outermost first: those before it with fewer
 * blanks at the start. At most `mostBack` lines are looked at.
 */
export function parentsOf(lines: readonly (string | undefined)[], at: number): number[] {
  const parents: number[] = []
  const own = lines[at] ?? ''
  const last = Math.max(0, at - mostBack)
  let indent = indentOf(own)
  if (indent === 0 && isOfMenu(own)) {
    for (let before = at - 1; before >= last; before--) if (isMenu(lines[before] ?? '')) return [before]
    return []
  }
  for (let before = at - 1; before >= last && indent > 0; before--) {
    const other = indentOf(lines[before] ?? '')
    if (other < 0 || other >= indent) continue
    parents.unshift(before)
    indent = other
  }
  return parents
}

/** The place after the last line of the section that begins at `at`: the lines that belong to its head. */
export function sectionEnd(lines: readonly string[], indents: readonly number[], at: number): number {
  const indent = indents[at]!
  const menu = isMenu(lines[at]!)
  let end = at + 1
  for (let next = at + 1; next < lines.length; next++) {
    const other = indents[next]!
    if (other < 0) continue
    if (menu ? other === 0 && !isOfMenu(lines[next]!) : other <= indent) break
    end = next + 1
  }
  return end
}
