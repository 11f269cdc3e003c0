import { integer, readTable, table, type Session } from '@linecard/driver-kit'
import { readIfTable } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import type { Place, Places, Technology } from '@linecard/driver-kit/onus'
import { asciiMac } from '../columns.ts'
import { ponNumber } from '../indexes.ts'
import { parseName, type Named } from '../names.ts'

const base = 10_000_000

/**
 * Bind key of a PON port or an ONU: 10,000,000 + slot × 100,000 + port × 1000 + ONU. Null for a place that it
 * cannot hold.
 */
export function keyOf({ shelf, slot, port, onu }: Place): number | null {
  const fits =
    shelf === 0 &&
    slot >= 0 &&
    slot <= 99 &&
    port >= 1 &&
    port <= 99 &&
    (onu === null || (onu >= 1 && onu <= 999))
  return fits ? base + slot * 100_000 + port * 1000 + (onu ?? 0) : null
}

export function placeOf(key: number): Place | null {
  if (!Number.isInteger(key) || key < base || key >= 2 * base) return null
  const place = {
    shelf: 0,
    slot: Math.floor((key - base) / 100_000),
    port: Math.floor(key / 1000) % 100,
    onu: key % 1000 || null,
  }
  return keyOf(place) === key ? place : null
}

/** Bind key of an Ethernet port: 1000 + slot × 100 + port, and 2000 + … for 10G ports. */
const uplinkKey = ({ kind, slot, port }: Named): number | null =>
  slot > 9 || port > 99 ? null : (kind === 'ge' ? 1000 : kind === 'xge' ? 2000 : 3000) + slot * 100 + port

/** ifSpeed in Mbit/s: this firmware sends Mbit/s, and a larger number can only be bit/s. */
const mbpsOf = (speed: number | null): number | null =>
  speed === null || speed >= 2 ** 32 - 1 ? null : speed >= 1e6 ? speed / 1e6 : speed

/** The rate of a PON port is that of its technology: the agent calls all of them `gpon`. */
function technologyOf(speed: number | null, named: Named): Technology | null {
  const mbps = mbpsOf(speed)
  if (named.technology === 'epon') return 'epon'
  return mbps === null || mbps < 1000 ? null : mbps >= 9000 ? 'xgspon' : 'gpon'
}

const more = table({ mac: asciiMac('1.3.6.1.2.1.2.2.1.6'), speed: integer('1.3.6.1.2.1.2.2.1.5') })

async function readPorts(session: Session): Promise<Interface[]> {
  const facts = await readTable(session, more)
  return readIfTable(session, {
    shape: (row, { name }) => {
      const { mac = null, speed = null } = facts.get(String(row.ifIndex)) ?? {}
      const mac_address = row.mac ?? mac
      const named = parseName(name) ?? (row.descr === null ? null : parseName(row.descr))
      if (!named) return { mac_address }
      if (named.onu !== null) return null
      const { shelf: _frame, slot: _slot, port: _port } = named
      if (named.kind !== 'pon') {
        const id = uplinkKey(named)
        return {
          ...(id !== null && { id }),
          mac_address,
          _frame,
          _slot,
          _port,
          type: named.kind === 'ge' ? 'GE' : named.kind === 'xge' ? 'ETH' : 'LACP',
        }
      }
      const id = keyOf(named)
      const pontype = technologyOf(speed, named)
      return {
        ...(id !== null && { id }),
        mac_address,
        _frame,
        _slot,
        _port,
        type: 'PON',
        pontype,
        _technology: pontype,
      }
    },
  })
}

/** OLTs of firmware 3 and FD17xx. Names and ports come from ifTable. */
export const placesV3: Places = {
  keyOf,
  placeOf,
  parse: name => {
    const named = parseName(name)
    return named?.kind === 'pon' ? { ...named, technology: named.technology } : null
  },
  onuName: ({ slot, port, onu }, parent, technology) =>
    `${parent?.name ?? `${technology === 'epon' ? 'epon' : 'gpon'} 0/${slot}/${port}`}:${onu}`,
  portOf: ifIndex => {
    const at = ponNumber.decode(ifIndex)
    return at && { shelf: 0, ...at }
  },
  readPorts,
}
