import {
  enumeration,
  implement,
  integer,
  map,
  readTable,
  table,
  text,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import {
  noProfiles,
  ponOntsConfiguration,
  ponOntsServiceProfile,
  ponProfiles,
  refOf,
  type Interface,
} from '@linecard/driver-kit/modules'
import { findInterface, onusFor, readOnus, type Olt } from '@linecard/driver-kit/onus'
import { onuAt, portsOf } from './fdb.ts'
import type { OnuIndex } from './indexes.ts'
import { cdata, nscrtv } from './nodes.ts'

type Kinds = typeof ponProfiles.example
type Kind = keyof Kinds

const gpon: Partial<Record<Kind, string>> = {
  dba: `${nscrtv}.2.8.11.1.1.1.2`,
  line: `${nscrtv}.2.8.11.2.1.1.2`,
  srv: `${nscrtv}.2.8.11.3.1.1.2`,
  traffic: `${nscrtv}.2.8.11.4.1.1.2`,
}
const ofEpon = `${cdata}.1.3.1.1.1`
const epon: Partial<Record<Kind, string>> = {
  dba: `${ofEpon}.1.1.1.2`,
  line: `${ofEpon}.2.1.1.2`,
  srv: `${ofEpon}.3.1.1.2`,
  traffic: `${ofEpon}.4.1.1.2`,
  alarm: `${ofEpon}.5.1.1.3`,
  optical_alarm: `${ofEpon}.6.1.1.3`,
  sla: `${ofEpon}.7.1.1.3`,
}
const nodes = { gpon, epon } as const
type Technology = keyof typeof nodes

/** Rates of a traffic profile: the columns after its name. */
const rates = (name: string) => {
  const entry = name.slice(0, -2)
  const rate = (column: number) => integer(`${entry}.${column}`, { none: [-1] })
  return { _cir: rate(3), _pir: rate(4), _cbs: rate(5), _pbs: rate(6) }
}

const idOf = (index: string) => Number(index.split('.').at(-1))

async function named(session: Session, oid: string): Promise<{ id: number; name: string }[]> {
  const rows = await readTable(session, table({ name: text(oid) }))
  return [...rows].flatMap(([index, { name }]) => (name === null ? [] : [{ id: idOf(index), name }]))
}

async function traffic(session: Session, oid: string) {
  const rows = await readTable(session, table({ name: text(oid), ...rates(oid) }))
  return [...rows].flatMap(([index, { name, ...rest }]) =>
    name === null ? [] : [{ id: idOf(index), name, ...rest }],
  )
}

export const profiles = (technology: Technology): Implementation =>
  implement(ponProfiles, async session => {
    const found = { ...noProfiles }
    for (const [kind, oid] of Object.entries(nodes[technology]) as [Kind, string][])
      found[kind] = kind === 'traffic' ? await traffic(session, oid) : await named(session, oid)
    return found
  })

/** Profiles of ONUs. 65535 is "none". */
const bound = {
  gpon: { line: `${nscrtv}.2.8.4.6.1.1.6`, srv: `${nscrtv}.2.8.4.6.1.1.7` },
  epon: { line: `${cdata}.1.3.1.1.2.1.1.2.1.3`, srv: `${cdata}.1.3.1.1.2.1.1.2.1.4` },
} as const
const none = [65_535, 4_294_967_295, -1]

const profile = (id: number | null | undefined, of: ReadonlyMap<number, string>) =>
  id == null ? null : { id, name: of.get(id) ?? null }

export const configuration = (olt: Olt, technology: Technology, index: OnuIndex): Implementation =>
  implement(ponOntsConfiguration, async (session, args) => {
    const { onus, read } = await onusFor(session, olt, args.interface)
    const columns = table({
      line: integer(bound[technology].line, { none }),
      srv: integer(bound[technology].srv, { none }),
    })
    const rows = await readOnus(session, olt, { columns, index }, read)
    const names = async (kind: 'line' | 'srv') =>
      new Map((await named(session, nodes[technology][kind]!)).map(({ id, name }) => [id, name]))
    const [lines, services] =
      rows.size > 0 ? [await names('line'), await names('srv')] : [new Map(), new Map()]
    return onus.flatMap(one => {
      const row = rows.get(one.id)
      if (!row) return []
      const [line, srv] = [profile(row.line, lines), profile(row.srv, services)]
      return [
        {
          interface: refOf(one),
          line_profile: line?.name ?? null,
          service_profile: srv?.name ?? null,
          line,
          srv,
        },
      ]
    })
  })

const service = `${cdata}.1.3.100.9.2.1`
const no = { none: [-1, 65_535, 4_294_967_295] }
const servicePort = table({
  svlan: integer(`${service}.4`, no),
  pon: integer(`${service}.5`, no),
  onu: integer(`${service}.6`, no),
  gem: integer(`${service}.7`, no),
  userVlan: integer(`${service}.8`, no),
  userPri: integer(`${service}.9`, no),
  etherType: map(integer(`${service}.10`, no), type => (type === 0 ? null : `0x${type.toString(16)}`)),
  up: integer(`${service}.11`, { none: [...no.none, 0] }),
  down: integer(`${service}.12`, { none: [...no.none, 0] }),
  admin: enumeration(`${service}.13`, { 0: 'Disabled', 1: 'Enabled' }),
  state: enumeration(`${service}.14`, { 0: 'Offline', 1: 'Online' }),
  action: integer(`${service}.15`, no),
  innerVlan: integer(`${service}.16`, no),
  innerPri: integer(`${service}.17`, no),
  descr: text(`${service}.18`),
})

/** Service ports of FD16xx. The numbers of tag actions are not documented, so they stay numbers. */
export const servicePorts = (olt: Olt): Implementation =>
  implement(ponOntsServiceProfile, async (session, args) => {
    const rows = await readTable(session, servicePort)
    const ports = await portsOf(session)
    const one: Interface | null =
      args.interface === undefined ? null : await findInterface(session, olt, args.interface)
    return [...rows].flatMap(([index, row]) => {
      const port = row.pon === null ? null : { shelf: 0, slot: 0, port: row.pon }
      const onu = port && row.onu ? onuAt(olt, ports, { ...port, onu: row.onu }) : null
      const ponId = port && olt.places.keyOf({ ...port, onu: null })
      const pon = ponId === null ? null : (ports.get(ponId) ?? null)
      if (one && one.id !== onu?.id && one.id !== pon?.id) return []
      return [
        {
          interface: onu ? refOf(onu) : null,
          service_port_id: idOf(index),
          pon_port: pon ? refOf(pon) : null,
          onu_id: row.onu,
          svlan: row.svlan,
          user_vlan: row.userVlan,
          user_vlan_pri: row.userPri,
          gem_id: row.gem,
          eth_type: row.etherType,
          flow_type: null,
          flow_param: null,
          tag_action: row.action === null ? null : String(row.action),
          inner_vid: row.innerVlan,
          inner_pri: row.innerPri,
          admin_status: row.admin,
          online_state: row.state,
          description: row.descr,
          up_traffic_profile: row.up === null ? null : String(row.up),
          down_traffic_profile: row.down === null ? null : String(row.down),
          method: null,
          config_status: null,
        },
      ]
    })
  })
