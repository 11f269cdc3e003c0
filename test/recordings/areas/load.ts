import type { ExpectedPool, ExpectedProcessor } from '../folder.ts'
import { judge, near, type Case, type Comparison, type Row } from './area.ts'

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const percentApart = 1

/** The loads that our answer has: of the device, over other times, of its boards. */
const ourLoads = ({ answers: { sysResources } }: Case): number[] => {
  const { cpu, cards } = sysResources ?? {}
  return [cpu?.util, cpu?._util5sec, cpu?._util1min, cpu?._util5min, ...(cards ?? []).map(card => card.cpu_load)].flatMap(load => load ?? [])
}

interface Processor { processor: ExpectedProcessor }

const processors: Comparison<Processor> = {
  /** A row is equal when its load is ours, or one of those whose mean ours is. */
  rows: of => {
    const theirs = of.expected.processors ?? []
    const ours = ourLoads(of)
    const util = of.answers.sysResources?.cpu?.util
    const count = of.answers.sysResources?.cpu?._cpu_count
    const parts = theirs.length === (count ?? theirs.length) && theirs.length > 1 && near(mean(theirs.map(row => row.processor_usage)), util, percentApart)
    return theirs.map((processor): Row<Processor> => {
      const equal = parts || ours.some(load => near(load, processor.processor_usage, percentApart))
      const said = `${processor.processor_usage} %`
      return { area: 'cpu', key: `${processor.processor_descr} ${processor.processor_oid}`, theirs: said, ours: equal ? said : util == null ? null : `${util} %`, facts: { processor } }
    })
  },
  reasons: [],
}

interface Pool { pool: ExpectedPool, main: ExpectedPool | null }

const isOurs = ({ answers: { sysResources } }: Case, pool: ExpectedPool): boolean => {
  const { memory, disk, cards } = sysResources ?? {}
  return [memory, disk].some(store => store != null && near(store.util, pool.mempool_perc, percentApart) && (store._total === null || near(store._total, pool.mempool_total, pool.mempool_total * 0.01)))
    || (cards ?? []).some(card => near(card.memory_usage, pool.mempool_perc, percentApart))
}

const pools: Comparison<Pool> = {
  rows: of => {
    const theirs = of.expected.mempools ?? []
    const main = theirs.find(pool => isOurs(of, pool)) ?? null
    const memory = of.answers.sysResources?.memory
    return theirs.map((pool): Row<Pool> => {
      const said = `${pool.mempool_perc} % of ${pool.mempool_total}`
      return { area: 'memory', key: pool.mempool_descr, theirs: said, ours: isOurs(of, pool) ? said : memory ? `${memory.util} % of ${memory._total}` : null, facts: { pool, main } }
    })
  },
  reasons: [],
}

export const loadReasons = [...processors.reasons, ...pools.reasons]
export const compareProcessors = judge(processors)
export const comparePools = judge(pools)
