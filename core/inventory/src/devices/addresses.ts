import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'

// Which addresses a user who is limited to groups may ask and add: those of the devices that they see, and
// those in the networks of their groups that no device of another group has. A refusal is the same for an
// address of another group's device as for one outside of all networks.

type Groups = Pick<Caller, 'groupIds'>

/** Those of the addresses that the caller may ask and add. */
export async function openAddresses(
  em: SqlEntityManager,
  { groupIds }: Groups,
  ips: readonly string[],
): Promise<ReadonlySet<string>> {
  if (groupIds === null) return new Set(ips)
  const own = sql`any (${[...groupIds]}::int[])`
  const { rows } = await sql<{ ip: string }>`
    select a.ip from unnest(${[...ips]}::text[]) as a (ip)
      left join inventory_device d on d.ip = a.ip::inet
    where case when d.id is not null then d.group_id = ${own}
      else exists (
        select from inventory_group g, jsonb_array_elements_text(g.networks) as n (cidr)
        where g.id = ${own} and n.cidr::inet >>= a.ip::inet) end`.execute(tables(em))
  return new Set(rows.map(({ ip }) => ip))
}

export const outside = (ip: string, path = 'ip') =>
  fail('INVENTORY_ADDRESS_OUTSIDE', { ip }, [{ path, message: 'is not an address of your groups' }])

/** @throws ApiError INVENTORY_ADDRESS_OUTSIDE for an address, in canonical form, that is not open */
export async function assertAddress(em: SqlEntityManager, caller: Groups, ip: string): Promise<void> {
  if (!(await openAddresses(em, caller, [ip])).has(ip)) throw outside(ip)
}

/** @throws ApiError INVENTORY_ADDRESS_OUTSIDE for a network that is not within one of the caller's groups */
export async function assertNetwork(em: SqlEntityManager, { groupIds }: Groups, cidr: string): Promise<void> {
  if (groupIds === null) return
  const { rows } = await sql`
    select from inventory_group g, jsonb_array_elements_text(g.networks) as n (cidr)
    where g.id = any (${[...groupIds]}::int[]) and n.cidr::inet >>= ${cidr}::inet`.execute(tables(em))
  if (rows.length === 0) throw outside(cidr, 'cidr')
}
