import { ApiError } from '@linecard/plugin-kit'
import { canonicalIp, canonicalMac } from '../../address.ts'
import { fail } from '../../errors.ts'
import { secretKeys, untypeable, type Secrets } from '../../devices/connection/secrets.ts'
import { cellsOf, headingOf, type Cells, type Field, type Layout } from './columns.ts'
import type { Line } from './reader.ts'

/** The values of a line; null: no value. */
export interface Entry {
  ip: string
  secrets: Secrets
  name: string | null
  /** Key of a model, name of an access profile, name of a group. */
  model: string | null
  access: string | null
  group: string | null
  location: string | null
  description: string | null
  mac: string | null
  serial: string | null
  enabled: boolean | null
  coordinates: { lat: number; lon: number } | null
}

const longest: Partial<Record<Field, number>> = {
  location: 500,
  description: 5000,
  serial: 100,
  mac: 64,
  login: 256,
  password: 256,
  enable_password: 256,
  public_community: 256,
  private_community: 256,
}
/** Texts of people may contain line ends and tabs, but no other control characters. */
const unprintable = /[^\P{Cc}\t\n]/u
const isSecret = (field: Field) => (secretKeys as readonly string[]).includes(field)
const wrong = (field: Field, what: string) => fail('INVENTORY_ROW_CELL', { column: headingOf[field], what })

function textOf(cells: Cells, field: Field): string | null {
  const text = (cells[field] ?? '').trim()
  if (unprintable.test(text) || !text.isWellFormed()) throw wrong(field, 'has characters that cannot be seen')
  if (/\n/.test(text) && field !== 'description' && field !== 'location')
    throw wrong(field, 'has more than one line')
  if (isSecret(field) && untypeable.test(text)) throw wrong(field, 'has characters that cannot be typed')
  const most = longest[field] ?? 200
  if (text.length > most) throw wrong(field, `has more than ${most} characters`)
  return text === '' ? null : text
}

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
}
function flagOf(cells: Cells, field: Field): boolean | null {
  const text = textOf(cells, field)?.toLowerCase()
  if (text === undefined) return null
  return (
    flags[text] ??
    (() => {
      throw wrong(field, 'is neither true nor false')
    })()
  )
}

function degreesOf(cells: Cells, field: Field, most: number): number | null {
  const text = textOf(cells, field)
  if (text === null) return null
  const value = /^[+-]?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN
  if (!(Math.abs(value) <= most)) throw wrong(field, `is not a number from -${most} to ${most}`)
  return value
}

function pointOf(cells: Cells): Entry['coordinates'] {
  const [lat, lon] = [degreesOf(cells, 'latitude', 90), degreesOf(cells, 'longitude', 180)]
  if ((lat === null) !== (lon === null))
    throw wrong(lat === null ? 'latitude' : 'longitude', 'is empty, and the other coordinate is not')
  return lat === null || lon === null ? null : { lat, lon }
}

function macOf(cells: Cells): string | null {
  const text = textOf(cells, 'mac')
  try {
    return text === null ? null : canonicalMac(text)
  } catch {
    throw wrong('mac', 'is not a MAC address')
  }
}

function ipOf(cells: Cells): string {
  try {
    return canonicalIp((cells.ip ?? '').trim())
  } catch {
    throw fail('INVENTORY_ROW_IP')
  }
}

/**
 * A line that was read: its values, or its fault. `ip` is set only if the cell is an address: another text
 * may be a password.
 */
export type Read =
  | { line: number; ip: string; entry: Entry; fault: null }
  | { line: number; ip: string | null; entry: null; fault: ApiError }

/** Reads a line. A fault contains no text of the line. */
export function entryOf(layout: Layout, { line, cells: raw }: Line): Read {
  let ip: string | null = null
  try {
    const cells = cellsOf(layout, raw)
    if (!cells) throw fail('INVENTORY_ROW_CELLS')
    ip = ipOf(cells)
    const secrets: Secrets = {}
    for (const key of secretKeys) {
      const secret = textOf(cells, key)
      if (secret !== null) secrets[key] = secret
    }
    const entry: Entry = {
      ip,
      secrets,
      name: textOf(cells, 'name'),
      model: textOf(cells, 'model'),
      access: textOf(cells, 'access'),
      group: textOf(cells, 'group'),
      location: textOf(cells, 'location'),
      description: textOf(cells, 'description'),
      mac: macOf(cells),
      serial: textOf(cells, 'serial'),
      enabled: flagOf(cells, 'enabled'),
      coordinates: pointOf(cells),
    }
    if (entry.access !== null && Object.keys(secrets).length) throw fail('INVENTORY_ROW_ACCESS_TWICE')
    return { line, ip, entry, fault: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { line, ip, entry: null, fault: error }
  }
}
