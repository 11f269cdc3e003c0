import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { sysResources, wanted } from '../modules/index.ts'
import { readTable, type Column, type Columns } from '../table/index.ts'
import { percent } from './percent.ts'

/**
 * A vendor's objects with load and memory: columns of tables, or scalars without their `.0`. The first row is
 * the device.
 */
export interface ResourceColumns {
  /**
   * Percent: `util` over a time that the vendor does not say, `sec5`, `min1` and `min5` over 5 s, 1 min and
   * 5 min, `loads` all three in one text. `util` of the answer is the first of util, min1, sec5, min5.
   */
  cpu?: {
    util?: Column<number>
    sec5?: Column<number>
    min1?: Column<number>
    min5?: Column<number>
    loads?: Column<{ sec5: number | null; min1: number | null; min5: number | null }>
  }
  /** Percent in use, or two of total, used and free in octets. */
  memory?: { util?: Column<number>; total?: Column<number>; used?: Column<number>; free?: Column<number> }
}

type First<C> = { [K in keyof C]?: C[K] extends Column<infer T> | undefined ? T | null : never }

async function firstRow<C extends object>(session: Session, columns: C): Promise<First<C> | null> {
  const [first] = (await readTable(session, columns as unknown as Columns)).values()
  return (first as First<C> | undefined) ?? null
}

function memoryOf({ util, ...octets }: First<NonNullable<ResourceColumns['memory']>>) {
  const { used = null, free = null } = octets
  const total = octets.total ?? (used !== null && free !== null ? used + free : null)
  const busy = used ?? (total !== null && free !== null ? total - free : null)
  const share = total && busy !== null && busy <= total ? percent(busy, total) : (util ?? null)
  return share === null
    ? null
    : {
        util: share,
        _total: total,
        _used: busy,
        _free: free ?? (total !== null && busy !== null ? total - busy : null),
      }
}

/** sys_resources from a vendor's own objects. */
export const ownResources = ({ cpu, memory }: ResourceColumns): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const first = cpu && wanted(load_only, 'cpu') ? await firstRow(session, cpu) : null
    const load = first && { ...first, ...first.loads }
    const store = memory && wanted(load_only, 'memory') ? await firstRow(session, memory) : null
    const util = load?.util ?? load?.min1 ?? load?.sec5 ?? load?.min5 ?? null
    const over = {
      ...(load?.sec5 == null ? {} : { _util5sec: load.sec5 }),
      ...(load?.min1 == null ? {} : { _util1min: load.min1 }),
      ...(load?.min5 == null ? {} : { _util5min: load.min5 }),
    }
    return {
      cpu: util === null ? null : { util, ...over, _cpu_count: null },
      memory: store ? memoryOf(store) : null,
      disk: null,
      interfaces: null,
      cards: null,
      fans: null,
    }
  })
