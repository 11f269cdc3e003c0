import type { Session } from '../contract/session.ts'
import { interfacesList, type Interface } from '../modules/index.ts'
import { keptPorts, onuInterface } from './one-interface.ts'
import { isOnu } from './places.ts'
import { provenPlaces } from './proven.ts'
import type { Sight } from './rows.ts'
import type { Olt, OnuTree } from './tree.ts'
import { usedTrees } from './used-trees.ts'

/** How long the list of ONUs is kept: the modules of one poll need the same one. */
const keepMs = 60_000
const turnsMs = 600_000

/** ONUs by the tree that lists them, as bind keys: a list of interfaces would need megabytes. */
type Kept = readonly { tree: OnuTree; ids: Float64Array }[]

/** What is kept of a list, or null if its ONUs cannot be told from their bind keys alone. */
async function keptOf(session: Session, olt: Olt, onus: readonly Interface[]): Promise<Kept | null> {
  const trees = await usedTrees(session, olt)
  if (olt.ifIndexOf || trees.some(({ finder }) => finder)) return null
  const ports = byId((await keptPorts(session, olt)).ports)
  const kept = trees.map(tree => ({ tree, ids: [] as number[] }))
  for (const onu of onus) {
    const owner = kept.find(({ tree }) => sameOnu(made(olt, tree, onu.id, ports), onu))
    if (!owner) return null
    owner.ids.push(onu.id)
  }
  return kept.map(({ tree, ids }) => ({ tree, ids: Float64Array.from(ids) }))
}

const byId = (ports: readonly Interface[]) => new Map(ports.map(port => [port.id, port]))

function made({ places }: Olt, tree: OnuTree, id: number, ports: ReadonlyMap<number, Interface>) {
  const place = places.placeOf(id)
  return place && isOnu(place) ? onuInterface(places, tree, place, ports, null)[0] : undefined
}

const sameOnu = (one: Interface | undefined, other: Interface): boolean =>
  one !== undefined &&
  one.name === other.name &&
  one.parent === other.parent &&
  one.pontype === other.pontype &&
  one.if_index === other.if_index

/** Whether the rows that were just read have the same ONUs; `whole`: every ONU has a row. */
function agrees(kept: Kept, seen: ReadonlyMap<number, unknown>, whole: boolean): boolean {
  let common = 0
  let all = 0
  for (const { ids } of kept) {
    all += ids.length
    for (const id of ids) if (seen.has(id)) common++
  }
  return common === seen.size && (!whole || common === all)
}

/** The ONUs of the rows, if they are the lists themselves: null if they are not, or did not arrive whole. */
async function shownBy(session: Session, olt: Olt, sight: Sight): Promise<Interface[] | null> {
  const trees = await usedTrees(session, olt)
  const [tree, ...others] = trees
  if (!tree || others.length > 0 || tree.finder || olt.ifIndexOf || sight.lost) return null
  if (!Object.values(tree.list.columns).every(({ oid }) => sight.oids.has(oid))) return null
  const { ports: known, boards } = await keptPorts(session, olt)
  const seen = [...sight.places.values()]
  if (provenPlaces(olt.places, boards, seen).refused > 0) return null
  const ports = byId(known)
  return seen
    .flatMap(place => onuInterface(olt.places, tree, place, ports, null))
    .toSorted((a, b) => a.id - b.id)
}

/**
 * All ONUs. The rows that were just read may be their list. Else the list of less than a minute ago is taken,
 * if the rows have no other ONU. `whole`: every ONU has a row, so one that was deleted is found out too.
 */
export async function allOnus(
  session: Session,
  olt: Olt,
  seen: ReadonlyMap<number, unknown>,
  { sight, whole = false }: { sight?: Sight; whole?: boolean } = {},
): Promise<Interface[]> {
  const lists = await session.memo('onu_lists', async () => ({ turn: 0 }), turnsMs)
  const shown = sight && (await shownBy(session, olt, sight))
  if (shown) {
    lists.turn++
    await session.memo(`onu_list ${lists.turn}`, () => keptOf(session, olt, shown), keepMs)
    return shown
  }
  for (;;) {
    let fresh: Interface[] | undefined
    const { turn } = lists
    const kept = await session.memo(
      `onu_list ${turn}`,
      async () => {
        fresh = await session.call(interfacesList, { type: 'ONU' })
        return keptOf(session, olt, fresh)
      },
      keepMs,
    )
    if (fresh) return fresh
    if (kept && agrees(kept, seen, whole)) {
      const ports = byId((await keptPorts(session, olt)).ports)
      return kept
        .flatMap(({ tree, ids }) => Array.from(ids, id => made(olt, tree, id, ports)!))
        .toSorted((a, b) => a.id - b.id)
    }
    if (lists.turn === turn) lists.turn++
  }
}
