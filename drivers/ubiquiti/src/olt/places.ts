import { integer, readTable, table, type Session } from '@linecard/driver-kit'
import { bytesPiece } from '@linecard/driver-kit/codecs'
import {
  placeOfSlotKey,
  serialKey,
  serialOfKey,
  slotKey,
  type OnuPlace,
  type PlaceIndex,
  type Places,
} from '@linecard/driver-kit/onus'
import { ponNumber } from './names.ts'
import { onu } from './nodes.ts'
import { readPorts } from './ports.ts'

const onuAt = (serial: string, port = 0): OnuPlace | null => {
  const key = serialKey(serial)
  return key === null ? null : { shelf: 0, slot: 0, port, onu: key }
}

/**
 * The table of this OLT has an ONU by its serial number, and tells its port only while it is online. So the
 * serial number is the key, which stays the same when the ONU moves to another port.
 */
export const places: Places = {
  keyOf: place => place.onu ?? (place.port === 0 ? null : slotKey(place)),
  placeOf: key =>
    serialOfKey(key) === null ? placeOfSlotKey(key) : { shelf: 0, slot: 0, port: 0, onu: key },
  parse: name => {
    const port = ponNumber(name)
    if (port !== null) return { shelf: 0, slot: 0, port, onu: null, technology: 'gpon' }
    const at = onuAt(name)
    return at && { ...at, technology: 'gpon' }
  },
  onuName: ({ onu: key }) => serialOfKey(key) ?? String(key),
  readPorts,
}

const portColumn = table({ port: integer(`${onu}.5`) })

/** The index of a row: the serial number as text with its length, in the letters that the OLT uses. */
function serialOf(index: string): string {
  const found = bytesPiece.decode(index.split('.').map(Number), 0)
  return found ? found.value.toString('latin1') : ''
}

/** Indexes and ports of all ONUs by key, kept for a minute. */
const readIndexes = (session: Session) =>
  session.memo(
    'ufiber_onus',
    async () => {
      const byKey = new Map<number, { index: string; port: number }>()
      for (const [index, { port }] of await readTable(session, portColumn)) {
        const key = serialKey(serialOf(index))
        if (key !== null) byKey.set(key, { index, port: port ?? 0 })
      }
      return byKey
    },
    60_000,
  )

/** The rows of ubntOnusTable. `port` is 0 while an ONU is offline. */
export async function bySerial(session: Session): Promise<readonly PlaceIndex[]> {
  const rows = await readIndexes(session)
  return [
    {
      encode: ({ onu: key }) => rows.get(key)?.index ?? null,
      decode: index => {
        const at = onuAt(serialOf(index))
        return at && { ...at, port: rows.get(at.onu)?.port ?? 0 }
      },
    },
  ]
}
