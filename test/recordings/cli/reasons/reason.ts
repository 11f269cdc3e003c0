import type { Row } from '../rows.ts'

/** Two rows that differ, and the recorded output. */
export interface Differing {
  source: string
  platform: string
  area: string
  sample: string
  command: string
  theirs: Row | null
  ours: Row | null
  cells: readonly string[]
  text: string
}

/** Why a difference is right, or at least understood. */
export interface Reason {
  id: string
  text: string
  fits(pair: Differing): boolean
}

/** Text with nothing but letters and digits. */
export const squeezed = (text: unknown): string =>
  String(text ?? '')
    .toLowerCase()
    .replace(/[^\da-z]/g, '')
/** Every differing cell fits, and the other system has a value in each. False for a row on one side only. */
export const every = (
  { theirs, ours, cells }: Differing,
  fits: (cell: string, theirs: string, ours: string) => boolean,
): boolean =>
  theirs !== null &&
  ours !== null &&
  cells.length > 0 &&
  cells.every(
    cell => String(theirs[cell] ?? '') !== '' && fits(cell, String(theirs[cell]), String(ours[cell] ?? '')),
  )
/** The text contains the value. */
export const says = (text: string, value: unknown): boolean =>
  squeezed(value) !== '' && squeezed(text).includes(squeezed(value))
/** Our row that the other system does not have. */
export const alone = ({ theirs, ours }: Differing): Row | null => (theirs === null ? ours : null)
