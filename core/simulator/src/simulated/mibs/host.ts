import { type Subtree, gauge, int, oid, scalars, table, text, ticks } from '../columns.ts'
import { wander } from '../values.ts'

const hostNode = '1.3.6.1.2.1.25'

/** HOST-RESOURCES-MIB (RFC 2790): load of each processor, memory and disk. */
export const host = (facts: { bootMs: number }, cores: number, seed: string): Subtree =>
  function* (listing) {
    const loads = Array.from(
      { length: cores },
      (_, core) => [196_608 + core, wander(`${seed} core ${core}`, 23, 14)] as const,
    )
    const used = wander(`${seed} memory`, 0.42, 0.05)
    const storage = [
      {
        index: 1,
        type: 2,
        descr: 'Physical memory',
        units: 1024,
        size: 16_333_212,
        used: (now: number) => used(now) * 16_333_212,
      },
      {
        index: 3,
        type: 3,
        descr: 'Virtual memory',
        units: 1024,
        size: 18_430_360,
        used: (now: number) => used(now) * 16_333_212,
      },
      { index: 31, type: 4, descr: '/', units: 4096, size: 7_814_304, used: () => 1_402_118 },
    ].map(row => [row.index, row] as const)
    yield* scalars(listing, `${hostNode}.1`, {
      1: ticks((_, now) => Math.floor((now - facts.bootMs) / 10) % 0x100000000),
      6: gauge(() => 187),
    })
    yield* scalars(listing, `${hostNode}.2`, { 2: int(() => 16_333_212) })
    yield* table(listing, `${hostNode}.2.3.1`, storage, {
      1: int(row => row.index),
      2: oid(row => `${hostNode}.2.1.${row.type}`),
      3: text(row => row.descr),
      4: int(row => row.units),
      5: int(row => row.size),
      6: int((row, now) => row.used(now)),
    })
    yield* table(listing, `${hostNode}.3.2.1`, loads, {
      2: oid(() => `${hostNode}.3.1.3`),
      3: text(() => 'GenuineIntel: Intel(R) Xeon(R) D-1541 CPU @ 2.10GHz'),
    })
    yield* table(listing, `${hostNode}.3.3.1`, loads, {
      1: oid(() => '0.0'),
      2: int((load, now) => load(now)),
    })
  }
