/**
 * Drawn networks of 60, 500 and 3,000 devices: found links against the drawing, with LLDP whole, without 20 % and
 * without all of it, and with a tenth of the FDB lost. Then time, memory and the longest pause of the event loop
 * of a scan. Fails if a link that is said to be sure is not drawn, or the event loop stands for 100 ms. `--first`:
 * the first seed. `--sizes`: devices of the scenes.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { findLinks } from '../../plugins/links/src/discovery/find-links.ts'
import { drawScene } from '../links/scene.ts'
import { scoreOf, type Score } from '../links/score.ts'
import { defineBench, type Report } from './kit/bench.ts'

const scenesOf = (devices: number) => Math.max(1, Math.min(20, Math.round(2000 / devices)))
const longestPauseMs = 100

type Sums = Record<Exclude<keyof Score, 'falseSure' | 'falseSuggested'>, number> & {
  wrong: number
  bad: number
}
const sums = (): Sums => ({
  sure: 0,
  unseen: 0,
  suggested: 0,
  drawn: 0,
  foundSure: 0,
  found: 0,
  blocked: 0,
  blockedFound: 0,
  wrong: 0,
  bad: 0,
})
const percent = (part: number, of: number) =>
  (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)}`).padStart(9)

async function compare(
  devices: number,
  losses: { neighbours: number; learnt: number },
  first: number,
  report: Report,
): Promise<Sums> {
  const sum = sums()
  let [ms, rows] = [0, 0]
  const scenes = scenesOf(devices)
  for (let seed = first; seed < first + scenes; seed++) {
    const drawn = drawScene(seed, devices, losses)
    rows += (drawn.scene.learnt as readonly unknown[]).length
    const started = performance.now()
    const { links } = await findLinks(drawn.scene)
    ms += performance.now() - started
    const score = scoreOf(drawn, links)
    for (const link of score.falseSure)
      report.fault(`${devices} devices, seed ${seed}: ${JSON.stringify(link)}`)
    for (const key of Object.keys(sum) as (keyof Sums)[])
      sum[key] +=
        key === 'wrong' ? score.falseSure.length : key === 'bad' ? score.falseSuggested.length : score[key]
  }
  console.log(
    `${String(devices).padStart(7)}${String(losses.neighbours * 100).padStart(7)}${String(losses.learnt * 100).padStart(6)}` +
      `${String(sum.sure).padStart(8)}${String(sum.wrong).padStart(7)}${String(sum.unseen).padStart(8)}` +
      `${percent(sum.foundSure, sum.drawn)}${String(sum.suggested).padStart(9)}${percent(sum.suggested - sum.bad, sum.suggested)}` +
      `${percent(sum.found, sum.drawn)}${percent(sum.blockedFound, sum.blocked)}` +
      `${(ms / scenes).toFixed(0).padStart(8)}${(rows / scenes).toFixed(0).padStart(9)}`,
  )
  return sum
}

export default defineBench({
  name: 'links',
  summary: 'links found in drawn networks beside the drawing: precision, recall, time, pauses',
  takes: '2 min',
  options: { first: { full: 1, smoke: 1 }, sizes: { full: '60,500,3000', smoke: '60' } },
  async run({ first, sizes: given }, report) {
    const sizes = given.split(',').map(Number)
    console.log(
      `scenes from seed ${first} on; sure: links, false ones, over something unmanaged but said direct, recall %`,
    )
    console.log(
      'devices  -LLDP  -FDB    sure  false  unseen   recall  suggest     true    found   closed      ms     rows',
    )
    for (const devices of sizes)
      for (const learnt of [0, 0.1])
        for (const neighbours of [0, 0.2, 1]) {
          const { sure, wrong } = await compare(devices, { neighbours, learnt }, first, report)
          report.same(`sure links that are drawn, ${devices} devices`, sure - wrong, sure)
        }

    console.log(
      '\na scan: ms, MB of heap and arrays above what the scene itself takes, longest pause of the event loop',
    )
    for (const devices of sizes) {
      const { scene } = drawScene(first, devices, { neighbours: 0.2, learnt: 0 })
      globalThis.gc?.()
      const before = process.memoryUsage()
      let most = 0
      const delay = monitorEventLoopDelay({ resolution: 1 })
      const timer = setInterval(() => {
        const { heapUsed, arrayBuffers } = process.memoryUsage()
        most = Math.max(most, heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers)
      }, 10)
      await new Promise(resolve => setTimeout(resolve, 50))
      delay.enable()
      const started = performance.now()
      await findLinks(scene)
      const ms = performance.now() - started
      delay.disable()
      clearInterval(timer)
      const pause = delay.max / 1e6
      console.log(
        `${String(devices).padStart(7)}${ms.toFixed(0).padStart(8)}${(most / 1e6).toFixed(0).padStart(8)}${pause.toFixed(0).padStart(8)}`,
      )
      report.limit(
        pause <= longestPauseMs,
        `${devices} devices: the event loop stood for ${pause.toFixed(0)} ms`,
      )
    }
  },
})
