import { resolve } from 'node:path'
import type { Learner } from './learn.ts'
import type { Mutant } from './mutants.ts'
import { nearTests, runsPlace, type Graph, type Seen } from './plan.ts'
import type { Lane } from './pool.ts'

/** What came of a mutant. */
export interface Verdict {
  mutant: Mutant
  noticed: boolean
  /** How many tests run its place, of those that were tried. */
  tests: number
}

export interface Trial {
  graph: Graph
  learner: Learner
  lanes: readonly Lane[]
  /** CPU of the tests of one mutant, s. */
  budget: number
}

/**
 * Mutants that a process noticed, and of which a run without a mistake is not yet made there. `look`: with
 * the tests that were not tried yet.
 */
type Suspects = { verdict: Verdict; by: Seen; look(): Promise<void> }[]
const atOnce = 40

let number = 0

/** Gives each item to the next free lane. */
async function share<T>(
  items: readonly T[],
  lanes: readonly Lane[],
  work: (item: T, lane: Lane) => Promise<void>,
) {
  const queue = [...items]
  await Promise.all(
    lanes.map(async lane => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item, lane)
    }),
  )
}

/** What waits for ever is ended by the deadlines of the tests. */
const limitsOf = (cpu: number) => ({ cpu: 5 + 5 * cpu, seconds: 120 + 20 * cpu })

/** Tries mutants in warm processes. What a spoiled process seemed to notice is tried again in a new one. */
export async function tryAll(mutants: readonly Mutant[], trial: Trial): Promise<Verdict[]> {
  const { graph, learner, lanes, budget } = trial
  const verdicts: Verdict[] = []
  const aboveOf = new Map<string, string[]>()
  const above = (file: string) => {
    const found = aboveOf.get(file) ?? graph.above(new Set([file])).map(one => resolve(one))
    aboveOf.set(file, found)
    return found
  }
  const suspectsOf = new Map<Lane, Suspects>()

  /** Whether this test fails with the mistake; null: what is there may come from a mutant before. */
  async function fails(mutant: Mutant, test: Seen, lane: Lane, n: number): Promise<boolean | null> {
    const { file, start, end, text } = mutant
    const change = { number: n, again: above(file), edit: { file: resolve(file), start, end, text } }
    const { result, fresh } = await lane.run(
      { change, tests: [test.path], coverage: false },
      limitsOf(test.cpu),
    )
    if (result.stuck) return true
    if (result.failed === null) return false
    return result.spoiled && !fresh ? null : true
  }
  async function failsAlone(mutant: Mutant, test: Seen, lane: Lane): Promise<boolean> {
    lane.renew()
    return (await fails(mutant, test, lane, ++number)) === true
  }
  /** What failed in a process of many mutants must pass there without one; else each is tried alone. */
  async function settle(lane: Lane): Promise<void> {
    const suspects = suspectsOf.get(lane) ?? []
    suspectsOf.delete(lane)
    if (suspects.length === 0) return
    const tests = new Map(suspects.map(({ by }) => [by.path, by]))
    const cpu = [...tests.values()].reduce((sum, one) => sum + one.cpu, 0)
    const again = [...new Set(suspects.flatMap(({ verdict }) => above(verdict.mutant.file)))]
    const change = { number: ++number, again }
    const { result } = await lane.run({ change, tests: [...tests.keys()], coverage: false }, limitsOf(cpu))
    if (!result.stuck && result.failed === null) return
    for (const { verdict, by, look } of suspects) {
      verdict.noticed = await failsAlone(verdict.mutant, by, lane)
      if (!verdict.noticed) await look()
    }
    await settle(lane)
  }

  await share(mutants, lanes, async (mutant, lane) => {
    const verdict: Verdict = { mutant, noticed: false, tests: 0 }
    verdicts.push(verdict)
    const waiting = nearTests(mutant.file, graph)
    let spent = 0
    const look = async () => {
      const n = ++number
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const test = await learner.seen(next.path)
        if (!test || !runsPlace(test, mutant) || (spent > 0 && spent + test.cpu > budget)) continue
        verdict.tests++
        spent += test.cpu
        const failed = await fails(mutant, test, lane, n)
        verdict.noticed = failed ?? (await failsAlone(mutant, test, lane))
        if (!verdict.noticed) continue
        const suspects = suspectsOf.get(lane) ?? []
        suspectsOf.set(lane, suspects)
        if (failed) suspects.push({ verdict, by: test, look })
        return
      }
    }
    await look()
    if ((suspectsOf.get(lane)?.length ?? 0) >= atOnce) await settle(lane)
  })
  await Promise.all(lanes.map(settle))
  return verdicts.toSorted((a, b) => {
    const [one, other] = [a.mutant, b.mutant]
    return one.file === other.file ? one.start - other.start : one.file < other.file ? -1 : 1
  })
}
