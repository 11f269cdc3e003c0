import { type Listing, type Subtree, int, table, text } from '../../../simulated/columns.ts'
import { bdcomNode } from '../node.ts'
import { flowProfiles, tcontProfiles, uniProfiles, vlanProfiles } from '../profiles.ts'

const node = `${bdcomNode}.10.6`
type Named = readonly { id: number; name: string }[]

const names = (listing: Listing, entry: string, column: number, profiles: Named, suffix = '') =>
  table(
    listing,
    entry,
    profiles.map(one => [`${one.id}${suffix}`, one] as const),
    { [column]: text(({ name }) => name) },
  )

/** Profiles for GPON ONUs: VLAN, T-CONT, flow mapping and UNI. */
export const profileTables: Subtree = function* (listing) {
  yield* table(
    listing,
    `${node}.1.1.1`,
    vlanProfiles.map(one => [one.id, one] as const),
    { 2: text(one => one.name), 3: int(one => one.mode), 4: int(one => one.pvid), 5: text(one => one.trunk) },
  )
  yield* names(listing, `${node}.2.1`, 2, tcontProfiles)
  yield* names(listing, `${node}.6.1`, 3, flowProfiles, '.1')
  yield* names(listing, `${node}.8.1`, 2, uniProfiles)
}
