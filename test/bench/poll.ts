/**
 * Counters and status of 1,000 switches with 52 ports over loopback, end to end: two worker processes, as
 * `linecard start` runs them, read the switches; the series go into PostgreSQL, then into VictoriaMetrics; and the
 * API answers `GET /device` meanwhile. In the same run Debian's `prometheus-snmp-exporter` is scraped for the same
 * columns; it stores nothing. PostgreSQL is a server of the benchmark alone. The switches are in two processes of
 * their own.
 *
 * `--store postgres` or `victoria`: one of them. `--alone`: `Equipment.poll` in one process, with nothing stored.
 * `--atOnce`: devices that one worker polls at the same time. `--weather 'no delay'`: one scenario, by its name.
 */
import { measureAlone } from './poll/alone.ts'
import { startExporter } from './poll/exporter.ts'
import { columnsOf } from './poll/in-process.ts'
import { addressesOf, scenarios, startNetwork, type Scenario } from './poll/network.ts'
import { measureExporter } from './poll/scraped.ts'
import { measureStored, type StoreName } from './poll/stored.ts'
import { printer, type ReadingMeasure } from './poll/table.ts'
import { defineBench } from './kit/bench.ts'
import { usageOf } from './kit/processes.ts'
import { startServer } from './kit/server.ts'
import { portsPerSwitch } from './kit/switch-mib.ts'

const workers = 2

export default defineBench({
  name: 'poll',
  summary:
    'polls of 1,000 switches, in PostgreSQL and VictoriaMetrics, beside prometheus-snmp-exporter: same columns',
  takes: '40 min',
  needs: ['prometheus-snmp-exporter', 'victoria-metrics'],
  options: {
    switches: { full: 1000, smoke: 10 },
    store: { full: '', smoke: 'postgres' },
    weather: { full: '', smoke: 'no delay' },
    atOnce: { full: 1000, smoke: 10 },
    alone: { full: false, smoke: false },
  },
  async run({ switches, store: only, weather, atOnce, alone }, report) {
    const weathers = scenarios.filter(({ name }) => !weather || name === weather)
    const stores: StoreName[] = (['postgres', 'victoria'] as const).filter(name => !only || name === only)
    const network = await startNetwork(addressesOf(switches))
    const columns = await columnsOf(addressesOf(1)[0]!, network.port)
    const exporter = report.has('prometheus-snmp-exporter')
      ? await startExporter(columns, network.port)
      : null
    const idle = exporter ? usageOf(exporter.pid).rss : 0
    const values = columns.length * portsPerSwitch
    console.log(
      `${switches} switches of ${portsPerSwitch} ports, ${columns.length} columns, ${values} values read of each; ` +
        `all due at once\n`,
    )
    const print = printer(values)
    const told = (measure: ReadingMeasure) => {
      print(measure)
      const scenario = scenarios.find(({ name }) => name === measure.scenario)!
      // A share is silent, and a lossy network may cost a reading: there the count itself is the figure.
      if (scenario.silent === 0 && scenario.loss === 0)
        report.same(`devices read, ${measure.client}, ${measure.scenario}`, measure.answered, switches)
    }
    const scraped = new Set<string>()
    /** Once in each weather. */
    const scrape = async (scenario: Scenario) => {
      if (!exporter || scraped.has(scenario.name)) return
      scraped.add(scenario.name)
      told(await measureExporter(exporter, { switches, columns: columns.length, idle }, scenario))
    }
    try {
      if (alone) await measureAlone(network, { switches, weathers, told })
      else {
        const server = await startServer()
        try {
          for (const store of stores)
            if (store !== 'victoria' || report.has('victoria-metrics'))
              await measureStored(server, network, {
                store,
                switches,
                weathers,
                workers,
                atOnce,
                report,
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
  },
})
