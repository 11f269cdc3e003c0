import {
  implement,
  readTable,
  readWhole,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import { readBridgePorts, readVlans } from '@linecard/driver-kit/builders'
import { portsOf } from '@linecard/driver-kit/codecs'
import { refOf, vlanIdsOf, vlans } from '@linecard/driver-kit/modules'
import { exVlanPorts, exVlans, l2aldVlans } from './tables.ts'

type Vlans = ResultOf<typeof vlans>
const isId = (tag: number | null): tag is number => tag !== null && tag >= 1 && tag <= 4094

/** VLAN of each FDB id. Null if a part of them did not arrive. */
export async function fdbIds(session: Session): Promise<ReadonlyMap<number, ReadonlySet<number>> | null> {
  return session.memo(
    'junos_fdb_ids',
    async () => {
      const ofL2ald = await readWhole(session, l2aldVlans, { only: ['tag', 'fdbId'] })
      const newer = [...ofL2ald.rows.values()].map(({ tag, fdbId }) => [fdbId, tag] as const)
      const ofEx = newer.length > 0 ? ofL2ald : await readWhole(session, exVlans, { only: ['tag'] })
      const older =
        newer.length > 0 ? [] : [...ofEx.rows].map(([index, { tag }]) => [Number(index), tag] as const)
      if (!ofL2ald.whole || !ofEx.whole) return null
      return new Map(
        [...newer, ...older].flatMap(([fdbId, tag]) =>
          fdbId !== null && isId(tag) ? [[fdbId, new Set([tag])] as const] : [],
        ),
      )
    },
    300_000,
  )
}

/** Port lists are decimal numbers with commas in newer Junos, PortLists in older Junos. */
export function memberPorts(list: Buffer): number[] {
  const digits = list.toString('latin1')
  return /^[\d,\s]*$/.test(digits) ? digits.split(',').filter(Boolean).map(Number) : portsOf(list)
}

/** VLANs of JUNIPER-VLAN-MIB with their ports. The numbers of the ports are bridge ports. */
async function readExVlans(session: Session): Promise<Vlans> {
  const rows = [...(await readTable(session, exVlans))]
  if (rows.length === 0) return []
  const ports = await readBridgePorts(session)
  const members = [...(await readTable(session, exVlanPorts))].flatMap(([index, { tagness }]) => {
    const [vlan, port] = index.split('.') as [string, string]
    const one = ports(Number(port))
    return one && tagness !== null ? [{ vlan, tagness, ref: refOf(one) }] : []
  })
  return rows
    .flatMap(([index, { name, tag }]) => {
      if (!isId(tag)) return []
      const own = members.filter(({ vlan }) => vlan === index)
      const of = (kind: string) => own.filter(({ tagness }) => tagness === kind).map(({ ref }) => ref)
      return [
        {
          id: tag,
          name,
          status: null,
          ports:
            members.length > 0
              ? {
                  egress: own.map(({ ref }) => ref),
                  untagged: of('untagged'),
                  tagged: of('tagged'),
                  forbidden: null,
                }
              : null,
        },
      ]
    })
    .toSorted((a, b) => a.id - b.id)
}

/**
 * VLANs of Q-BRIDGE-MIB. If Junos gives no names there, the names come from JUNIPER-L2ALD-MIB. If the table
 * is empty (older EX and SRX), the VLANs come from JUNIPER-VLAN-MIB.
 */
export const vlansOrNames = (): Implementation =>
  implement(
    vlans,
    async (session, args) => {
      const wanted = vlanIdsOf(args.vlan_id)
      const standard = await readVlans(session, { memberPorts })
      const nameless = standard.some(({ name }) => name === null)
      const names = new Map(
        nameless
          ? [...(await readTable(session, l2aldVlans, { only: ['tag', 'name'] })).values()].map(
              ({ tag, name }) => [tag, name] as const,
            )
          : [],
      )
      const rows: Vlans =
        standard.length > 0
          ? standard.map(row => ({ ...row, name: row.name ?? names.get(row.id) ?? null }))
          : await readExVlans(session)
      return rows.filter(({ id }) => !wanted || wanted.has(id))
    },
    { override: true },
  )
