const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown => (value === undefined || Array.isArray(value) ? value : [value])

function demands(part: Record<string, unknown>, key: string): void {
  if (!(key in part)) return
  const list = listOf(part[key])
  part[key] = (list as unknown[]).map(one => (typeof one === 'string' ? { pattern: one } : one))
}

/**
 * Writes out what may be written in short: one value in place of a list of one, and a text in place of
 * `pattern:`. What is no mapping stays for the schema to refuse.
 */
export function writtenOut(given: unknown): unknown {
  if (!isMapping(given)) return given
  const rule = { ...given }
  for (const key of ['must', 'must_not']) demands(rule, key)
  if ('must_each' in rule)
    rule['must_each'] = (listOf(rule['must_each']) as unknown[]).map(each => {
      if (!isMapping(each)) return each
      const own = { ...each }
      for (const key of ['must', 'must_not']) demands(own, key)
      return own
    })
  const scope = rule['for']
  if (isMapping(scope)) {
    const own = { ...scope }
    for (const key of ['driver', 'group', 'type']) if (key in own) own[key] = listOf(own[key])
    rule['for'] = own
  }
  if ('exceptions' in rule) rule['exceptions'] = listOf(rule['exceptions'])
  return rule
}
