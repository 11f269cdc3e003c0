import type { Session } from '@linecard/driver-kit'
import { readIfTable } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { fitting, type Place, type PlaceIndex, type Places } from '@linecard/driver-kit/onus'
import { packed, packedOnu } from '../indexes.ts'
import { parseName, type Named } from '../names.ts'
import type { Layout } from '../params.ts'

/** More ports than any device of these series has before its PON ports. */
const mostUplinks = 64

/** The place in the name of a PON port. */
const namedPon = ({ name, descr }: Interface): Named | null =>
  [name, descr ?? ''].flatMap(text => parseName(text) ?? []).find(({ kind }) => kind === 'pon') ?? null

/**
 * The number of ports before the first PON port: a device of a series can have other uplinks than its model.
 * Agents that do not name their PON ports have those of the model, if its numbers are theirs.
 */
function uplinksOf(rows: readonly Interface[], { ge, xge, pon }: Layout): number | null {
  const named = rows.flatMap(one => {
    const at = one.if_index === null ? null : namedPon(one)
    return at ? [{ at, before: one.if_index! - at.port }] : []
  })
  if (named.length === 0) {
    const last = ge + xge + pon
    return rows.length === 0 || rows.some(({ if_index }) => if_index! <= last) ? ge + xge : null
  }
  const [{ before }] = named as [(typeof named)[0]]
  const alike = named.every(one => one.before === before && one.at.shelf === 0 && one.at.slot === 0)
  return alike && before >= 0 && before <= mostUplinks ? before : null
}

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

const keepMs = 3_600_000
/** The ports before the first PON port, as the names of the agent's ports show it. */
interface Seen {
  /** Undefined: the ports were not read yet. Null: they contradict each other. */
  uplinks?: number | null
}
const seenOf = (session: Session): Promise<Seen> =>
  session.memo('cdata_uplinks', async (): Promise<Seen> => ({}), keepMs)

/** The places of a series, the index of its ONUs and the number of its uplinks. */
export interface Legacy {
  places: Places
  uplinks: (session: Session) => Promise<number | null>
  index: (session: Session) => Promise<readonly PlaceIndex[]>
}

/**
 * EPON OLTs, and GPON OLTs before firmware 3. The ifIndex of a port is its number; the agent's own tables
 * have 0x01000000 + number × 256. A bind key is that of a device with the uplinks of the model.
 */
export function legacyOlt(layout: Layout, pontype: 'gpon' | 'epon'): Legacy {
  const places = legacyPlaces(layout, pontype)
  const uplinks = async (session: Session) => {
    const seen = await seenOf(session)
    if (seen.uplinks === undefined) await places.readPorts(session)
    return seen.uplinks ?? null
  }
  return {
    places,
    uplinks,
    index: async session => {
      const before = await uplinks(session)
      return before === null ? [] : [packedOnu(before)]
    },
  }
}

export function legacyPlaces(layout: Layout, pontype: 'gpon' | 'epon'): Places {
  const uplinks = layout.ge + layout.xge
  const keyOf = ({ shelf, slot, port, onu }: Place): number | null =>
    shelf !== 0 || slot !== 0 || port < 1 || onu === 0
      ? null
      : fitting(() => packed.encode({ xid: port + uplinks, onu: onu ?? 0 }))
  return {
    keyOf,
    placeOf: key => {
      const at = packed.decode(key)
      return at && at.xid > uplinks
        ? { shelf: 0, slot: 0, port: at.xid - uplinks, onu: at.onu || null }
        : null
    },
    parse: name => {
      const named = parseName(name)
      return named?.kind === 'pon' ? { ...named, technology: named.technology ?? pontype } : null
    },
    onuName: ({ port, onu }, parent) => `${parent?.name ?? `pon0/0/${port}`}:${onu}`,
    readPorts: session => readPorts(session, layout, pontype),
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

/** A PON port whose number nobody knows keeps what the agent says of it. */
const untold = (one: Interface): Interface => {
  const at = namedPon(one)
  const pontype = at?.technology ?? null
  return at ? { ...one, type: 'PON', pontype, _technology: pontype, _port: null } : one
}

/** The port of a row: a PON port by the name that the agent gives it, another by its number. */
function portAt(one: Interface, known: readonly Port[], own: number, named: boolean): Port | undefined {
  const at = namedPon(one)
  if (!at) return known.find(({ xid, pon }) => xid === one.if_index && !(pon && named))
  const { slot, port } = at
  const listed = known.find(other => other.pon && other.port === port)
  return { name: listed?.name ?? one.name, type: 'PON', slot, port, pon: true, xid: port + own }
}

/** A PON port without a row in ifTable is listed too, if the agent names none: ONUs are behind it. */
async function readPorts(session: Session, layout: Layout, pontype: 'gpon' | 'epon'): Promise<Interface[]> {
  const rows = await readIfTable(session)
  const before = uplinksOf(rows, layout)
  Object.assign(await seenOf(session), { uplinks: before })
  if (before === null) return rows.map(untold)
  const own = layout.ge + layout.xge
  const known = portsOf(layout)
  const named = rows.some(one => namedPon(one) !== null)
  const shaped = rows.map((one): Interface => {
    const at = namedPon(one)
    const port = portAt(one, known, own, named)
    // Uplinks of a device with others than its model are those that the agent names.
    if (!port || (before !== own && !port.pon)) return one
    return { ...one, ...factsOf(port, at?.technology ?? pontype) }
  })
  if (named) return shaped
  const listed = new Set(rows.map(({ if_index }) => if_index))
  const silent = known.filter(({ pon, xid }) => pon && !listed.has(xid))
  return [...shaped, ...silent.map(port => ({ parent: null, if_index: null, ...factsOf(port, pontype) }))]
}
