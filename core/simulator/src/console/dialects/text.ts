/** Texts of consoles: columns, MAC addresses, lists of numbers. */

/** A column that is aligned to the left. */
export const cell = (text: string | number, width: number): string => String(text).padEnd(width)
/** A column that is aligned to the right. */
export const number = (text: string | number, width: number): string => String(text).padStart(width)

/** `001e-5812-3456` for the separator `-` and 4 digits in a group. */
export function macText(mac: Buffer, separator: string, digits: number): string {
  const hex = mac.toString('hex')
  return Array.from({ length: hex.length / digits }, (_, at) =>
    hex.slice(at * digits, (at + 1) * digits),
  ).join(separator)
}

/** VLAN ids of `1,5-7`. Empty if the text is not such a list. */
export function vlanIds(text: string): number[] {
  const parts = text.split(',').map(part => /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim()))
  if (parts.some(part => part === null || Number(part[1]) > Number(part[2] ?? part[1]))) return []
  const ids = parts.flatMap(part =>
    Array.from(
      { length: Number(part![2] ?? part![1]) - Number(part![1]) + 1 },
      (_, at) => Number(part![1]) + at,
    ),
  )
  return ids.every(id => id >= 1 && id <= 4094) ? ids : []
}

/** Writes sorted numbers as `1-3,7`. */
export function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const one of numbers) {
    const last = runs.at(-1)
    if (last && one === last[1] + 1) last[1] = one
    else runs.push([one, one])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

/** Removes quotes around a text. */
export const unquoted = (text: string): string => /^"(.*)"$/.exec(text)?.[1] ?? text

/** A line with a caret under column `at`. */
export const caret = (at: number): string => `${' '.repeat(Math.max(0, at))}^\n`
