import Table from 'cli-table3'
import { stringify } from 'yaml'
import type { TableColumns } from '@linecard/plugin-kit'

export const formats = ['table', 'json', 'yaml'] as const
export type Format = (typeof formats)[number]

const withoutLines = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

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

/** Rows as an aligned table without lines, so that other tools can cut and sort it. */
export function tableText(rows: readonly object[], columns: TableColumns = columnsOf(rows)): string {
  if (rows.length === 0) return 'nothing found'
  const table = new Table({
    head: Object.keys(columns),
    chars: withoutLines,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  })
  for (const row of rows) table.push(Object.values(columns).map(pick => cell(pick(row as never))))
  return table.toString().replace(/ +$/gm, '')
}

/**
 * One object or a list, in the chosen format. JSON and YAML contain all data; a table contains only the named
 * columns.
 */
export function render(data: unknown, format: Format, columns?: TableColumns): string {
  if (format === 'json') return JSON.stringify(data, null, 2)
  if (format === 'yaml') return stringify(data).trimEnd()
  if (Array.isArray(data))
    return data.every(row => row !== null && typeof row === 'object')
      ? tableText(data, columns)
      : data.map(cell).join('\n')
  if (data !== null && typeof data === 'object' && columns) return tableText([data], columns)
  if (data !== null && typeof data === 'object')
    return tableText(Object.entries(data).map(([name, value]) => ({ name, value })))
  return cell(data)
}
