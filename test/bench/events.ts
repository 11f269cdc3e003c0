/**
 * What it costs to evaluate rules each minute. Ports of switches have 22 series each, with a value a minute for 35
 * minutes; 500 rules on them, with all functions, look at windows of 5 to 30 minutes. PostgreSQL evaluates them in
 * the job of the plugin of events, which stores what holds and makes its texts. Prometheus has the same series and
 * the exported rule file, and evaluates it each minute by itself. CPU is that of this process, and of the backends
 * of PostgreSQL or of Prometheus. Fails if a round needs a minute, or finds what Prometheus does not find.
 */
import events from '@linecard/plugin-events'
import { prometheusFile } from '../../plugins/events/src/rules/routes.ts'
import { createEvaluation, viewsOf } from './events/evaluation.ts'
import { minuteOf, ports, rulesOf, seriesOfPort } from './events/network.ts'
import { startPrometheus } from './events/prometheus.ts'
import { defineBench } from './kit/bench.ts'
import { startHouse } from './kit/metrics-house.ts'
import { median } from './kit/numbers.ts'
import { costOf } from './kit/processes.ts'
import { serverPids } from './kit/server.ts'

const history = 35
/** Prometheus evaluates what is now: it gets values of some minutes more. */
const ahead = 10
const [longestSec, longestDelayMs] = [60, 500]

const thousands = (n: number) => Math.round(n).toLocaleString('en')
type Cost = Awaited<ReturnType<typeof costOf>>
const cpuOf = ({ ownSec, storeSec }: Cost) => ownSec + storeSec
const told = (cost: Cost) =>
  `${cost.wallSec.toFixed(2)} s, CPU ${cost.ownSec.toFixed(2)} s here + ${cost.storeSec.toFixed(2)} s there`

export default defineBench({
  name: 'events',
  summary: '500 rules on series each minute in PostgreSQL beside Prometheus: what holds, time, CPU',
  takes: '15 min',
  needs: ['prometheus'],
  options: {
    series: { full: 500_000, smoke: 2_000 },
    rules: { full: 500, smoke: 60 },
    rounds: { full: 3, smoke: 1 },
  },
  async run({ series, rules: count, rounds }, report) {
    const devices = Math.max(1, Math.round(series / seriesOfPort / ports))
    const house = await startHouse({
      devices,
      ports,
      plugins: [events],
      settings: { events: { evaluate_rules: false, round_sec: 3600 } },
    })
    const rules = viewsOf(rulesOf(count))
    const evaluation = createEvaluation(house, rules)
    try {
      await house.http('PUT', '/system-schedule/events.evaluate_rules', { enabled: false })
      await house.sql('update inventory_device set enabled = true')
      const pids = serverPids(house.sql)
      const now = Math.floor(Date.now() / 60_000) * 60_000
      const begin = now - history * 60_000
      const network = { devices, firstInterface: house.firstInterface }
      console.log(
        `${thousands(devices * ports * seriesOfPort)} series of ${thousands(devices * ports)} ports, ${count} rules`,
      )
      for (let minute = 0; minute < history - rounds; minute++)
        await house.write([...minuteOf(network, minute, begin)])
      await house.sql('analyze metrics_sample, metrics_series, inventory_interface, inventory_device')
      const costs: Cost[] = []
      let delayed = 0
      let at = new Date(now)
      for (let round = 0; round < rounds; round++) {
        const minute = history - rounds + round
        const written = await costOf(pids, () => house.write([...minuteOf(network, minute, begin)]))
        at = new Date(begin + (minute + 1) * 60_000)
        let delay = 0
        const cost = await costOf(pids, async () => {
          delay = await evaluation.run(at)
        })
        costs.push(cost)
        delayed = Math.max(delayed, delay)
        console.log(`a minute of values written ${told(written)}`)
        console.log(
          `${count} rules in PostgreSQL  ${told(cost)}; nothing else ran for ${Math.round(delay)} ms`,
        )
      }
      const found = await evaluation.found()
      const holding = [...found.values()].reduce((sum, firing) => sum + firing, 0)
      console.log(`they hold for ${thousands(holding)} series`)
      console.log(`memory of this process: ${thousands(process.memoryUsage().rss / 1e6)} MB`)
      const ours = { sec: median(costs.map(({ wallSec }) => wallSec)), cpu: median(costs.map(cpuOf)) }
      console.log(`median of ${rounds}: ${ours.sec.toFixed(2)} s, CPU ${ours.cpu.toFixed(2)} s`)
      report.same('rules evaluated', found.size, count)
      if (holding === 0) report.fault('no rule holds')
      report.limit(Math.max(...costs.map(({ wallSec }) => wallSec)) <= longestSec, 'a round takes a minute')
      report.limit(delayed <= longestDelayMs, `nothing else ran for ${Math.round(delayed)} ms`)
      if (!report.has('prometheus')) return
      const minutes = function* () {
        for (let minute = 0; minute < history + ahead; minute++) yield* minuteOf(network, minute, begin)
      }
      const prometheus = await startPrometheus(
        minutes,
        [1, 2, 4],
        prometheusFile(rules, house.use('series-rules')),
      )
      let different = 0
      try {
        if (!report.smoke) {
          await prometheus.evaluated()
          let sec = 0
          const theirs = await costOf([prometheus.pid], async () => {
            sec = await prometheus.evaluated()
          })
          console.log(`the rule file in Prometheus  ${sec.toFixed(2)} s, CPU ${theirs.storeSec.toFixed(2)} s`)
          const ratios = [ours.sec / sec, ours.cpu / theirs.storeSec].map(ratio => ratio.toFixed(2))
          console.log(`PostgreSQL needs ${ratios[0]} times the seconds and ${ratios[1]} times the CPU`)
        }
        for (const { name, expression } of rules) {
          const query = house.use('series-rules').promql(expression!)
          if ((await prometheus.count(query, at)) !== (found.get(name) ?? 0)) different++
        }
      } finally {
        await prometheus.stop()
      }
      report.same('rules that hold for as many series in Prometheus', count - different, count)
    } finally {
      await evaluation.stop()
      await house.stop()
    }
  },
})
