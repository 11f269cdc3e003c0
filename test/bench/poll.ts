/**
 * `npm run bench:poll`: counters and status of 1,000 switches with 52 ports over loopback, end to end: two worker
 * processes, as `linecard start` runs them, read the switches; the series go into PostgreSQL, then into
 * VictoriaMetrics; and the API answers `GET /device` meanwhile. In the same run Debian's
 * `prometheus-snmp-exporter` is scraped for the same columns; it stores nothing. PostgreSQL is a server of the
 * benchmark alone. The switches are in two processes of their own.
 *
 *     npm run bench:poll -- [switches] [--quick] [--store postgres|victoria] [--alone] [--at-once devices]
 *       [--weather 'no delay']
 *
 * `--quick` leaves out the exporter. `--alone` measures `Equipment.poll` in one process, with nothing stored.
 * `--at-once`: devices that one worker polls at the same time. `--weather`: one scenario alone, by its name.
 */
import { measureAlone } from './poll/alone.ts'
import { startExporter } from './poll/exporter.ts'
import { columnsOf } from './poll/in-process.ts'
import { addressesOf, agentPort, scenarios, startNetwork, type Scenario } from './poll/network.ts'
import { usageOf } from './poll/processes.ts'
import { measureExporter } from './poll/scraped.ts'
import { measureStored, type StoreName } from './poll/stored.ts'
import { printer } from './poll/table.ts'
import { startServer } from './fdb/server.ts'
import { portsPerSwitch } from './switch-mib.ts'

const flags = process.argv.slice(2)
const after = (flag: string) => (flags.includes(flag) ? flags[flags.indexOf(flag) + 1] : undefined)
const atOnce = Number(after('--at-once') ?? 1000)
const only = after('--store')
const weather = after('--weather')
const weathers = scenarios.filter(({ name }) => !weather || name === weather)
const switches = Number(flags.find((flag, at) => /^\d+$/.test(flag) && flags[at - 1] !== '--at-once') ?? 1000)
const workers = 2
const exporterPort = 19_116

const network = await startNetwork(addressesOf(switches))
const columns = await columnsOf(addressesOf(1)[0]!)
const exporter = flags.includes('--quick') ? null : await startExporter(columns, agentPort, exporterPort)
const idle = exporter ? usageOf(exporter.pid).rss : 0
const values = columns.length * portsPerSwitch
console.log(
  `${switches} switches of ${portsPerSwitch} ports, ${columns.length} columns, ${values} values read of each; ` +
    `all due at once\n`,
)
const told = printer(values)
const scraped = new Set<string>()
/** Once in each weather. */
const scrape = async (scenario: Scenario) => {
  if (!exporter || scraped.has(scenario.name)) return
  scraped.add(scenario.name)
  told(await measureExporter(exporter, { switches, columns: columns.length, idle }, scenario))
}
try {
  if (flags.includes('--alone')) await measureAlone(network, { switches, weathers, told })
  else {
    const server = await startServer()
    try {
      const stores: StoreName[] = ['postgres', 'victoria']
      for (const store of stores.filter(name => !only || name === only))
        await measureStored(server, network, {
          store,
          switches,
          weathers,
          workers,
          atOnce,
          between: scrape,
          told,
        })
    } finally {
      await server.stop()
    }
  }
} finally {
  await exporter?.stop()
  network.stop()
}
if (!exporter && !flags.includes('--quick'))
  console.log('\nprometheus-snmp-exporter is not installed and is not measured.')
