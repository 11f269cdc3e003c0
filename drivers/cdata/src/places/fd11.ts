import type { Session } from '@linecard/driver-kit'
import { readIfTable } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import type { Place, Places } from '@linecard/driver-kit/onus'
import type { Pons } from '../params.ts'

/** Ethernet ports have the ifIndex 1 to 8, PON ports from 9. */
const uplinks = 8

/** Bind keys: PON port 8 + number, ONU number × 1000 + ONU. */
const keyOf = ({ port, onu }: Place): number | null =>
  port < 1 || port > 99 || (onu !== null && (onu < 1 || onu > 999))
    ? null
    : onu === null
      ? uplinks + port
      : port * 1000 + onu

const ponOf = (port: number) => ({
  id: uplinks + port,
  name: `pon1/${port}`,
  type: 'PON',
  pontype: 'epon' as const,
  _technology: 'epon' as const,
  _frame: 0,
  _slot: 1,
  _port: port,
})

async function readPorts(session: Session): Promise<Interface[]> {
  const { pons } = session.model.params as Pons
  const rows = await readIfTable(session, {
    shape: ({ ifIndex }) =>
      ifIndex <= uplinks
        ? { id: 100_000 + ifIndex, name: `ge${ifIndex}`, type: 'GE', _port: ifIndex }
        : ifIndex <= uplinks + pons
          ? ponOf(ifIndex - uplinks)
          : {},
  })
  const listed = new Set(rows.map(({ if_index }) => if_index))
  const silent = Array.from({ length: pons }, (_, at) => at + 1).filter(port => !listed.has(uplinks + port))
  return [...rows, ...silent.map(port => ({ parent: null, if_index: null, ...ponOf(port) }))]
}

/** FD1104 and FD1108. */
export const placesFd11: Places = {
  keyOf,
  placeOf: key => {
    if (!Number.isInteger(key) || key <= uplinks || key >= 100_000) return null
    const [port, onu] = key < 1000 ? [key - uplinks, null] : [Math.floor(key / 1000), key % 1000]
    const place = { shelf: 0, slot: 1, port, onu }
    return keyOf(place) === key ? place : null
  },
  parse: name => {
    const [, port, onu] = /^pon ?1\/(\d{1,2})(?::(\d{1,3}))?$/i.exec(name.trim()) ?? []
    return port === undefined
      ? null
      : {
          shelf: 0,
          slot: 1,
          port: Number(port),
          onu: onu === undefined ? null : Number(onu),
          technology: 'epon',
        }
  },
  onuName: ({ port, onu }) => `pon1/${port}:${onu}`,
  readPorts,
}
