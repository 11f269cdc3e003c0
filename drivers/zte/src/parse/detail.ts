/** What `show gpon onu detail-info` and `show pon onu information` print of one ONU. */
export interface Detail {
  /** Values by their name in lower case. Empty values and `N/A` are left out. */
  fields: ReadonlyMap<string, string>
  /** All names, also those without a value. */
  names: ReadonlySet<string>
  /** Log of registrations, newest first. Times are by the clock of the OLT. */
  logs: { registered: string; lost: string | null; cause: string | null }[]
}

const entry =
  /^\s*\d{1,3}\s+(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\s+(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d))?(?:\s+(\S.{0,60}))?$/
const known = (time: string | undefined): string | null =>
  time === undefined || time.startsWith('0000') ? null : time

/** The dashed line ends the values; rows of zeros fill up the log. */
export function readDetail(text: string): Detail {
  const fields = new Map<string, string>()
  const names = new Set<string>()
  const logs: Detail['logs'] = []
  for (const line of text.split('\n')) {
    const [, first, second, words] = entry.exec(line.trimEnd()) ?? []
    const registered = known(first)
    if (first !== undefined) {
      const lost = known(second)
      const cause = words === undefined || words === '-' ? null : words
      if (registered) logs.push({ registered, lost, cause: lost === null ? null : cause })
      continue
    }
    const at = line.indexOf(':')
    if (at <= 0) continue
    const name = line.slice(0, at).trim().toLowerCase()
    const value = line.slice(at + 1).trim()
    names.add(name)
    if (value !== '' && !/^n\/?a$/i.test(value) && !fields.has(name)) fields.set(name, value)
  }
  return { fields, names, logs: logs.toSorted((a, b) => b.registered.localeCompare(a.registered)) }
}
