import { deepEqual } from 'node:assert/strict'
import { commandsOf, createRenderer, type Renderer } from '@linecard/template-kit'
import { median } from '../median.ts'
import { createPlain } from './plain.ts'
import { template, variables } from './template.ts'

const rounds = 3
const roundMs = 4000
const colds = 30

export interface Renders {
  /** Renders a second of one worker, its main thread fed by `inFlight` callers. */
  perSec: number
  /** Renders a second of processor time, of all threads together. */
  perCpuSec: number
  p50: number
  p99: number
}

/** Renders for a while, so many at once. */
async function load(render: () => unknown, inFlight: number): Promise<Renders> {
  const times: number[] = []
  const [cpu, started] = [process.cpuUsage(), performance.now()]
  const caller = async () => {
    while (performance.now() - started < roundMs) {
      const asked = performance.now()
      await render()
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, caller))
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
  return {
    perSec: times.length / seconds,
    perCpuSec: times.length / ((user + system) / 1e6),
    p50: at(0.5),
    p99: at(0.99),
  }
}

const middle = (all: readonly Renders[]): Renders => ({
  perSec: median(all.map(each => each.perSec)),
  perCpuSec: median(all.map(each => each.perCpuSec)),
  p50: median(all.map(each => each.p50)),
  p99: median(all.map(each => each.p99)),
})

/** First render of a template that nobody has seen, ms. */
async function coldOf(render: (text: string) => unknown): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < colds; at++) {
    const text = `${template}\nvlan ${at} name cold_${Math.random()}`
    const started = performance.now()
    await render(text)
    times.push(performance.now() - started)
  }
  return median(times)
}

const show = (name: string, { perSec, perCpuSec, p50, p99 }: Renders) =>
  console.log(
    `  ${name.padEnd(42)} ${perSec.toFixed(0).padStart(6)}/s ${perCpuSec.toFixed(0).padStart(6)}/s of CPU ` +
      `p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`,
  )

async function checkSame(renderer: Renderer, plain: (variables: object) => string[]) {
  const { lines } = await renderer.render({ text: template }, variables)
  deepEqual(
    lines.map(line => line.text),
    plain(variables),
  )
  return commandsOf(lines).length
}

/** Renders of a template of 100 lines, beside plain Handlebars. Gives what missed its aim. */
export async function benchRenders(leastPerCpuSec: number): Promise<string[]> {
  const before = process.memoryUsage.rss()
  const renderer = createRenderer({ threads: 1 })
  const compilePlain = createPlain()
  const plain = compilePlain(template)
  try {
    const commands = await checkSame(renderer, plain)
    console.log(
      `A template of ${template.split('\n').length} lines gives ${commands} commands; ` +
        `medians of ${rounds} rounds of ${roundMs / 1000} s in turns:`,
    )
    const ours = () => renderer.render({ text: template }, variables)
    const kinds = {
      'linecard, one worker, 4 at once': { run: () => load(ours, 4), all: [] as Renders[] },
      'linecard, one worker, one at a time': { run: () => load(ours, 1), all: [] as Renders[] },
      'plain Handlebars in the main thread': {
        run: () => load(() => plain(variables), 1),
        all: [] as Renders[],
      },
    }
    await load(ours, 4)
    for (let round = 0; round < rounds; round++)
      for (const kind of Object.values(kinds)) kind.all.push(await kind.run())
    for (const [name, { all }] of Object.entries(kinds)) show(name, middle(all))
    const cold = await coldOf(text => renderer.render({ text }, variables))
    const coldPlain = await coldOf(text => compilePlain(text)(variables))
    console.log(
      `  first render of a new template: linecard ${cold.toFixed(1)} ms, plain ${coldPlain.toFixed(1)} ms`,
    )
    console.log(
      `  memory: ${((process.memoryUsage.rss() - before) / 1e6).toFixed(0)} MB above the start of the process`,
    )
    const { perCpuSec } = middle(kinds['linecard, one worker, 4 at once'].all)
    return perCpuSec >= leastPerCpuSec
      ? []
      : [`${perCpuSec.toFixed(0)} renders/s per core, not ${leastPerCpuSec}`]
  } finally {
    await renderer.close()
  }
}
