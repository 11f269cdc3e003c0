/**
 * The row with all fields of its schema but `interface`; null where the row has none. Null instead of a row
 * of which nothing is known.
 */
export function complete({ properties }: { properties: object }, row: object | null | undefined) {
  const names = Object.keys(properties).filter(name => name !== 'interface')
  const fields = names.map(name => [name, (row as Record<string, unknown> | null)?.[name] ?? null] as const)
  return fields.some(([, value]) => value !== null) ? Object.fromEntries(fields) : null
}
