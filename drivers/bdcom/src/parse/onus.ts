/** A row of `show epon active-onu` or `show epon inactive-onu`. */
export interface OnuLine {
  name: string
  status: string
  /** By the clock of the OLT, `YYYY-MM-DD HH:MM:SS`; null: never, or not set. */
  registered: string | null
  deregistered: string | null
  reason: string | null
  /** Time online (active) or absent (inactive), seconds. */
  seconds: number | null
}

const start = /^EPON\d{1,2}\/\d{1,3}:\d{1,4}(?=\s)/i
const date = /\b(\d{4})[-.](\d{1,2})[-.](\d{1,2})[ .](\d{1,2}:\d{2}:\d{2})\b/g
const period = /^(\d{1,6})[.d](\d{1,2}):(\d{2}):(\d{2})$/

/** Rows that the console broke at its width, as one line each. */
function whole(output: string): string[] {
  const lines: string[] = []
  for (const line of output.split('\n').map(text => text.trim())) {
    if (start.test(line)) lines.push(line)
    else if (line === '' || /^-{3}|^interface|^intfname/i.test(line)) lines.push('')
    else if (lines.length > 0 && lines.at(-1) !== '') lines[lines.length - 1] += ` ${line}`
  }
  return lines.filter(line => line !== '')
}

const two = (text: string) => text.padStart(2, '0')
const dateOf = (text: string | undefined): string | null => {
  const [, year, month, day, time] = /^(\d{4})_(\d{1,2})_(\d{1,2})_(\S+)$/.exec(text ?? '') ?? []
  return year === undefined || Number(year) < 2000
    ? null
    : `${year}-${two(month!)}-${two(day!)} ${time!.padStart(8, '0')}`
}
const secondsOf = (text: string | undefined): number | null => {
  const found = period.exec(text ?? '')
  if (!found) return null
  const [days, hours, minutes, seconds] = found.slice(1).map(Number) as [number, number, number, number]
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}
const words: Readonly<Record<string, string>> = { 'power-off': 'PowerOff', 'wire-down': 'LOS' }
const reasonOf = (text: string | undefined): string | null =>
  !text || /^(?:n\/a|unknown|-+)$/i.test(text) ? null : (words[text.toLowerCase()] ?? text)

/**
 * Lists of ONUs with their last registration: interface, MAC address, status, …, last registration, last
 * deregistration, reason, time. Active ONUs have more columns before the times.
 */
export const parseOnuLines = (output: string): OnuLine[] =>
  whole(output).flatMap((line): OnuLine[] => {
    const cells = line.replace(date, '$1_$2_$3_$4').split(/\s+/)
    if (cells.length < 7) return []
    const [name, , status] = cells as [string, string, string]
    return [
      {
        name: name.toUpperCase(),
        status,
        registered: dateOf(cells.at(-4)),
        deregistered: dateOf(cells.at(-3)),
        reason: reasonOf(cells.at(-2)),
        seconds: secondsOf(cells.at(-1)),
      },
    ]
  })
