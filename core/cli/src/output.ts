import type { TableColumns } from '@linecard/plugin-kit'

export const formats = ['table', 'json', 'yaml'] as const
export type Format = (typeof formats)[number]

/** What is printed, before it is laid out: it may be drawn in another process. */
export type Printed =
  | { head: readonly string[]; rows: readonly string[][] }
  | { text: string }
  | { json: unknown }
  | { yaml: unknown }

const isNamed = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

/**
 * Text of one cell. An interface or a model is shown by its name. Control characters in a description must
 * not reach the terminal. Null is a dash, because an empty cell would shift the columns for other tools.
 */
function cell(value: unknown): string {
  if (value == null) return '-'
  const text = isNamed(value) ? value.name : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replace(/\p{Cc}/gu, '?')
}

function columnsOf(rows: readonly object[]): TableColumns {
  const keys = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return Object.fromEntries(keys.map(key => [key, (row: never) => row[key]]))
}

function tableOf(rows: readonly object[], columns: TableColumns = columnsOf(rows)): Printed {
  if (rows.length === 0) return { text: 'nothing found' }
  const picks = Object.values(columns)
  return { head: Object.keys(columns), rows: rows.map(row => picks.map(pick => cell(pick(row as never)))) }
}

/**
 * One object or a list, in the chosen format. JSON and YAML contain all data; a table contains only the named
 * columns.
 */
export function printed(data: unknown, format: Format, columns?: TableColumns): Printed {
  if (format === 'json') return { json: data }
  if (format === 'yaml') return { yaml: data }
  if (Array.isArray(data))
    return data.every(row => row !== null && typeof row === 'object')
      ? tableOf(data, columns)
      : { text: data.map(cell).join('\n') }
  if (data !== null && typeof data === 'object' && columns) return tableOf([data], columns)
  if (data !== null && typeof data === 'object')
    return tableOf(Object.entries(data).map(([name, value]) => ({ name, value })))
  return { text: cell(data) }
}

/** As text. Loads only what this form needs. */
export async function draw(what: Printed): Promise<string> {
  if ('text' in what) return what.text
  if ('json' in what) return JSON.stringify(what.json, null, 2)
  if ('yaml' in what) return (await import('yaml')).stringify(what.yaml).trimEnd()
  return (await import('./table.ts')).drawTable(what)
}
