import { implement, portsOf, readTable, readVlans, vlanIdsOf, vlans, type Implementation, type ResultOf, type Session } from '@linecard/driver-kit'
import { exVlans, l2aldVlans } from './tables.ts'

/** VLAN of each FDB id. */
export async function fdbIds(session: Session): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  return session.memo('junos_fdb_ids', async () => {
    const newer = [...(await readTable(session, l2aldVlans, { only: ['tag', 'fdbId'] })).values()].map(({ tag, fdbId }) => [fdbId, tag] as const)
    const older = newer.length > 0 ? [] : [...await readTable(session, exVlans, { only: ['tag'] })].map(([index, { tag }]) => [Number(index), tag] as const)
    return new Map([...newer, ...older].flatMap(([fdbId, tag]) => fdbId !== null && tag !== null && tag >= 1 && tag <= 4094 ? [[fdbId, new Set([tag])] as const] : []))
  }, 300_000)
}

/** Newer Junos writes port lists as decimal numbers with commas, older as PortList. */
export function memberPorts(list: Buffer): number[] {
  const said = list.toString('latin1')
  return /^[\d,\s]*$/.test(said) ? said.split(',').filter(Boolean).map(Number) : portsOf(list)
}

/** VLANs of Q-BRIDGE-MIB, and where that is empty (older EX and SRX) those of JUNIPER-VLAN-MIB, which are given without their ports. */
export const vlansOrNames = (): Implementation => implement(vlans, async (session, args) => {
  const wanted = vlanIdsOf(args.vlan_id)
  const standard = await readVlans(session, { memberPorts })
  const rows: ResultOf<typeof vlans> = standard.length > 0 ? standard : [...(await readTable(session, exVlans)).values()]
    .flatMap(({ name, tag }) => tag !== null && tag >= 1 && tag <= 4094 ? [{ id: tag, name, status: null, ports: null }] : []).toSorted((a, b) => a.id - b.id)
  return rows.filter(({ id }) => !wanted || wanted.has(id))
}, { override: true })
