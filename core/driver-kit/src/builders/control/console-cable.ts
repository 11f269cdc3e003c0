import { setTimeout as sleep } from 'node:timers/promises'
import { cliName } from './act.ts'
import { cableRow, copperPorts, portAfterPort, type CableRow } from './cable-rows.ts'
import { implement, type Implementation } from '../../contract/implementation.ts'
import type { Session } from '../../contract/session.ts'
import { DeviceError } from '../../contract/errors.ts'
import { cableDiag, type Interface } from '../../modules/index.ts'
import type { CliParser } from '../../cli/parse/index.ts'

/**
 * How a family tests copper cables on its console: a command starts the test of a port, another shows its
 * last result.
 */
export interface ConsoleCableTest {
  /** Absent: `show` makes the test and prints its result. */
  start?(port: string): string
  /** The command that prints the result of a port. `port`: its name, safe in a command (`cliName`). */
  show(port: string): string
  parser: CliParser<'cable'>
  /**
   * When the shown result was taken, as the device writes it in its group `time`: an older result does not
   * belong to this test. Absent: the device deletes the older result.
   */
  takenAt?: RegExp
  /** Text in the output during the test, if the pairs do not show it. */
  running?: RegExp
}

const pollMs = 1000
/** A test that takes longer does not end. */
const maxTestMs = 30_000

interface Shown {
  pairs: CableRow['pairs']
  time: string | null
  waiting: boolean
}

async function shown(
  session: Session,
  { show, parser, takenAt, running }: ConsoleCableTest,
  one: Interface,
): Promise<Shown> {
  const text = await session.cli.run(show(cliName(one)))
  const rows = parser.read(text).toSorted((a, b) => a.pair - b.pair)
  const pairs = rows.map(({ pair, status, length }) => ({ number: pair, status, length }))
  return {
    pairs,
    time: takenAt?.exec(text)?.groups?.['time']?.trim() ?? null,
    waiting:
      rows.length === 0 ||
      (running?.test(text) ?? false) ||
      rows.some(({ status }) => status === 'NotTested'),
  }
}

async function testOne(session: Session, test: ConsoleCableTest, one: Interface): Promise<Shown> {
  const before = await shown(session, test, one)
  if (!test.start) return before
  await session.cli.run(test.start(cliName(one)))
  for (const begun = performance.now(); performance.now() - begun < maxTestMs;) {
    const now = await shown(session, test, one)
    if (!now.waiting && (before.time === null || now.time !== before.time)) return now
    await sleep(pollMs, undefined, { signal: session.signal })
  }
  session.report({ what: `cable test of ${one.name}`, reason: 'time_limit' })
  return {
    ...before,
    pairs: before.pairs.map(({ number }) => ({ number, status: 'Unknown', length: null })),
    time: null,
  }
}

/**
 * cable_diag on the console, for devices without MIB. A call for one port tests it in any case. A call for
 * all ports does not test ports with a link (NotTested): a test may break the link.
 */
export const consoleCableTest = (test: ConsoleCableTest): Implementation =>
  implement(cableDiag, async (session, args) => {
    const rows = await portAfterPort(session, await copperPorts(session, args.interface), async (one, up) => {
      if (up && args.interface === undefined)
        return cableRow(
          one,
          { pairs: [1, 2, 3, 4].map(() => ({ status: 'NotTested', length: null })), time: null },
          4,
        )
      const { pairs, time } = await testOne(session, test, one)
      return pairs.length > 0 ? cableRow(one, { pairs, time }, pairs.length) : null
    })
    if (rows.length === 0 && args.interface !== undefined)
      throw new DeviceError(
        'BadArgument',
        'The device has no cable test for this interface: it has no copper pairs',
        { argument: 'interface' },
      )
    return rows
  })

/** A test over SNMP, and on the console of a device whose SNMP is off. */
export const cableTestOr = (bySnmp: Implementation, byConsole: Implementation): Implementation =>
  implement(cableDiag, async (session, args) => {
    const chosen = session.snmp.off ? byConsole : bySnmp
    return (await chosen.run(session, args)) as CableRow[]
  })
