import { setTimeout as sleep } from 'node:timers/promises'
import { implement, type Implementation } from '../../contract/implementation.ts'
import type { ModelFacts } from '../../contract/model.ts'
import type { Session } from '../../contract/session.ts'
import { DeviceError } from '../../contract/errors.ts'
import { cableDiag, type Interface, type PairState } from '../../modules/index.ts'
import type { Varbind } from '../../contract/snmp.ts'
import { readRows, type Column, type Columns } from '../../table/index.ts'
import { ifIndexOf } from './act.ts'
import { cableRow, copperPorts, portAfterPort, type CableMeasurement } from './cable-rows.ts'

/** The result of one port as the device shows it now. */
export interface CableResult extends CableMeasurement {
  /** The cell of the column `state`. */
  state: string | null
}

/** How a family tests copper cables over SNMP. */
export interface CableTest {
  /** Status and length in m, by the pairs' numbers. */
  pairs: readonly { status: Column<PairState>; length: Column<number> }[]
  state?: Column<string>
  time?: Column<string>
  /** Index of a port's result; its ifIndex by default. */
  indexOf?: (one: Interface) => string
  /** The SET that starts the test of a port. */
  start: (one: Interface) => readonly Varbind[]
  /**
   * Whether the test still runs. `before`: the result before the start. `elapsedMs`: since the start. It is
   * asked every 400 ms, for 20 s at most.
   */
  running: (now: CableResult, before: CableResult, elapsedMs: number) => boolean
  /** Pairs that a port uses; all by default. A Fast Ethernet port uses two. */
  pairsOf?: (one: Interface, model: ModelFacts) => number
}

const pollMs = 400
/** A test that takes longer does not end. */
const maxTestMs = 20_000

const columnsOf = ({ pairs, state, time }: CableTest): Columns => ({
  ...Object.fromEntries(
    pairs.flatMap(({ status, length }, at) => [
      [`status ${at}`, status],
      [`length ${at}`, length],
    ]),
  ),
  ...(state && { state }),
  ...(time && { time }),
})

async function resultsOf(
  session: Session,
  test: CableTest,
  ports: readonly Interface[],
): Promise<(CableResult | undefined)[]> {
  const indexes = ports.map(one => test.indexOf?.(one) ?? String(ifIndexOf(one)))
  const rows = await readRows(session, columnsOf(test), indexes)
  return indexes.map(index => {
    const cells = rows.get(index) as Record<string, string | number | null> | undefined
    return (
      cells && {
        pairs: test.pairs.map((_, at) => ({
          status: cells[`status ${at}`] as PairState | null,
          length: cells[`length ${at}`] as number | null,
        })),
        time: (cells['time'] as string | null) ?? null,
        state: (cells['state'] as string | null) ?? null,
      }
    )
  })
}

async function testOne(
  session: Session,
  test: CableTest,
  one: Interface,
  before: CableResult,
): Promise<CableResult> {
  await session.snmp.set(test.start(one))
  const begun = performance.now()
  for (;;) {
    await sleep(pollMs, undefined, { signal: session.signal })
    const elapsed = performance.now() - begun
    const [now] = await resultsOf(session, test, [one])
    if (now && !test.running(now, before, elapsed)) return now
    if (elapsed < maxTestMs) continue
    session.report({ what: `cable test of ${one.name}`, reason: 'time_limit' })
    return { ...before, pairs: before.pairs.map(() => ({ status: 'Unknown', length: null })) }
  }
}

/**
 * cable_diag over SNMP: starts the test and reads its result until it is complete. A call for one port tests
 * it in any case. A call for all ports does not test ports with a link (NotTested): a test may break the
 * link.
 */
export const cableTest = (test: CableTest): Implementation =>
  implement(cableDiag, async (session, args) => {
    const ports = await copperPorts(session, args.interface)
    const results =
      ports.length > 0
        ? await resultsOf(
            session,
            test,
            ports.map(({ one }) => one),
          )
        : []
    const rows = await portAfterPort(session, ports, async (one, up, at) => {
      const before = results[at]
      if (!before) return null
      const result =
        up && args.interface === undefined
          ? {
              time: null,
              state: null,
              pairs: before.pairs.map(() => ({ status: 'NotTested' as const, length: null })),
            }
          : await testOne(session, test, one, before)
      return cableRow(one, result, test.pairsOf?.(one, session.model) ?? test.pairs.length)
    })
    if (rows.length === 0 && args.interface !== undefined)
      throw new DeviceError(
        'BadArgument',
        'The device has no cable test for this interface: it has no copper pairs',
        { argument: 'interface' },
      )
    if (rows.length === 0 && ports.length > 0)
      throw new DeviceError(
        'Unsupported',
        `This ${session.model.name} has no cable test for any of its ports`,
      )
    return rows
  })
