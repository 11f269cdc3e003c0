import { judge, near, type Case, type Comparison, type Row } from '../area.ts'
import { saidBy } from './row.ts'
import { column, numberOf, textOf } from './table.ts'

const host = '1.3.6.1.2.1.25'
const processors = `${host}.3.3.1`
const storages = `${host}.2.3.1`
const ram = `${host}.2.1.2`
const percentApart = 1
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** nmscardCPUUtilization of NMS-CHASSIS-MIB (BDCOM): the load of a card, in the maker's own object. */
const ownLoads = '1.3.6.1.4.1.3320.3.6.10.1.11'

interface Load {
  /** Our load is the maker's own object, which says another number than HOST-RESOURCES-MIB. */
  own: boolean
}

/** Processors: our load is that of the row, or the mean of all rows. */
function loadRows(of: Case): Row<Load>[] {
  const loads = [...column(of, `${processors}.2`)].flatMap(([index, value]) => {
    const load = numberOf(value)
    return load === null ? [] : [{ index, load }]
  })
  const { cpu, cards } = of.answers.sysResources ?? {}
  const ours = [cpu?.util, ...(cards ?? []).map(card => card.cpu_load)].filter(load => load != null)
  const all = mean(loads.map(({ load }) => load))
  const told = [...column(of, ownLoads).values()].flatMap(value => numberOf(value) ?? [])
  const own = ours.length > 0 && told.some(load => near(ours[0]!, load, percentApart))
  return loads.map(({ index, load }) => {
    const equal = ours.some(one => near(one, load, percentApart) || near(one, all, percentApart))
    const theirs = `${load} %`
    return {
      area: 'loads',
      key: `hrProcessorLoad ${index}`,
      theirs,
      ours: equal ? theirs : ours.length === 0 ? null : ours.map(one => `${one} %`).join(', '),
      facts: { own },
      said: saidBy(of, 'sysResources', [processors], index),
    }
  })
}

const unsigned = (value: number | null): number => (value === null ? 0 : value < 0 ? value + 2 ** 32 : value)

interface Store {
  /** Whether our memory is another row of the same kind. */
  other: boolean
  mounted: boolean
}
const isMounted = (descr: string | null): boolean => /\bmounted on \/|^\/\w/.test(descr ?? '')

/** Stores of the type RAM: our memory has the size and use of the row. */
function storeRows(of: Case): Row<Store>[] {
  const [types, descrs, units, sizes, used] = [2, 3, 4, 5, 6].map(arc => column(of, `${storages}.${arc}`))
  const at = (cells: typeof units, index: string) => unsigned(numberOf(cells!.get(index)))
  const memory = of.answers.sysResources?.memory
  const rows = [...types!].flatMap(([index, type]) => {
    const unit = at(units, index)
    const size = at(sizes, index) * unit
    return type === ram && size > 0 && used!.has(index)
      ? [{ index, size, busy: at(used, index) * unit, mounted: isMounted(textOf(descrs!.get(index))) }]
      : []
  })
  /** Buffers and caches, which a system gives up when it needs memory: they may count as free. */
  const caches = [...descrs!]
    .filter(([, value]) =>
      /^(memory buffers|cached memory|ram \((buffers|cache)\))$/i.test(textOf(value) ?? ''),
    )
    .reduce((sum, [index]) => sum + at(used, index) * at(units, index), 0)
  const isOurs = ({ size, busy }: (typeof rows)[number]): boolean =>
    near(memory?._total, size, size * 0.01) &&
    [busy, busy - caches].some(octets => near(memory?._used, Math.max(0, octets), size * 0.01))
  return rows.map(row => {
    const theirs = `${row.busy} of ${row.size}`
    return {
      area: 'stores',
      key: `hrStorage ${row.index}`,
      theirs,
      ours: isOurs(row) ? theirs : memory ? `${memory._used} of ${memory._total}` : null,
      facts: { mounted: row.mounted, other: rows.some(one => one !== row && isOurs(one)) },
      said: saidBy(of, 'sysResources', [storages], row.index),
    }
  })
}

const loads: Comparison<Load> = {
  rows: loadRows,
  reasons: [
    {
      id: 'own-load',
      areas: ['loads'],
      text: "The maker's own object says another load, and it is the one of our answer.",
      fits: ({ facts: { own } }) => own,
    },
  ],
}
const stores: Comparison<Store> = {
  rows: storeRows,
  reasons: [
    {
      id: 'other-ram',
      areas: ['stores'],
      text: 'Another row of the type RAM is our main memory; `sys_resources` has one memory.',
      fits: ({ facts: { other } }) => other,
    },
    {
      id: 'file-system',
      areas: ['stores'],
      text: 'A file system in memory (the description is where it is mounted), not main memory.',
      fits: ({ facts: { mounted } }) => mounted,
    },
  ],
}
export const hostReasons = [...loads.reasons, ...stores.reasons]
export const compareLoads = judge(loads)
export const compareStores = judge(stores)
