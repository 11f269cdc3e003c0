import type { Session } from '@linecard/driver-kit'
import { readIfTable } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { fitting, type Place, type Places } from '@linecard/driver-kit/onus'
import { packed } from '../indexes.ts'
import { parseName } from '../names.ts'
import type { Layout } from '../params.ts'

/** What a port number of the agent is in a series. */
interface Port {
  name: string
  type: string
  xid: number
  slot: number
  port: number
  pon: boolean
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** The ports of a series in the order of their numbers: Ethernet, 10G Ethernet, PON. */
export const portsOf = ({ ge, xge, pon }: Layout): Port[] =>
  [
    ...range(ge).map(port => ({ name: `ge0/0/${port}`, type: 'GE', port, pon: false })),
    ...range(xge).map(port => ({ name: `xge0/0/${port}`, type: 'ETH', port, pon: false })),
    ...range(pon).map(port => ({ name: `pon0/0/${port}`, type: 'PON', port, pon: true })),
  ].map((one, at) => ({ ...one, slot: 0, xid: at + 1 }))

/**
 * EPON OLTs, and GPON OLTs before firmware 3. The ifIndex of a port is its number; its bind key is the index
 * of the agent's own tables, 0x01000000 + number × 256.
 */
export function legacyPlaces(layout: Layout, pontype: 'gpon' | 'epon'): Places {
  const uplinks = layout.ge + layout.xge
  const known = portsOf(layout)
  const keyOf = ({ shelf, slot, port, onu }: Place): number | null =>
    shelf !== 0 || slot !== 0 || port < 1 || onu === 0
      ? null
      : fitting(() => packed.encode({ xid: port + uplinks, onu: onu ?? 0 }))
  return {
    keyOf,
    placeOf: key => {
      const at = packed.decode(key)
      return at && at.xid > uplinks && at.xid <= uplinks + layout.pon
        ? { shelf: 0, slot: 0, port: at.xid - uplinks, onu: at.onu || null }
        : null
    },
    parse: name => {
      const named = parseName(name)
      return named?.kind === 'pon' ? { ...named, technology: named.technology ?? pontype } : null
    },
    onuName: ({ port, onu }, parent) => `${parent?.name ?? `pon0/0/${port}`}:${onu}`,
    readPorts: session => readPorts(session, known, pontype),
  }
}

const factsOf = ({ name, type, slot, port, pon, xid }: Port, pontype: 'gpon' | 'epon') => ({
  id: packed.encode({ xid, onu: 0 }),
  name,
  type,
  _frame: 0,
  _slot: slot,
  _port: port,
  ...(pon && { pontype, _technology: pontype }),
})

/** A PON port without a row in ifTable is listed too: ONUs are behind it. */
async function readPorts(
  session: Session,
  known: readonly Port[],
  pontype: 'gpon' | 'epon',
): Promise<Interface[]> {
  const rows = await readIfTable(session, {
    shape: row => {
      const port = known.find(({ xid }) => xid === row.ifIndex)
      return port ? factsOf(port, pontype) : {}
    },
  })
  const listed = new Set(rows.map(({ if_index }) => if_index))
  const silent = known.filter(({ pon, xid }) => pon && !listed.has(xid))
  return [...rows, ...silent.map(port => ({ parent: null, if_index: null, ...factsOf(port, pontype) }))]
}
