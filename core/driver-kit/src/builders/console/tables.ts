import type { Static } from 'typebox'
import type { CliParser, CliRows } from '../../cli/parse/index.ts'
import { DeviceError } from '../../contract/errors.ts'
import { implement, type Implementation } from '../../contract/implementation.ts'
import type { Session } from '../../contract/session.ts'
import {
  arps,
  fdb,
  hostFilter,
  interfacesList,
  macsOf,
  refOf,
  vlanIdsOf,
  vlans,
  type Interface,
} from '../../modules/index.ts'
import { fdbRow, filterFdb } from '../fdb-rows.ts'
import { vlanOfInterface } from '../ip-neighbours.ts'
import { joinVlans } from './join.ts'
import { isDevice, isGroup, portFinder, type PortFinder, canonicalPort } from './names.ts'
import { readConsole, reportUnknown, type Way } from './read.ts'

/** Ports of the longest range that a list may have. */
const maxRange = 1024

/** `g(1-3,5)` as `g1-3,g5`: some consoles write the word once, before a list in brackets. */
const unbracketed = (text: string): string =>
  text.replace(/([^\s,()]*)\(([\d,\s-]+)\)/g, (_, word: string, list: string) =>
    list
      .split(',')
      .map(part => `${word}${part.trim()}`)
      .join(','),
  )

/** Names of a range: `gi1/0/1-4`, `1:1-1:4`. Null if the text is no range. */
function namesOf(text: string): string[] | null {
  const [, before = '', from, beforeEnd = '', to] = /^(.*?)(\d{1,5})-(.*?)(\d{1,5})$/.exec(text) ?? []
  if (from === undefined || to === undefined) return null
  const same = beforeEnd === '' || canonicalPort(`${beforeEnd}${from}`) === canonicalPort(`${before}${from}`)
  const [first, last] = [Number(from), Number(to)]
  return !same || last < first || last - first >= maxRange
    ? null
    : Array.from({ length: last - first + 1 }, (_, at) => `${before}${first + at}`)
}

/** The interfaces of a list of ports with ranges, and the parts of it that name no interface. */
function portsOfList(list: readonly string[], find: PortFinder): { found: Interface[]; unknown: string[] } {
  const found = new Map<number, Interface>()
  const unknown: string[] = []
  for (const part of unbracketed(list.join(',')).split(',').filter(Boolean)) {
    const one = find(part)
    const names = one ? [] : (namesOf(part) ?? [])
    const ports = one ? [one] : names.flatMap(name => find(name) ?? [])
    // A range is written for ports that may not exist: a chassis has empty slots.
    if (ports.length === 0) unknown.push(part)
    for (const port of ports) found.set(port.id, port)
  }
  return { found: [...found.values()], unknown }
}

const finderOf = async (session: Session): Promise<PortFinder> =>
  portFinder(await session.call(interfacesList, {}))

/** `fdb` from the console. For one MAC address it types the command for one, where the vendor has it. */
export const consoleFdb = (parsers: readonly CliParser[], ways: readonly Way[]): Implementation =>
  implement(fdb, async (session, args) => {
    const macs = macsOf(args.mac)
    const only = macs?.size === 1 ? [...macs][0] : undefined
    const find = await finderOf(session)
    const read = (await readConsole(session, 'fdb', parsers, ways, only))
      .flat()
      .filter(({ mac_address }) => !isGroup(mac_address))
    const rows = read.map(({ mac_address, vlan_id, port, status }) => ({
      port,
      row: fdbRow(mac_address, vlan_id, port === null ? undefined : find(port), status),
    }))
    const chosen = await filterFdb(
      session,
      rows.map(({ row }) => row),
      args,
    )
    const lost = rows.flatMap(({ port, row }) =>
      port !== null && row.interface === null && row.status !== 'SELF' && !isDevice(port) ? [port] : [],
    )
    reportUnknown(session, 'interface', lost)
    return chosen
  })

/** Addresses are worth an answer without their ports: SNMP, which names the ports, may be silent. */
async function finderOrNone(session: Session): Promise<PortFinder> {
  try {
    return await finderOf(session)
  } catch (error) {
    if (!(error instanceof DeviceError) || session.signal.aborted) throw error
    session.report({ what: 'interface', reason: 'rejected' })
    return () => undefined
  }
}

/** `arps` from the console. */
export const consoleArps = (parsers: readonly CliParser[], ways: readonly Way[]): Implementation =>
  implement(arps, async (session, args) => {
    const fits = hostFilter(args)
    const find = await finderOrNone(session)
    return (await readConsole(session, 'arp', parsers, ways))
      .flat()
      .map(row => {
        const one = row.interface === null ? undefined : find(row.interface)
        const named = row.interface === null ? null : { name: row.interface, type: 'VLAN' }
        return {
          interface: one ? refOf(one) : null,
          ip: row.ip,
          mac: row.mac_address,
          vlan_id: row.vlan_id ?? vlanOfInterface(one) ?? vlanOfName(named?.name),
          status: null,
        }
      })
      .filter(fits)
  })
/** VLAN id of `Vlan301`, `Vlanif301`, `vlan 301`. */
const vlanOfName = (name: string | undefined): number | null => {
  const id = Number(/^vlan(?:if|-interface|-int)?\s*(\d{1,4})$/i.exec(name ?? '')?.[1])
  return id >= 1 && id <= 4094 ? id : null
}

type Vlan = Static<typeof vlans.result>[number]

/** Memberships of a VLAN; null for lists that the console does not print. */
function membersOf(row: CliRows['vlans'], find: PortFinder, unknown: string[]): Vlan['ports'] {
  const refs = (list: string[] | null) => {
    if (list === null) return null
    const { found, unknown: lost } = portsOfList(list, find)
    unknown.push(...lost.filter(name => !isDevice(name)))
    return found.map(one => refOf(one))
  }
  const [all, tagged, untagged] = [refs(row.ports), refs(row.tagged), refs(row.untagged)]
  if (all === null && tagged === null && untagged === null) return null
  const both = tagged && untagged ? [...untagged, ...tagged] : null
  const egress = all ?? both
  return { egress, untagged, tagged, forbidden: null }
}

export interface VlanRules {
  /**
   * What the list of members has: `all` (by default), or `access`: only ports in access mode. The lists of
   * such a console are not whole, and the answer says so.
   */
  members?: 'all' | 'access'
}

/** `vlans` from the console. */
export const consoleVlans = (
  parsers: readonly CliParser[],
  ways: readonly Way[],
  { members = 'all' }: VlanRules = {},
): Implementation =>
  implement(vlans, async (session, args) => {
    const ids = vlanIdsOf(args.vlan_id)
    const find = await finderOf(session)
    const unknown: string[] = []
    const read = joinVlans(await readConsole(session, 'vlans', parsers, ways))
    const split = members === 'all' && read.some(({ tagged, untagged }) => tagged ?? untagged)
    const rows = read
      .filter(({ id }) => !ids || ids.has(id))
      .map(row => (members === 'all' ? row : { ...row, ports: null, untagged: row.ports }))
      // A console that prints both lists leaves out, or leaves blank, the one that is empty.
      .map(row => (split ? { ...row, tagged: row.tagged ?? [], untagged: row.untagged ?? [] } : row))
      .map((row): Vlan => ({
        id: row.id,
        name: row.name,
        status: null,
        ports: membersOf(row, find, unknown),
      }))
    if (members === 'access') session.report({ what: 'trunks', reason: 'unknown_value' })
    reportUnknown(session, 'ports', unknown)
    return rows
  })
