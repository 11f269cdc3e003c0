import { DeviceError } from '@linecard/driver-kit'

/** What the console says where it has no row. */
const nothing =
  /there (?:is|are) no\b|no (?:ont|onu|mac|record|entry|data)\b|total(?: ?\w+){0,3} ?[:=] ?0\b|not exist/i

/** Lines of an output, without what a pager leaves. */
export const linesOf = (output: string): string[] =>
  output
    .replaceAll("--More ( Press 'Q' to quit )--", '')
    .split('\n')
    .map(line => line.trim())

/**
 * The rows, if the output has any, its heading, or a sentence that says that there is none.
 * @throws DeviceError ParseFailed for another output: silence is no empty list
 */
export function proven<T>(rows: T[], output: string, heading: RegExp, command: string): T[] {
  if (rows.length === 0 && !heading.test(output) && !nothing.test(output))
    throw new DeviceError('ParseFailed', `The output of "${command}" is not known`)
  return rows
}

/** `-` and empty cells are no value. */
export const cellOf = (cell: string | undefined): string | null =>
  cell === undefined || cell === '' || /^-+$/.test(cell) ? null : cell

export const numberOf = (cell: string | undefined): number | null =>
  cell !== undefined && /^\d{1,10}$/.test(cell) ? Number(cell) : null
