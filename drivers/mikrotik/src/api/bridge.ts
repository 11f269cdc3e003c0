import { implement, type Implementation, type ResultOf, type Session } from '@linecard/driver-kit'
import { filterFdb, interfacesFor } from '@linecard/driver-kit/builders'
import { parseMac } from '@linecard/driver-kit/codecs'
import {
  fdb,
  interfacesList,
  refOf,
  vlanIdsOf,
  vlans,
  vlansByPort,
  type InterfaceRef,
} from '@linecard/driver-kit/modules'
import { apiWorks } from './device.ts'
import { flagOf, integerOf, namesOf, textOf, vlanIdsIn } from './values.ts'

const refsByName = async (session: Session): Promise<ReadonlyMap<string, InterfaceRef>> =>
  new Map((await session.call(interfacesList, {})).map(one => [one.name, refOf(one)]))

/**
 * fdb: `/interface/bridge/host`, which has the VLAN in version 6 too. Without a login the FDB comes from
 * SNMP.
 */
export const bridgeHosts = (snmp: Implementation): Implementation =>
  implement(fdb, async (session, args) => {
    if (!(await apiWorks(session))) return (await snmp.run(session, args)) as ResultOf<typeof fdb>
    const [rows, refs] = await Promise.all([
      session.routerOs.print('/interface/bridge/host'),
      refsByName(session),
    ])
    return filterFdb(
      session,
      rows.flatMap(row => {
        const mac = parseMac(row['mac-address'] ?? '')
        if (mac === null || flagOf(row, 'invalid') === true) return []
        const [local, dynamic] = [flagOf(row, 'local'), flagOf(row, 'dynamic')]
        // An address of the bridge itself does not belong to a port.
        const on = local === true ? undefined : refs.get(row['on-interface'] ?? row['interface'] ?? '')
        return [
          {
            interface: on ?? null,
            mac_address: mac,
            vlan_id: integerOf(row, 'vid'),
            status:
              local === true
                ? ('SELF' as const)
                : dynamic === false
                  ? ('STATIC' as const)
                  : ('LEARNED' as const),
            is_dynamic: local === true ? false : dynamic,
          },
        ]
      }),
      args,
    )
  })

/** vlans: `/interface/bridge/vlan`, with the current member ports. RouterOS has no VLANs in SNMP. */
export const bridgeVlans = (): Implementation =>
  implement(vlans, async (session, { vlan_id: wanted }) => {
    const ids = vlanIdsOf(wanted)
    const [rows, refs] = await Promise.all([
      session.routerOs.print('/interface/bridge/vlan'),
      refsByName(session),
    ])
    const found = new Map<
      number,
      { dynamic: boolean | null; name: string | null; tagged: Set<string>; untagged: Set<string> }
    >()
    for (const row of rows) {
      if (flagOf(row, 'disabled') === true) continue
      for (const id of vlanIdsIn(row['vlan-ids'])) {
        const vlan = found.get(id) ?? {
          dynamic: flagOf(row, 'dynamic'),
          name: null,
          tagged: new Set(),
          untagged: new Set(),
        }
        vlan.name ??= textOf(row, 'comment')
        if (flagOf(row, 'dynamic') === false) vlan.dynamic = false
        for (const kind of ['tagged', 'untagged'] as const)
          for (const name of [...namesOf(row[kind]), ...namesOf(row[`current-${kind}`])]) vlan[kind].add(name)
        found.set(id, vlan)
      }
    }
    const members = (names: ReadonlySet<string>): InterfaceRef[] =>
      [...names].flatMap(name => refs.get(name) ?? [])
    return [...found]
      .filter(([id]) => !ids || ids.has(id))
      .toSorted(([a], [b]) => a - b)
      .map(([id, { dynamic, name, tagged, untagged }]) => ({
        id,
        name,
        status: dynamic === null ? null : dynamic ? ('Dynamic' as const) : ('Permanent' as const),
        ports: {
          egress: members(new Set([...tagged, ...untagged])),
          untagged: members(untagged),
          tagged: members(tagged),
          forbidden: null,
        },
      }))
  })

/** vlans_by_port: the same data, by port. */
export const bridgeVlansByPort = (): Implementation =>
  implement(vlansByPort, async (session, { interface: wanted }) => {
    const all = await session.call(vlans, {})
    const one = wanted === undefined ? undefined : (await interfacesFor(session, wanted))[0]
    const ports = new Map(all.flatMap(({ ports: of }) => of?.egress ?? []).map(ref => [ref.id, ref]))
    const carried = (id: number, kind: 'egress' | 'untagged' | 'tagged') =>
      all
        .filter(({ ports: of }) => of?.[kind]?.some(ref => ref.id === id))
        .map(({ id: vlan, name }) => ({ id: vlan, name }))
    return [...ports.values()]
      .filter(({ id }) => !one || id === one.id)
      .map(ref => ({
        interface: ref,
        untagged: carried(ref.id, 'untagged'),
        tagged: carried(ref.id, 'tagged'),
        egress: carried(ref.id, 'egress'),
        forbidden: [],
      }))
  })
