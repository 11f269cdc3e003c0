import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { sysResources, wanted } from '../modules/index.ts'
import { readTable, type Column, type Columns } from '../table/index.ts'
import { noResources } from './no-resources.ts'
import { meanOf, percent } from './percent.ts'

type Resources = Static<typeof sysResources.result>

interface Loads {
  sec5: number | null
  min1: number | null
  min5: number | null
}

/**
 * A vendor's objects with load and memory: columns of tables, or scalars without their `.0`. A table has a
 * row for each member of a stack or board of a chassis.
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
    loads?: Column<Loads>
    /** The place of `loads` in older releases. */
    older?: Column<Loads>
    /** Name of the member. */
    name?: Column<string>
  }
  /** Percent in use, or two of total, used and free in octets. */
  memory?: { util?: Column<number>; total?: Column<number>; used?: Column<number>; free?: Column<number> }
  /** Name of a member from the index of its row; `Unit 2` for the index 2 by default. */
  member?: (index: string) => string
}

type Cells<C> = { [K in keyof C]?: C[K] extends Column<infer T> | undefined ? T | null : never }

async function rowsOf<C extends object>(session: Session, columns: C): Promise<[string, Cells<C>][]> {
  return [...(await readTable(session, columns as unknown as Columns))] as [string, Cells<C>][]
}

interface Load extends Loads {
  name: string | null
  util: number
}

function loadOf({ loads, older, ...own }: Cells<NonNullable<ResourceColumns['cpu']>>): Load | null {
  const { sec5 = null, min1 = null, min5 = null } = { ...own, ...(loads ?? older) }
  const util = own.util ?? min1 ?? sec5 ?? min5
  return util === null ? null : { name: own.name ?? null, util, sec5, min1, min5 }
}

function memoryOf({ util, ...octets }: Cells<NonNullable<ResourceColumns['memory']>>) {
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

function cpuOf(loads: readonly Load[]): Resources['cpu'] {
  const util = meanOf(loads.map(load => load.util))
  if (util === null) return null
  const over = (field: 'sec5' | 'min1' | 'min5', name: string) => {
    const mean = meanOf(loads.map(load => load[field]))
    return mean === null ? {} : { [name]: mean }
  }
  return {
    util,
    ...over('sec5', '_util5sec'),
    ...over('min1', '_util1min'),
    ...over('min5', '_util5min'),
    _cpu_count: loads.length > 1 ? loads.length : null,
  }
}

/** Each member with its load and its memory. Null for a single device. */
function cardsOf(
  cpus: ReadonlyMap<string, Load | null>,
  stores: ReadonlyMap<string, Resources['memory']>,
  member: (index: string) => string,
): Resources['cards'] {
  const indexes = [...new Set([...cpus.keys(), ...stores.keys()])]
  const single = Math.max(cpus.size, stores.size) < 2
  const names = [...cpus.values()].map(load => load?.name ?? null)
  const nameAt = (index: string) => {
    const name = cpus.get(index)?.name ?? null
    const repeated = name !== null && names.indexOf(name) !== names.lastIndexOf(name)
    return repeated ? `${member(index)} ${name}` : (name ?? member(index))
  }
  return single
    ? null
    : indexes.map((index, at) => ({
        id: /^\d+$/.test(index) ? Number(index) : at + 1,
        name: nameAt(index),
        cpu_load: cpus.get(index)?.util ?? null,
        memory_usage: stores.get(index)?.util ?? null,
      }))
}

/** A row without any value is not a member: a slot without a board. */
const known = <T>(rows: Iterable<[string, T | null]>): Map<string, T> =>
  new Map([...rows].filter((row): row is [string, T] => row[1] !== null))

/**
 * sys_resources from a vendor's own objects. In a stack, the load is the mean of all members, the memory is
 * that of the first one, and `cards` has each.
 */
export const ownResources = ({
  cpu,
  memory,
  member = index => `Unit ${index}`,
}: ResourceColumns): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const [cards, asked] = [wanted(load_only, 'cards'), (part: string) => wanted(load_only, part)]
    const cpus = cpu && (asked('cpu') || cards) ? await rowsOf(session, cpu) : []
    const stores = memory && (asked('memory') || cards) ? await rowsOf(session, memory) : []
    const loads = known(cpus.map(([index, row]) => [index, loadOf(row)]))
    const sizes = known(stores.map(([index, row]) => [index, memoryOf(row)]))
    const [first = null] = sizes.values()
    return {
      ...noResources,
      cpu: asked('cpu') ? cpuOf([...loads.values()]) : null,
      memory: asked('memory') ? first : null,
      cards: cards ? cardsOf(loads, sizes, member) : null,
    }
  })
