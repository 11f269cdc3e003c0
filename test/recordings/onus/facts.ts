import type { Cell } from './text.ts'

/** What is compared of an ONU. Powers are in dBm, distance in m, temperature in °C, voltage in V, bias in mA. */
export const fields = [
  'there',
  'ident',
  'status',
  'rx',
  'tx',
  'olt_rx',
  'distance',
  'temperature',
  'voltage',
  'bias',
  'description',
] as const
export type Field = (typeof fields)[number]

/** The value of a cell; null: the device says that there is none. */
export type Decode = (cell: Cell) => string | number | null

/** One table of ONUs in a recording, as its MIB describes it. */
export interface OnuFacts {
  /** Name of the table, for the report. */
  name: string
  /** A column with a row for each ONU. */
  list: string
  /** Which rows of `list` are ONUs. Absent: all. */
  isOnu?: (cell: Cell) => boolean
  /** `slot/port:onu`, `ifIndex N`, or null where the index does not tell the place. */
  place(index: string, cell: Cell): string | null
  /** Column, value, and the index of its row for the index of an ONU (absent: the same). */
  columns: Partial<Record<Field, Column | readonly Column[]>>
}
export interface Column {
  oid: string
  decode: Decode
  index?: (index: string) => string
}

/** A number; values in `none` and outside of the range are no values. */
export const number =
  ({ by = 1, plus = 0, none = [], min = -Infinity, max = Infinity }: NumberFacts = {}): Decode =>
  ({ text }) => {
    if (!/^-?\d+$/.test(text) || none.includes(Number(text))) return null
    const value = Number(text) * by + plus
    return value < min || value > max ? null : Math.round(value * 1e6) / 1e6
  }
interface NumberFacts {
  by?: number
  plus?: number
  none?: readonly number[]
  min?: number
  max?: number
}
/** Word by number. */
export const word =
  (words: Readonly<Record<string, string>>): Decode =>
  ({ text }) =>
    words[text] ?? 'Unknown'
/** Four letters and four octets as eight digits; all octets as digits if there are no letters. */
export const serial: Decode = ({ octets }) => {
  if (!octets || octets.length !== 8) return octets ? octets.toString('latin1').trim().toUpperCase() : null
  const letters = octets.toString('latin1', 0, 4)
  const rest = octets.toString('hex', /^[A-Z\d]{4}$/i.test(letters) ? 4 : 0).toUpperCase()
  return /^[A-Z\d]{4}$/i.test(letters) ? letters.toUpperCase() + rest : rest
}
export const text: Decode = cell =>
  (cell.octets?.toString('utf8') ?? cell.text).replace(/\p{Cc}/gu, ' ').trim() || null
/** The first number that matches. */
export const inText =
  (shape: RegExp): Decode =>
  cell => {
    const found = shape.exec(cell.text)?.[1]
    return found === undefined ? null : Number(found)
  }
/** Octets of six as AA:BB:…, or a text of a MAC address. */
export const mac: Decode = ({ octets, text: shown }) => {
  const digits = octets?.length === 6 ? octets.toString('hex') : shown.replace(/[^\da-f]/gi, '')
  return digits.length === 12 ? digits.toUpperCase().match(/../g)!.join(':') : null
}
