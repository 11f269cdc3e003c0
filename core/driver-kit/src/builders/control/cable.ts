import { setTimeout as sleep } from 'node:timers/promises'
import { implement, type Implementation } from '../../contract/implementation.ts'
import type { ModelFacts } from '../../contract/model.ts'
import type { ResultOf } from '../../contract/module.ts'
import type { Session } from '../../contract/session.ts'
import { DeviceError } from '../../contract/errors.ts'
import { cableDiag, linkInfo, refOf, type Interface, type PairState } from '../../modules/index.ts'
import type { Varbind } from '../../contract/snmp.ts'
import { readRows, type Column, type Columns } from '../../table/index.ts'
import { interfacesFor } from '../interfaces.ts'
import { ifIndexOf } from './act.ts'

export type CableRow = ResultOf<typeof cableDiag>[number]

/** One port's result as the device shows it at a moment. */
export interface CableResult {
  pairs: { status: PairState | null; length: number | null }[]
  /** Time of the measurement, if the device gives it. */
  time: string | null
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
  start: (one: Interface) => readonly Varbind[]
  running: (now: CableResult, before: CableResult, elapsedMs: number) => boolean
  /** Pairs that a port uses; all by default. A Fast Ethernet port uses two. */
  pairsOf?: (one: Interface, model: ModelFacts) => number
}

const copper: ReadonlySet<string> = new Set(['ETH', 'FE', 'GE', 'TGE'])
const pollMs = 400
/** A test that takes longer hangs. */
const mostMs = 20_000
/** The distance to a fault has no meaning without one. */
const measured: ReadonlySet<PairState | null> = new Set<PairState>([
  'OK',
  'Open',
  'Short',
  'OpenShort',
  'CrossTalk',
  'ImpedanceMismatch',
])

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

/** Ports of copper with their link: a port with a medium of fibre alone has no pairs. */
export async function copperPorts(
  session: Session,
  wanted?: string | number,
): Promise<{ one: Interface; up: boolean }[]> {
  const links = await session.call(linkInfo, wanted === undefined ? {} : { interface: wanted })
  return (await interfacesFor(session, wanted)).flatMap(one => {
    const rows = links.filter(({ interface: { id } }) => id === one.id)
    const fibre = rows.length > 0 && rows.every(({ medium_type: medium }) => medium === 'Fiber')
    return copper.has(one.type) && one.if_index !== null && !fibre
      ? [{ one, up: rows.some(({ oper_status: state }) => state === 'Up') }]
      : []
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
    if (elapsed < mostMs) continue
    session.report({ what: `cable test of ${one.name}`, reason: 'time_limit' })
    return { ...before, pairs: before.pairs.map(() => ({ status: 'Unknown', length: null })) }
  }
}

/** A row of `cable_diag` from the result of one port. */
export const cableRow = (
  one: Interface,
  { pairs, time }: Omit<CableResult, 'state'>,
  used: number,
): CableRow => ({
  interface: refOf(one),
  result_time: time,
  // What is well and has no length was not measured.
  pairs: pairs
    .slice(0, used)
    .map(({ status, length }, at) => ({
      number: at + 1,
      status: status ?? 'Unknown',
      length: measured.has(status) && !(status === 'OK' && length === 0) ? length : null,
    })),
})

/**
 * Rows of the ports, one after the other. When the call's time is up, those that are there are handed over
 * with what is missing.
 */
export async function portAfterPort(
  session: Session,
  ports: readonly { one: Interface; up: boolean }[],
  rowOf: (one: Interface, up: boolean, at: number) => Promise<CableRow | null>,
): Promise<CableRow[]> {
  const rows: CableRow[] = []
  for (const [at, { one, up }] of ports.entries()) {
    try {
      const row = await rowOf(one, up, at)
      if (row) rows.push(row)
    } catch (error) {
      if (!session.signal.aborted || rows.length === 0) throw error
      session.report({
        what: `cable tests of ${one.name} and what follows`,
        reason: 'time_limit',
        rows: rows.length,
      })
      break
    }
  }
  return rows
}

/**
 * cable_diag by SNMP: starts the test and reads its result until it is there. A port that is asked for by
 * name is tested as it is; of all ports those with a link are left out as NotTested, because a test may drop
 * it.
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
