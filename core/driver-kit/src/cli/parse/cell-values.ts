import { parseMac } from '../../codecs/mac.ts'

/** A text; null for the words and dashes that devices write for "none". */
export const textCell = (cell: string | undefined): string | null =>
  cell === undefined || /^(?:-+|n\/a|none|\(null\)|<?not (?:defined|advertised|set)>?)?$/i.test(cell)
    ? null
    : cell
/** A text that an operator wrote, who may have written "none". */
export const freeTextCell = (cell: string | undefined): string | null => cell ?? null
export const unquotedCell = (cell: string | undefined): string | null =>
  textCell(cell?.replace(/^["']|["']$/g, ''))
export const numberCell = (cell: string | undefined): number | null => {
  const found = /^\D{0,12}(\d{1,9})\b/.exec(cell ?? '')
  return found ? Number(found[1]) : null
}
/** `Gi0/1, Gi0/2` as a list. Ranges are kept as they are; marks after names (`(S)`, `(U)`) are removed. */
export const listCell = (cell: string | undefined): string[] | null =>
  cell === undefined
    ? null
    : cell
        .split(/[\s,]+/)
        .map(one => one.replace(/\([A-Z]\)$/i, ''))
        .filter(one => one !== '' && !/^(?:none|-+)$/i.test(one))

/** A chassis or port id: a MAC address in our notation, else the text. */
export const idCell = (cell: string | undefined): string | null => {
  const text = unquotedCell(cell)
  return text === null ? null : (parseMac(text) ?? text)
}
