import { onuSerialHex, parseOnuSerial } from '@linecard/driver-kit/codecs'

/**
 * What identifies an ONU, in one spelling: as `coalesce(inventory_serial_hex(serial), serial, mac)` of
 * PostgreSQL. Null: nobody told it.
 */
export function identKey({
  type,
  serial,
  mac,
}: {
  type: string
  serial?: string | null
  mac?: string | null
}): string | null {
  if (type !== 'ONU') return null
  if (!serial) return mac || null
  const normal = parseOnuSerial(serial)
  return normal === null ? serial : onuSerialHex(normal)
}

/** The rows whose ident no other row has. */
export function uniqueIdents<T extends { type: string; serial?: string | null; mac?: string | null }>(
  rows: Iterable<T>,
): Map<string, T> {
  const found = new Map<string, T | null>()
  for (const row of rows) {
    const key = identKey(row)
    if (key !== null) found.set(key, found.has(key) ? null : row)
  }
  return new Map([...found].flatMap(([key, row]) => (row ? [[key, row] as const] : [])))
}
