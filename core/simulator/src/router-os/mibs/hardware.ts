import { type Subtree, int, oid, scalars, table, text } from '../../simulated/columns.ts'
import { diskBytes, loads, memoryBytes, serialOf, versions } from '../hardware.ts'
import type { RouterOsState } from '../state.ts'

/** The tree of the MIKROTIK-MIB. */
export const mikrotikNode = '1.3.6.1.4.1.14988.1.1'

/** HOST-RESOURCES-MIB: processors and two storages, in units of 1024 octets. */
export const host = (router: RouterOsState): Subtree =>
  function* (listing) {
    const { cpu, memory, disk } = loads(router)
    const storage = [
      { index: 65_536, type: 2, descr: 'main memory', size: memoryBytes, used: memory },
      { index: 131_072, type: 4, descr: 'system disk', size: diskBytes, used: disk },
    ].map(row => [row.index, row] as const)
    yield* table(listing, '1.3.6.1.2.1.25.2.3.1', storage, {
      1: int(row => row.index),
      2: oid(row => `1.3.6.1.2.1.25.2.1.${row.type}`),
      3: text(row => row.descr),
      4: int(() => 1024),
      5: int(row => row.size / 1024),
      6: int((row, now) => (row.used(now) * row.size) / 1024),
    })
    yield* table(
      listing,
      '1.3.6.1.2.1.25.3.3.1',
      cpu.map((load, n) => [n + 1, load] as const),
      { 1: oid(() => '0.0'), 2: int((load, now) => load(now)) },
    )
  }

/** MIKROTIK-MIB: version, serial number and temperature. */
export const own = (router: RouterOsState): Subtree =>
  function* (listing) {
    const { celsius } = loads(router)
    yield* scalars(listing, `${mikrotikNode}.4`, { 4: text(() => versions[router.version]) })
    yield* scalars(listing, `${mikrotikNode}.7`, {
      3: text(() => serialOf(router)),
      4: text(() => versions[router.version]),
    })
    yield* table(listing, `${mikrotikNode}.3.100.1`, [[17, celsius] as const], {
      2: text(() => 'cpu-temperature'),
      3: int((heat, now) => heat(now)),
      4: int(() => 1),
    })
  }
