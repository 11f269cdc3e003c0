import type { ExpectedPool, ExpectedProcessor } from '../folder.ts'
import { judge, near, numberAt, type Case, type Comparison, type Row } from './area.ts'

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const percentApart = 1

/** The loads in our answer: of the device, over other periods, of its boards. */
const ourLoads = ({ answers: { sysResources } }: Case): number[] => {
  const { cpu, cards } = sysResources ?? {}
  return [
    cpu?.util,
    cpu?._util5sec,
    cpu?._util1min,
    cpu?._util5min,
    ...(cards ?? []).map(card => card.cpu_load),
  ].flatMap(load => load ?? [])
}

interface Processor {
  processor: ExpectedProcessor
}

const processors: Comparison<Processor> = {
  /** A row is equal if its load is ours, or if ours is the mean of several loads with this one. */
  rows: of => {
    const theirs = of.expected.processors ?? []
    const ours = ourLoads(of)
    const util = of.answers.sysResources?.cpu?.util
    const count = of.answers.sysResources?.cpu?._cpu_count
    const parts =
      theirs.length === (count ?? theirs.length) &&
      theirs.length > 1 &&
      near(mean(theirs.map(row => row.processor_usage)), util, percentApart)
    return theirs.map((processor): Row<Processor> => {
      const equal = parts || ours.some(load => near(load, processor.processor_usage, percentApart))
      const said = `${processor.processor_usage} %`
      return {
        area: 'cpu',
        key: `${processor.processor_descr} ${processor.processor_oid}`,
        theirs: said,
        ours: equal ? said : util == null ? null : `${util} %`,
        facts: { processor },
      }
    })
  },
  reasons: [
    {
      id: 'core',
      areas: ['cpu'],
      text:
        'Load of one core (cpmCoreTable): we give that of the processor, ' +
        'which is the mean of its cores as the device computes it (cpmCPUTotalTable).',
      fits: ({ ours, facts: { processor } }, of) => {
        const [, index] =
          /^\.?1\.3\.6\.1\.4\.1\.9\.9\.109\.1\.1\.2\.1\.\d+\.(\d+)\.\d+$/.exec(processor.processor_oid) ?? []
        return (
          ours !== null &&
          index !== undefined &&
          ourLoads(of).some(load =>
            near(load, numberAt(of, `1.3.6.1.4.1.9.9.109.1.1.1.1.7.${index}`), percentApart),
          )
        )
      },
    },
    {
      id: 'forwarding',
      areas: ['cpu'],
      text: 'Load of the forwarding engine (CISCO-ENTITY-QFP-MIB), which is not a processor.',
      fits: ({ facts: { processor } }) => /^\.?1\.3\.6\.1\.4\.1\.9\.9\.715\./.test(processor.processor_oid),
    },
  ],
}

/** Names of storage that is not main memory. */
const otherStores =
  /\b(buffers?\)?|cached?\)?|shared|virtual|tmp|root|log|core|flash|reserved?|image|driver text|i\/o|swap|disk)\b/i

interface Pool {
  pool: ExpectedPool
  main: ExpectedPool | null
}

const inKilobytes = ({ answers: { sysResources } }: Case, pool: ExpectedPool): boolean =>
  near(sysResources?.memory?.util, pool.mempool_perc, percentApart) &&
  sysResources?.memory?._total === pool.mempool_total * 1024

const isOurs = ({ answers: { sysResources } }: Case, pool: ExpectedPool): boolean => {
  const { memory, disk, cards } = sysResources ?? {}
  return (
    [memory, disk].some(
      store =>
        store != null &&
        near(store.util, pool.mempool_perc, percentApart) &&
        (store._total === null || near(store._total, pool.mempool_total, pool.mempool_total * 0.01)),
    ) || (cards ?? []).some(card => near(card.memory_usage, pool.mempool_perc, percentApart))
  )
}

const pools: Comparison<Pool> = {
  rows: of => {
    const theirs = of.expected.mempools ?? []
    const main = theirs.find(pool => isOurs(of, pool) || inKilobytes(of, pool)) ?? null
    const memory = of.answers.sysResources?.memory
    return theirs.map((pool): Row<Pool> => {
      const said = `${pool.mempool_perc} % of ${pool.mempool_total}`
      return {
        area: 'memory',
        key: pool.mempool_descr,
        theirs: said,
        ours: isOurs(of, pool) ? said : memory ? `${memory.util} % of ${memory._total}` : null,
        facts: { pool, main },
      }
    })
  },
  reasons: [
    {
      id: 'other-store',
      areas: ['memory'],
      text:
        'Not main memory: buffers, caches, shared and virtual memory, reserved and driver pools, file ' +
        'systems, flash. ' +
        'Main memory, the only memory of a computer in `sys_resources`, is equal here.',
      fits: ({ facts: { pool, main } }) =>
        main !== null && main !== pool && otherStores.test(pool.mempool_descr),
    },
    {
      id: 'caches',
      areas: ['memory'],
      text:
        'The other system subtracts buffers and caches from the used memory of AOS-CX, which does not ' +
        'include them: ' +
        'in other recordings they are larger than it.',
      fits: ({ facts: { pool } }, of) => {
        const used = of.answers.sysResources?.memory?._used
        const caches = (of.expected.mempools ?? [])
          .filter(({ mempool_descr }) => /buffers|cached/i.test(mempool_descr))
          .reduce((sum, { mempool_used }) => sum + mempool_used, 0)
        return used != null && caches > 0 && near(pool.mempool_used + caches, used, used * 0.01)
      },
    },
    {
      id: 'unit',
      areas: ['memory'],
      text: 'The same share: the device counts in kilobytes, the other system reads octets.',
      fits: ({ facts: { pool } }, of) => inKilobytes(of, pool),
    },
  ],
}

export const loadReasons = [...processors.reasons, ...pools.reasons]
export const compareProcessors = judge(processors)
export const comparePools = judge(pools)
