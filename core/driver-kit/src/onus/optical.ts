import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { listOf, ponOntsOptical, ponOntsStatus, refOf, type Interface } from '../modules/index.ts'
import { fetchCells } from './cells.ts'
import { allOnus } from './all-onus.ts'
import { chosenOnus, isEpon } from './interfaces.ts'
import { readOnus } from './rows.ts'
import { readStates, statusOf } from './status.ts'
import type { Olt, OnuTable, OpticalField, OpticalTable } from './tree.ts'
import { usedTrees } from './used-trees.ts'

type Levels = Partial<Record<OpticalField, number | null>>

const fieldsOf = (columns: Partial<Record<OpticalField, unknown>>): OpticalField[] =>
  Object.keys(columns) as OpticalField[]

/** The table without the columns that nobody asked for. */
const chosenOf = (table: OnuTable, chosen: readonly string[] | undefined): OnuTable => ({
  ...table,
  columns: Object.fromEntries(
    Object.entries(table.columns).filter(([field]) => !chosen || chosen.includes(field)),
  ),
})

/** ONUs that the OLT can ask over the fibre: those that are online, and those without a known state. */
async function reachable(
  session: Session,
  olt: Olt,
  onus: readonly Interface[],
  asked: string | number | undefined,
): Promise<Interface[]> {
  // The state of one ONU came with the proof that it exists.
  if (onus.length === 1 && (await usedTrees(session, olt)).every(({ state }) => state)) {
    const told = (await readStates(session, olt, onus)).get(onus[0]!.id)
    const word = told ? statusOf(told.row, told.words) : 'Unknown'
    return word === 'Online' || word === 'Unknown' ? [...onus] : []
  }
  const states = await session.call(ponOntsStatus, {
    ...(asked !== undefined && { interface: asked }),
    load_only: 'status',
  })
  const status = new Map(states.map(row => [row.interface.id, row.status]))
  return onus.filter(({ id }) => status.get(id) === 'Online' || status.get(id) === 'Unknown')
}

/**
 * pon_onts_optical. Measurements of the OLT are read as columns. Measurements of ONUs are read by GETs,
 * only for ONUs that are online, with several ONUs in each GET.
 */
export const opticalModule = (olt: Olt): Implementation =>
  implement(ponOntsOptical, async (session, args) => {
    const wanted = await chosenOnus(session, olt, args.interface)
    const chosen = listOf(args.load_only)
    const levels = new Map<number, Levels>()
    const take = async (table: OpticalTable, from: readonly Interface[] | 'all') => {
      const only = fieldsOf(table.columns).filter(field => !chosen || chosen.includes(field))
      if (only.length === 0) return
      for (const [id, row] of await readOnus(session, olt, table as OnuTable, from, only)) {
        const known = levels.get(id) ?? {}
        for (const field of only) known[field] ??= row[field] as number | null
        levels.set(id, known)
      }
    }
    const asked = (table: OpticalTable | undefined): table is OpticalTable =>
      table !== undefined && fieldsOf(table.columns).some(field => !chosen || chosen.includes(field))
    const trees = await usedTrees(session, olt)
    if (!wanted) for (const { atOlt = [] } of trees) for (const table of atOlt) await take(table, 'all')
    const onus = wanted ?? (await allOnus(session, olt, levels))
    for (const { technology, atOlt = [], atOnu } of trees) {
      const own = onus.filter(one => isEpon(one) === (technology === 'epon'))
      const open = asked(atOnu) && own.length > 0 ? await reachable(session, olt, own, args.interface) : []
      if (wanted?.length === 1) {
        const tables = [...atOlt, ...(open.length > 0 ? [atOnu] : [])].filter(asked)
        await fetchCells(
          session,
          olt,
          tables.map(table => [chosenOf(table as OnuTable, chosen), wanted]),
        )
      }
      if (wanted) for (const table of atOlt) await take(table, wanted)
      if (asked(atOnu)) await take(atOnu, open)
    }
    return onus.map(one => {
      const {
        rx = null,
        tx = null,
        olt_rx = null,
        temp = null,
        voltage = null,
        distance = null,
        bias,
      } = levels.get(one.id) ?? {}
      return Object.assign(
        { interface: refOf(one), rx, tx, olt_rx, temp, voltage, distance },
        bias === undefined ? {} : { bias },
      )
    })
  })
