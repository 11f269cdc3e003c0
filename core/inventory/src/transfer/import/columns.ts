import { isIP } from 'node:net'
import { fail } from '../../errors.ts'
import { unguarded } from '@linecard/plugin-kit/csv'

/**
 * The fields of an import by their headings. A file without headings has the first seven, in this order.
 */
export const headings = {
  ip: 'ip',
  login: 'login',
  password: 'password',
  'ro community': 'public_community',
  'rw community': 'private_community',
  name: 'name',
  'model key': 'model',
  'enable password': 'enable_password',
  'access profile': 'access',
  group: 'group',
  location: 'location',
  description: 'description',
  mac: 'mac',
  serial: 'serial',
  enabled: 'enabled',
  latitude: 'latitude',
  longitude: 'longitude',
} as const
export type Heading = keyof typeof headings
export type Field = (typeof headings)[Heading]
export const headingOf = Object.fromEntries(
  Object.entries(headings).map(([heading, field]) => [field, heading]),
) as Record<Field, Heading>

const positional: readonly Field[] = [
  'ip',
  'login',
  'password',
  'public_community',
  'private_community',
  'name',
  'model',
]
const aliases: Readonly<Record<string, Heading>> = {
  address: 'ip',
  'ip address': 'ip',
  user: 'login',
  community: 'ro community',
  'read community': 'ro community',
  'public community': 'ro community',
  'write community': 'rw community',
  'private community': 'rw community',
  access: 'access profile',
  'mac address': 'mac',
  'serial number': 'serial',
  lat: 'latitude',
  lon: 'longitude',
}
/** Columns of our export that are only for people. */
const passedOver = new Set(['vendor', 'type', 'status', 'status changed', 'interfaces read', 'added'])
const secret: ReadonlySet<Field> = new Set<Field>([
  'login',
  'password',
  'enable_password',
  'public_community',
  'private_community',
])

export type Cells = Partial<Record<Field, string>>

/** The columns of a file. */
export interface Layout {
  /** Whether the first line has headings. */
  headed: boolean
  /** Null: the cell is ignored. */
  fields: readonly (Field | null)[]
}

const plain = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .replace(/\?$/, '')
    .trim()
function fieldOf(heading: string, all: ReadonlySet<string>): Field | null | undefined {
  if (passedOver.has(heading) || heading === '' || (heading === 'model' && all.has('model key'))) return null
  const known = heading === 'model' ? 'model key' : (aliases[heading] ?? heading)
  return Object.hasOwn(headings, known) ? headings[known as Heading] : undefined
}

const wrong = (what: string) =>
  fail('INVENTORY_IMPORT_HEADINGS', { what, known: Object.keys(headings).join(', ') })

/**
 * Reads the first line. It has headings if one cell is a known heading and no cell is an address; else it is
 * a device. An unknown heading is refused, because a misspelt one would lose its column.
 */
export function layoutOf(first: readonly string[]): Layout {
  const names = first.map(plain)
  const all = new Set(names)
  const fields = names.map(name => fieldOf(name, all))
  if (!fields.some(field => typeof field === 'string') || first.some(cell => isIP(cell.trim()) !== 0))
    return { headed: false, fields: positional }
  const unknown = fields.indexOf(undefined)
  if (unknown >= 0) throw wrong(`are not all known: the heading of column ${unknown + 1} is unknown`)
  const twice = fields.findIndex((field, at) => field !== null && fields.indexOf(field) !== at)
  if (twice >= 0) throw wrong(`repeat a field in column ${twice + 1}`)
  if (!fields.includes('ip')) throw wrong('do not include "ip"')
  return { headed: true, fields: fields as (Field | null)[] }
}

/**
 * The cells of a line by field. An export escapes cells that begin like a formula, and this is undone;
 * credentials are never exported, so they are used unchanged. Null: the line has more cells than the file has
 * columns.
 */
export function cellsOf({ fields }: Layout, cells: readonly string[]): Cells | null {
  if (cells.slice(fields.length).some(cell => cell.trim() !== '')) return null
  const found: Cells = {}
  for (const [at, field] of fields.entries()) {
    const cell = cells[at]
    if (field && cell !== undefined) found[field] = secret.has(field) ? cell : unguarded(cell)
  }
  return found
}
