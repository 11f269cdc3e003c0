import { portsOf } from '@linecard/driver-kit/codecs'
import { judge, type Case, type Comparison, type Row } from '../area.ts'
import { rowOf, saidBy } from './row.ts'
import { basePorts, column, ifIndexes, indexesOf, plain, textOf } from './table.ts'

const current = '1.3.6.1.2.1.17.7.1.4.2.1'
const configured = '1.3.6.1.2.1.17.7.1.4.3.1'
const tables = [current, configured, '1.3.6.1.2.1.17.1.4.1']
type Octets = ReadonlyMap<number, Buffer>

/** Octets of a column by VLAN id, which is the last part of the index. */
const octetsOf = (of: Case, oid: string): Octets =>
  new Map(
    [...column(of, oid)].flatMap(([index, value]) =>
      Buffer.isBuffer(value) ? [[Number(index.split('.').at(-1)), value] as const] : [],
    ),
  )

/** The current list, else the configured one: in some agents the current list is empty. */
const listAt = (id: number, now: Octets, plan: Octets): Buffer | null => {
  const list = now.get(id)
  return list?.length ? list : (plan.get(id) ?? list ?? null)
}

interface Vlan {
  id: number
  name: string | null
  egress: Buffer | null
  untagged: Buffer | null
}
function recordedVlans(of: Case): Vlan[] {
  const names = column(of, `${configured}.1`)
  const [nowSent, nowBare] = [octetsOf(of, `${current}.4`), octetsOf(of, `${current}.5`)]
  const [planSent, planBare] = [octetsOf(of, `${configured}.2`), octetsOf(of, `${configured}.4`)]
  const ids = [...indexesOf(names).map(Number), ...nowSent.keys(), ...planSent.keys()]
  return [...new Set(ids)]
    .filter(id => id >= 1 && id <= 4094)
    .map(id => ({
      id,
      name: textOf(names.get(String(id))),
      egress: listAt(id, nowSent, planSent),
      untagged: listAt(id, nowBare, planBare),
    }))
}

const isOf = ({ recording }: Case, enterprise: number): boolean =>
  String(recording.get('1.3.6.1.2.1.1.2.0')?.value).startsWith(`1.3.6.1.4.1.${enterprise}.`)
const [juniper, raisecom] = [2636, 8886]

/**
 * Members in a list: a bridge port leads to an ifIndex. Two vendors do not always send a PortList: Junos sends
 * port numbers as text with commas, Raisecom ifIndexes of four octets each.
 */
function membersIn(of: Case, list: Buffer): { port: string; ifIndex: number | undefined }[] {
  const bases = basePorts(of)
  const at = (port: number) => ({ port: String(port), ifIndex: bases.size === 0 ? port : bases.get(port) })
  const text = list.toString('latin1')
  if (isOf(of, juniper) && /^[\d,\s]*$/.test(text)) return text.split(',').map(Number).filter(Boolean).map(at)
  if (isOf(of, raisecom))
    return Array.from({ length: list.length >> 2 }, (_, part) => list.readUInt32BE(part * 4))
      .filter(Boolean)
      .map(ifIndex => ({ port: `of ifIndex ${ifIndex}`, ifIndex }))
  return portsOf(list).map(at)
}

/** `mapped`: the bridge port leads to an interface of the recording. */
interface Member {
  mapped: boolean
}

/** Members of a VLAN that the recording lists, and members that only our answer has. */
function memberRows(of: Case, { id, egress, untagged }: Vlan): Row<Member | null>[] {
  if (egress === null) return []
  const ours = of.answers.vlans?.find(vlan => vlan.id === id)
  const bare = new Set(ours?.ports?.untagged?.map(one => one.if_index))
  const mine = new Map(
    (ours?.ports?.egress ?? []).map(one => [
      one.if_index,
      ours?.ports?.untagged ? (bare.has(one.if_index) ? 'untagged' : 'tagged') : null,
    ]),
  )
  const plainPorts = new Set(untagged && membersIn(of, untagged).map(({ port }) => port))
  const said = saidBy(of, 'vlans', tables)
  const rows = membersIn(of, egress).map(({ port, ifIndex }) => {
    const mapped = ifIndex !== undefined && ifIndexes(of).has(ifIndex)
    const kind = untagged && (plainPorts.has(port) ? 'untagged' : 'tagged')
    const own = mine.has(ifIndex ?? null) ? { member: 'yes', kind: mine.get(ifIndex!)! } : undefined
    mine.delete(ifIndex ?? null)
    return rowOf<Member>('ports', `VLAN ${id} port ${port}`, { member: 'yes', kind }, own, { mapped }, said)
  })
  // If a listed port is unknown, an unlisted one of ours can be that port.
  const mapped = rows.every(row => row.facts.mapped)
  const invented = [...mine.keys()].map(ifIndex =>
    rowOf<Member>(
      'ports',
      `VLAN ${id} ifIndex ${ifIndex}`,
      { member: 'no' },
      { member: 'yes' },
      { mapped },
      null,
    ),
  )
  return [...rows, ...invented]
}

const vlanRows: Comparison<Member | null> = {
  rows: of => {
    const mine = new Map((of.answers.vlans ?? []).map(row => [row.id, row]))
    return recordedVlans(of).flatMap(vlan => {
      const own = mine.get(vlan.id)
      const ours = own && { name: plain(own.name) || null }
      const said = saidBy(of, 'vlans', tables, String(vlan.id))
      return [
        rowOf('names', `VLAN ${vlan.id}`, { name: vlan.name }, ours, null, said),
        ...memberRows(of, vlan),
      ]
    })
  },
  reasons: [
    {
      id: 'no-base-port',
      areas: ['ports'],
      text: 'The bridge port leads to no interface of the recording (dot1dBasePortTable, ifTable).',
      fits: ({ facts }) => facts?.mapped === false,
    },
  ],
}
export const vlanRowReasons = vlanRows.reasons
export const compareVlanRows = judge(vlanRows)
