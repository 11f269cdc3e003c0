import type { Finding } from '../contract/finding.ts'

/** Tells one mistake. Columns are from 1. */
export type Say = (
  code: string,
  place: { line: number; column: number },
  message: string,
  hint: string,
  severity?: Finding['severity'],
) => void

/** Most findings of one lint: an author fixes the first ones first. */
export const maxFindings = 200

/** Gathers findings, each once. */
export function gather(findings: Finding[]): (where: string) => Say {
  const seen = new Set(findings.map(({ where, line, column, code }) => `${where} ${line} ${column} ${code}`))
  return where =>
    (code, { line, column }, message, hint, severity = 'error') => {
      const key = `${where} ${line} ${column} ${code}`
      if (seen.has(key) || findings.length >= maxFindings) return
      seen.add(key)
      findings.push({ severity, code, message, hint, where, line, column })
    }
}
