/**
 * Walks ifTable and ifXTable of 52-port switches over loopback, 50 at the same time: Linecard's transport,
 * plain net-snmp and snmpbulkwalk run in turns against the same agents, which are in a process of their own.
 * Fails if Linecard is slower than the faster way of plain net-snmp, or if a walk gives another number of values.
 */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import netSnmp from 'net-snmp'
import { openSnmp } from '../../core/equipment/src/snmp/index.ts'
import { defineBench } from './kit/bench.ts'
import { freeUdpPort } from './kit/ports.ts'
import { inTurns, median, ratioOf } from './kit/numbers.ts'
import { columnOids, ifTable, ifXTable, portsPerSwitch, valuesPerSwitch } from './kit/switch-mib.ts'

/** Noise of a busy machine: below this ratio Linecard counts as slower. */
const tolerance = 0.95
const run = promisify(execFile)

/** Walks one switch. Returns the number of values. */
type Contender = (ip: string, port: number) => Promise<number>

const linecard: Contender = async (ip, port) => {
  const snmp = openSnmp({
    ip,
    access: {
      version: '2c',
      port,
      timeoutMs: 2000,
      retries: 2,
      community: 'public',
      writeCommunity: 'public',
    },
  })
  const { columns, missing } = await snmp.columns(columnOids)
  snmp.close()
  if (missing.length > 0) throw new Error(`${ip}: ${JSON.stringify(missing)}`)
  return columns.reduce((sum, rows) => sum + rows.size, 0)
}

/** `session.table` for each table, one after the other, as the README of net-snmp reads tables. */
const plain =
  (maxRepetitions: number): Contender =>
  async (ip, port) => {
    const session = netSnmp.createSession(ip, 'public', {
      version: netSnmp.Version2c,
      port,
      timeout: 2000,
      retries: 2,
    })
    const table = (oid: string) =>
      new Promise<number>((resolve, reject) => {
        session.table(oid, maxRepetitions, (error, rows) => {
          if (error) reject(error)
          else resolve(Object.values(rows ?? {}).reduce((sum, row) => sum + Object.keys(row).length, 0))
        })
      })
    const values = (await table(ifTable)) + (await table(ifXTable))
    session.close()
    return values
  }

const bulkwalk: Contender = async (ip, port) => {
  let values = 0
  for (const oid of [ifTable, ifXTable]) {
    const { stdout } = await run(
      'snmpbulkwalk',
      ['-v2c', '-cpublic', '-On', '-m', '', '-t', '5', '-Cr40', `${ip}:${port}`, oid],
      { maxBuffer: 1 << 24 },
    )
    values += stdout.match(/^\.1\.3/gm)?.length ?? 0
  }
  return values
}

export default defineBench({
  name: 'snmp',
  summary: 'our SNMP client beside net-snmp and snmpbulkwalk: the same tables of the same agents',
  takes: '20 s',
  needs: ['snmpbulkwalk'],
  options: { switches: { full: 50, smoke: 10 }, rounds: { full: 7, smoke: 1 } },
  async run({ switches, rounds }, report) {
    const addresses = Array.from({ length: switches }, (_, position) => `127.0.41.${position + 1}`)
    const port = await freeUdpPort(addresses[0]!)
    const contenders: Record<string, Contender> = {
      Linecard: linecard,
      'net-snmp, 20 rows (its default)': plain(20),
      'net-snmp, 40 rows': plain(40),
      ...(report.has('snmpbulkwalk') && { 'snmpbulkwalk -Cr40': bulkwalk }),
    }
    const values: Record<string, number> = {}
    const timed = (name: string, ips: readonly string[]) => async () => {
      const start = performance.now()
      const counts = await Promise.all(ips.map(ip => contenders[name]!(ip, port)))
      const spent = performance.now() - start
      const wrong = counts.find(count => count !== valuesPerSwitch)
      if (wrong !== undefined) report.fault(`${name}: a walk gave ${wrong} values of ${valuesPerSwitch}`)
      values[name] = (values[name] ?? 0) + counts.reduce((sum, count) => sum + count, 0)
      return spent
    }
    const turns = (ips: readonly string[]) =>
      Object.fromEntries(Object.keys(contenders).map(name => [name, timed(name, ips)]))

    const agents = fork(new URL('kit/agents.ts', import.meta.url), [String(port), ...addresses])
    let times: Record<string, number[]>
    try {
      await once(agents, 'message', { signal: AbortSignal.timeout(60_000) })
      await inTurns(1, turns(addresses.slice(0, 5)))
      for (const name of Object.keys(values)) values[name] = 0
      times = await inTurns(rounds, turns(addresses))
    } finally {
      agents.disconnect()
    }

    console.log(
      `ifTable + ifXTable of ${switches} switches at the same time, ${portsPerSwitch} ports, ${valuesPerSwitch} ` +
        `values each; median of ${rounds} rounds in turns (loopback; net-snmp reads with session.table, with two ` +
        'sizes, and the faster one counts)\n',
    )
    console.log(
      `${'client'.padEnd(34)}${'ms'.padStart(8)}${'devices/s'.padStart(12)}` +
        `${'values/s'.padStart(14)}${'Linecard is'.padStart(18)}`,
    )
    const ours = times['Linecard']!
    for (const [name, spent] of Object.entries(times)) {
      const ms = median(spent)
      const perSec = (switches / ms) * 1000
      const ratio = name === 'Linecard' ? '' : `${ratioOf(spent, ours).toFixed(2)} × as fast`
      console.log(
        `${name.padEnd(34)}${ms.toFixed(0).padStart(8)}${perSec.toFixed(0).padStart(12)}` +
          `${(perSec * valuesPerSwitch).toFixed(0).padStart(14)}${ratio.padStart(18)}`,
      )
      if (name !== 'Linecard') report.same(`values, ${name}`, values['Linecard']!, values[name]!)
    }
    const ratio = Math.min(...[20, 40].map(rows => plainRatio(times, rows)))
    console.log(`\nLinecard / the faster plain net-snmp: ${ratio.toFixed(2)} (at least ${tolerance})`)
    report.limit(ratio >= tolerance, `${ratio.toFixed(2)} of the speed of plain net-snmp`)
  },
})

const plainRatio = (times: Record<string, number[]>, rows: number): number => {
  const name = Object.keys(times).find(one => one.startsWith(`net-snmp, ${rows} `))!
  return ratioOf(times[name]!, times['Linecard']!)
}
