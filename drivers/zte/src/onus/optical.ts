import { implement, type Implementation, type Session } from '@linecard/driver-kit'
import { listOf, ponOntsOptical, ponOntsStatus, refOf, type Interface } from '@linecard/driver-kit/modules'
import { isEpon, onusFor } from './interfaces.ts'
import { readOnus, usedTrees } from './rows.ts'
import type { OnuTable, OnuTrees, OpticalField } from './tree.ts'

type Levels = Partial<Record<OpticalField, number | null>>
type Optics = OnuTable<Parameters<typeof fieldsOf>[0]>

const fieldsOf = (columns: Partial<Record<OpticalField, unknown>>): OpticalField[] =>
  Object.keys(columns) as OpticalField[]

/** ONUs that the OLT can ask over the fibre: those that are online, and those without a known state. */
async function reachable(
  session: Session,
  onus: readonly Interface[],
  asked: string | number | undefined,
): Promise<Interface[]> {
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
export const opticalModule = (trees: OnuTrees): Implementation =>
  implement(ponOntsOptical, async (session, args) => {
    const { onus, read } = await onusFor(session, trees, args.interface)
    const chosen = listOf(args.load_only)
    const levels = new Map<number, Levels>(onus.map(({ id }) => [id, {}]))
    const take = async (table: Optics, from: readonly Interface[] | 'all') => {
      const only = fieldsOf(table.columns).filter(field => !chosen || chosen.includes(field))
      if (only.length === 0) return
      for (const [id, row] of await readOnus(session, table as OnuTable, from, only)) {
        const known = levels.get(id)
        if (known) for (const field of only) known[field] ??= row[field] as number | null
      }
    }
    for (const { technology, atOlt = [], atOnu } of await usedTrees(session, trees)) {
      for (const table of atOlt) await take(table, read)
      if (!atOnu || !fieldsOf(atOnu.columns).some(field => !chosen || chosen.includes(field))) continue
      const own = onus.filter(one => isEpon(one) === (technology === 'epon'))
      await take(atOnu, await reachable(session, own, args.interface))
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
