import { integer, readTable, table, type Session } from '@linecard/driver-kit'
import { readIfTable } from '@linecard/driver-kit/builders'
import { bytesPiece, parseOnuSerial } from '@linecard/driver-kit/codecs'
import {
  placeOfSlotKey,
  ponShape,
  serialKey,
  serialOfKey,
  slotKey,
  type OnuPlace,
  type PlaceIndex,
  type Places,
} from '@linecard/driver-kit/onus'
import { ontState } from './nodes.ts'

/**
 * The port of a channel. Channels count from 0 in names (`PON channel 3`) and in the table of ONTs; ports
 * count from 1, and 0 is an ONT whose channel nobody tells.
 */
export const portOf = (channel: number | null | undefined): number => (channel ?? -1) + 1
const portOfName = (name: string): number | null => {
  const found = /^PON channel (\d{1,2})$/i.exec(name.trim())
  return found ? portOf(Number(found[1])) : null
}

const onuAt = (serial: string | Buffer, port = 0): OnuPlace | null => {
  const normal = parseOnuSerial(serial)
  const key = normal === null ? null : serialKey(normal)
  return key === null ? null : { shelf: 0, slot: 0, port, onu: key }
}

/** The tables have an ONT by its serial number, so that is its key. */
export const places: Places = {
  keyOf: place => place.onu ?? (place.port === 0 ? null : slotKey(place)),
  placeOf: key =>
    serialOfKey(key) === null ? placeOfSlotKey(key) : { shelf: 0, slot: 0, port: 0, onu: key },
  parse: name => {
    const port = portOfName(name)
    if (port !== null) return { shelf: 0, slot: 0, port, onu: null, technology: 'gpon' }
    const at = onuAt(name)
    return at && { ...at, technology: 'gpon' }
  },
  onuName: ({ onu }) => serialOfKey(onu) ?? String(onu),
  readPorts: session =>
    readIfTable(session, {
      shape: ({ descr }, { name }) => {
        const port = portOfName(name) ?? portOfName(descr ?? '')
        return port === null ? {} : ponShape({ shelf: 0, slot: 0, port, onu: null }, 'gpon')
      },
    }),
}

const channels = table({ port: integer(`${ontState}.3`) })

/** Index: slot of the OLT, then the eight octets of the serial number with their length. */
const serialOf = (index: string): Buffer | null =>
  bytesPiece.decode(index.split('.').map(Number), 1)?.value ?? null

/** Channels and indexes of the ONTs of the state table, by key, kept for a minute. */
const readStates = (session: Session) =>
  session.memo(
    'ltp_onts',
    async () => {
      const byKey = new Map<number, { index: string; port: number }>()
      for (const [index, { port }] of await readTable(session, channels)) {
        const serial = serialOf(index)
        const at = serial && onuAt(serial)
        if (at) byKey.set(at.onu, { index, port: portOf(port) })
      }
      return byKey
    },
    60_000,
  )

const serialBytes = (serial: string): number[] => [
  ...Buffer.from(serial.slice(0, 4), 'latin1'),
  ...Buffer.from(serial.slice(4), 'hex'),
]

/** Rows of both tables: the slot of an LTP is 1. */
export async function bySerial(session: Session): Promise<readonly PlaceIndex[]> {
  const states = await readStates(session)
  return [
    {
      encode: ({ onu }) => {
        const serial = serialOfKey(onu)
        return (
          states.get(onu)?.index ?? (serial === null ? null : ['1', '8', ...serialBytes(serial)].join('.'))
        )
      },
      decode: index => {
        const serial = serialOf(index)
        const at = serial && onuAt(serial)
        return at && { ...at, port: states.get(at.onu)?.port ?? 0 }
      },
    },
  ]
}
