import { setTimeout as sleep } from 'node:timers/promises'
import { documentOf } from '../support/client.ts'
import { startInstallation, type Installation } from '../support/installation.ts'
import { defineBench } from './kit/bench.ts'
import { at, median } from './kit/numbers.ts'
import { processOf } from './kit/processes.ts'

const mb = (octets: number) => `${(octets / 2 ** 20).toFixed(0)} MB`
const ms = (time: number) => `${time.toFixed(0)} ms`

/** The longest CPU time of this thread between two turns of its event loop, in ms. */
function turns() {
  let [longest, ended] = [0, false]
  let last = process.threadCpuUsage()
  const turn = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1000)
    last = now
    if (!ended) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    take(): number {
      const found = longest
      longest = 0
      return found
    },
    stop: () => void (ended = true),
  }
}

interface Switched {
  wallMs: number
  cpuMs: number
  turnMs: number
}

async function switchOne(house: Installation, key: string, enabled: boolean): Promise<Switched> {
  const watched = turns()
  await new Promise(setImmediate)
  watched.take()
  const [started, before] = [performance.now(), process.threadCpuUsage()]
  await house.running.use('installation').setEnabled(key, enabled)
  const wallMs = performance.now() - started
  const { user, system } = process.threadCpuUsage(before)
  const turnMs = watched.take()
  watched.stop()
  return { wallMs, cpuMs: (user + system) / 1000, turnMs }
}

const operations = async (house: Installation) =>
  Object.values((await documentOf(house.url)).paths).flatMap(path => Object.keys(path as object)).length

export default defineBench({
  name: 'switch',
  summary: 'a plugin and a driver switched off and on while all others run: time, longest turn, memory',
  takes: '3 minutes',
  options: {
    cycles: { full: 50, smoke: 3 },
    plugin: { full: 'diagnostic', smoke: 'diagnostic' },
    driver: { full: 'driver-dlink', smoke: 'driver-dlink' },
  },
  async run({ cycles, plugin, driver }, report) {
    const house = await startInstallation()
    try {
      const before = await operations(house)
      const rss: number[] = []
      const seen: Record<string, Switched[]> = {}
      for (let cycle = 0; cycle < cycles; cycle++) {
        for (const key of [plugin, driver])
          for (const enabled of [false, true]) {
            const what = `${key} ${enabled ? 'on' : 'off'}`
            ;(seen[what] ??= []).push(await switchOne(house, key, enabled))
            await sleep(100)
          }
        rss.push(processOf(process.pid)!.rss)
      }
      for (const [what, all] of Object.entries(seen)) {
        const sorted = (of: keyof Switched) => all.map(one => one[of]).toSorted((a, b) => a - b)
        const [cpuMs, turnMs] = [median(sorted('cpuMs')), at(sorted('turnMs'), 0.95)]
        report.row(`${what}: time, CPU`, `${ms(median(sorted('wallMs')))}, ${ms(cpuMs)}`)
        report.row(`${what}: longest turn of the event loop, 95 % of switches`, ms(turnMs))
        report.limit(cpuMs <= 300, `${what}: ${ms(cpuMs)} of CPU, at most 300`)
        report.limit(turnMs <= 100, `${what}: others wait ${ms(turnMs)} of CPU, at most 100`)
      }
      report.same('operations in the document', await operations(house), before)
      // A heap has its size after some collections.
      const [early, late] = [rss[Math.floor(cycles / 5)]!, rss.at(-1)!]
      report.row('resident memory after a fifth of the cycles, after all', `${mb(early)}, ${mb(late)}`)
      report.limit(late <= early * 1.05, `memory grows from ${mb(early)} to ${mb(late)}`)
    } finally {
      await house.stop()
    }
  },
})
