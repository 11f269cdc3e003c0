import { readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { homeOf, type Graph, type Seen } from './plan.ts'
import type { Lane } from './pool.ts'

/** What is known of tests, learnt when it is asked for. */
export interface Learner {
  /** Null: it fails without a mistake, or takes too long. */
  seen(test: string): Promise<Seen | null>
  /** Keeps what was learnt for the next run. */
  close(): void
}

/** By the content of all that a test loads. */
const cacheFile = resolve('node_modules/.cache/linecard-mutants.json')

function readCache(): Record<string, Seen> {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8')) as Record<string, Seen>
  } catch {
    return {}
  }
}

/**
 * Runs tests without a mistake: what each costs, and which parts of the sources of its package it runs.
 * @param budget one that costs more is left out, s of CPU
 */
export function createLearner(graph: Graph, lane: Lane, budget: number): Learner {
  const cache = readCache()
  const asked = new Map<string, Promise<Seen | null>>()
  let number = 0
  let turn: Promise<unknown> = Promise.resolve()

  async function learn(path: string): Promise<Seen | null> {
    const key = graph.content(path)
    const known = cache[key]
    if (known) return known.cpu <= budget ? known : null
    const isOwn = (file: string) => file.startsWith(`${homeOf(path)}src/`)
    const own = new Set([...graph.reach(path)].filter(isOwn))
    const change = { number: ++number, again: graph.above(own).map(file => resolve(file)), notes: lane.notes }
    writeFileSync(lane.notes, '')
    const limits = { cpu: 2 * budget, seconds: 10 * budget }
    const { result } = await lane.run({ change, tests: [path], coverage: true }, limits)
    if (result.stuck) cache[key] = { path, cpu: Infinity, ranges: {}, elsewhere: [] }
    if (result.stuck || result.failed !== null) {
      lane.renew()
      const why = result.stuck ? 'takes too long' : 'fails'
      console.log(`left out, because it ${why} without a mistake: ${path}`)
      return null
    }
    const urls = new Set(readFileSync(lane.notes, 'utf8').split('\n').filter(Boolean))
    const elsewhere = [...urls].map(url => relative('.', fileURLToPath(url)))
    const ranges = Object.fromEntries(Object.entries(result.ranges).filter(([file]) => isOwn(file)))
    const found = { path, cpu: result.cpu, ranges, elsewhere }
    cache[key] = found
    return found.cpu <= budget ? found : null
  }

  return {
    seen(test) {
      const known = asked.get(test)
      if (known) return known
      const found = turn.then(() => learn(test))
      turn = found.catch(() => null)
      asked.set(test, found)
      return found
    },
    close: () => writeFileSync(cacheFile, JSON.stringify(cache)),
  }
}
