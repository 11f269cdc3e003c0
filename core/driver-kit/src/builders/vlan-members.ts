import type { Static } from 'typebox'
import { refOf, type Interface, type vlans } from '../modules/index.ts'

type Vlan = Static<typeof vlans.result>[number]

/** A port in a VLAN, from a vendor's table with one row for each of them. */
export interface VlanMember {
  vlan: number
  port: Interface
  /** Null: the port sends the VLAN, and nothing says whether with tag. `forbidden`: it must not send it. */
  how: 'tagged' | 'untagged' | 'forbidden' | null
}

/**
 * VLANs with their members, in the order of their ids. If it is unknown for one member whether it sends the
 * tag, both lists of that VLAN are null. `forbidden` is null unless the vendor's table has such members.
 */
export function vlansWithMembers(
  rows: readonly Pick<Vlan, 'id' | 'name' | 'status'>[],
  members: readonly VlanMember[],
  { forbidden = false }: { forbidden?: boolean } = {},
): Vlan[] {
  const byVlan = Map.groupBy(members, ({ vlan }) => vlan)
  return rows
    .filter(({ id }) => id >= 1 && id <= 4094)
    .toSorted((a, b) => a.id - b.id)
    .map(row => {
      const own = byVlan.get(row.id) ?? []
      const of = (...kinds: VlanMember['how'][]) =>
        [...new Set(own.filter(({ how }) => kinds.includes(how)).map(({ port }) => port))]
          .toSorted((a, b) => a.id - b.id)
          .map(refOf)
      const unsure = own.some(({ how }) => how === null)
      return {
        ...row,
        ports: {
          egress: of('tagged', 'untagged', null),
          untagged: unsure ? null : of('untagged'),
          tagged: unsure ? null : of('tagged'),
          forbidden: forbidden ? of('forbidden') : null,
        },
      }
    })
}
