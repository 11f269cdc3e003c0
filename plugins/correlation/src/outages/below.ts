import type { Picture, Verdict } from '../judge/index.ts'

/** Devices below an outage, and how many ONUs it takes away. */
export function belowOf(
  { kind, interfaces, members }: Verdict,
  { olt, uplinks, onus }: Picture,
): { deviceIds: number[]; customers: number | null } {
  const all = onus.filter(({ lostAt, member }) => lostAt === null || member).length
  if (kind === 'olt') return { deviceIds: [olt.id], customers: olt.up === false ? all : members.length }
  if (kind !== 'uplink') return { deviceIds: [], customers: members.length }
  const own = uplinks.some(({ id }) => interfaces.includes(id))
  const left = own && uplinks.some(({ up, id }) => up !== false && !interfaces.includes(id))
  return left ? { deviceIds: [], customers: 0 } : { deviceIds: [olt.id], customers: all }
}
