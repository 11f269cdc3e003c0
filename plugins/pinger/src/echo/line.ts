/** The result of one echo, as `fping -l -D` prints it. */
export interface Echo {
  /** As it was given to fping. */
  ip: string
  /** Number of the echo to this address, from 0. */
  seq: number
  /** Round trip in ms; null: no answer in time. */
  ms: number | null
  /** Seconds since 1970, of the clock of this machine. */
  at: number
}

/** A longer line is not from fping. */
export const maxLine = 400

const pattern =
  /^\[(\d{1,12}(?:\.\d{1,9})?)\] ([0-9a-fA-F.:]{2,45}) *: \[(\d{1,10})\], (?:timed out\b|\d{1,6} bytes, (\d{1,9}(?:\.\d{1,6})?) ms\b)/

/** Reads a line of `fping -l -D` (fping 4 and 5). Null for any other line. */
export function echoOf(line: string): Echo | null {
  if (line.length > maxLine) return null
  const found = pattern.exec(line)
  if (!found) return null
  const [, at, ip, seq, ms] = found as unknown as [string, string, string, string, string | undefined]
  return { ip, seq: Number(seq), ms: ms === undefined ? null : Number(ms), at: Number(at) }
}

/** The line of one address in the output of `fping -q -C n`. Null for any other line. */
export function countedOf(line: string, count: number): { ip: string; answers: number } | null {
  if (line.length > maxLine) return null
  const [, ip, rest] = /^([0-9a-fA-F.:]{2,45}) *: ([\d. -]+)$/.exec(line) ?? []
  const words = rest?.trim().split(/ +/)
  if (!ip || words?.length !== count || !words.every(word => /^(-|\d{1,9}(\.\d{1,6})?)$/.test(word)))
    return null
  return { ip, answers: words.filter(word => word !== '-').length }
}
