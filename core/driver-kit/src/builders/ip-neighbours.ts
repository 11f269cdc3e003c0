import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { inetPiece, ipOf, number, rowIndex } from '../codecs/index.ts'
import { arps, hostFilter, type Interface, interfacesList, refOf } from '../modules/index.ts'
import { oidParts } from '../oid.ts'
import { enumeration, mac, readTable, table } from '../table/index.ts'
import { reportPortless } from './fdb-rows.ts'
import { byIfIndex } from './interfaces.ts'

/** One row of `arps`: an IPv4 or IPv6 neighbour. */
export type ArpRow = Static<typeof arps.result>[number]
const words = { 1: 'Other', 2: 'Invalid', 3: 'Dynamic', 4: 'Static', 5: 'Local' } as const

/** ipNetToMediaTable (IP-MIB of RFC 1213 on); index: ifIndex, IPv4 address. */
const mediaTable = table({
  mac: mac('1.3.6.1.2.1.4.22.1.2'),
  type: enumeration('1.3.6.1.2.1.4.22.1.4', words),
})
/** ipNetToPhysicalTable (IP-MIB, RFC 4293), IPv6 too; index: ifIndex, address type, length, address. */
const physicalTable = table({
  mac: mac('1.3.6.1.2.1.4.35.1.4'),
  type: enumeration('1.3.6.1.2.1.4.35.1.6', words),
})
const physicalIndex = rowIndex<{ ifIndex: number; address: string }>({ ifIndex: number, address: inetPiece })

/**
 * Prefix of the VLAN id in a name: a word for VLAN interfaces, or the port and a dot or colon (`irb.301`,
 * `bridge:301`, `eth0.301`).
 */
const idInName =
  /^(?:(?:.*[^a-z])?(?:vlan(?:[-_ ]?(?:interface|if|id))?|vl|irb|ve|bvi|svi|encapsulation tag)[-_:. ]*|.*[.:])?0*(\d{1,4})$/i

/**
 * VLAN id in the name of a VLAN interface. Null for other interfaces and for free names: `floor2` is not VLAN
 * 2.
 */
export function vlanOfInterface(one: Interface | null | undefined): number | null {
  if (!one || !(one.type === 'VLAN' || /^(vlan|vlanif|irb|ve|bvi|svi)/i.test(one.name))) return null
  const id = Number(idInName.exec(one.name)?.[1])
  return id >= 1 && id <= 4094 ? id : null
}

/** The neighbour table: ipNetToPhysicalTable, else the older ipNetToMediaTable. */
export async function readNeighbours(session: Session): Promise<ArpRow[]> {
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  const row = (
    ip: string,
    ifIndex: number,
    cells: { mac: string | null; type: ArpRow['status'] },
  ): ArpRow => {
    const one = interfaces.get(ifIndex)
    return {
      interface: one ? refOf(one) : null,
      ip,
      mac: cells.mac,
      vlan_id: vlanOfInterface(one),
      status: cells.type,
    }
  }
  const found = new Map<string, ArpRow>()
  let lost = 0
  for (const [index, cells] of await readTable(session, physicalTable)) {
    const at = physicalIndex.decode(index)
    if (at) found.set(`${at.ifIndex} ${at.address}`, row(at.address, at.ifIndex, cells))
    else lost++
  }
  reportPortless(session, physicalTable.mac.oid, lost)
  for (const [index, cells] of await readTable(session, mediaTable)) {
    const [ifIndex = 0, ...address] = oidParts(index)
    const ip = ipOf(address.slice(-4))
    if (ip !== null && !found.has(`${ifIndex} ${ip}`)) found.set(`${ifIndex} ${ip}`, row(ip, ifIndex, cells))
  }
  return [...found.values()].filter(({ status }) => status !== 'Invalid')
}

/** `arps` from IP-MIB. */
export const ipNeighbours = (): Implementation =>
  implement(
    arps,
    async (session, args) => {
      const fits = hostFilter(args)
      return (await readNeighbours(session)).filter(fits)
    },
    { source: 'IP-MIB' },
  )
