import { pick, random } from '@linecard/simulator'
import { caseOf, type FuzzCase } from './cases.ts'
import { faultOf } from './judge.ts'
import { startFuzzWorld, type FuzzWorld, type State } from './world.ts'
import { exchange } from './wire.ts'

/** Requests that run at the same time, and after how many the world is renewed if its key lives. */
const [atOnce, renewEvery] = [24, 1_000]
/** Operations that would change the document during the run. */
const excluded = new Set(['system.component.set', 'system.component.import'])
/** What may grow after the first fifth of the run: caches fill, and the heap takes what it may before it collects. */
const mayGrow = { rssMiB: 200, files: 30 }

export interface Fault {
  times: number
  request: string
  fault: string
}
export interface FuzzReport {
  operations: number
  seconds: number
  /** Number of answers by kind of request and status. */
  kinds: ReadonlyMap<string, ReadonlyMap<number | 'none', number>>
  /** By operation, status and fault. */
  faults: ReadonlyMap<string, Fault>
  /** At five points of the run. */
  states: readonly State[]
  grown: readonly string[]
}

const grownOf = (first: State, last: State): string[] =>
  [
    last.rssMiB - first.rssMiB > mayGrow.rssMiB && `memory: ${first.rssMiB} → ${last.rssMiB} MiB`,
    last.files - first.files > mayGrow.files && `open files: ${first.files} → ${last.files}`,
    last.poolWaiting > 0 && `${last.poolWaiting} queries wait for a connection`,
  ].filter(one => one !== false)

/** What was asked and answered so far. */
function createNotes() {
  const kinds = new Map<string, Map<number | 'none', number>>()
  const faults = new Map<string, Fault>()
  return {
    kinds,
    faults,
    note({ kind, operation, head, body }: FuzzCase, status: number | 'none', fault: string | null): void {
      const row = kinds.get(kind) ?? new Map<number | 'none', number>()
      kinds.set(kind, row.set(status, (row.get(status) ?? 0) + 1))
      if (fault === null) return
      const name = `${operation.operationId} ${status}: ${fault.replace(/["\d].*/s, '').slice(0, 80)}`
      const known = faults.get(name)
      if (known) known.times++
      else {
        const request = `${head}${body.toString('utf8')}`.replace(/x-auth-key: \S{20,}/, 'x-auth-key: …')
        faults.set(name, { times: 1, fault, request: request.slice(0, 1_500) })
      }
    },
  }
}

/** Returns the status. Null: no answer. */
async function ask(
  world: FuzzWorld,
  made: FuzzCase,
  { note }: ReturnType<typeof createNotes>,
): Promise<number | null> {
  try {
    const answer = await exchange(new URL(world.service.url), made)
    if (answer) note(made, answer.status, faultOf(world.contract, made, answer))
    else note(made, 'none', made.sent === null ? 'the server closed without an answer' : null)
    return answer?.status ?? null
  } catch (error) {
    note(made, 'none', (error as Error).message)
    return null
  }
}

/** Sends `count` unusual requests. The same seed gives the same requests, as far as the answers allow it. */
export async function fuzz(count: number, seed: number, tell: (text: string) => void): Promise<FuzzReport> {
  const next = random(seed)
  const world = await startFuzzWorld()
  const started = performance.now()
  const notes = createNotes()
  const states: State[] = []
  const operations = world.contract.operations.filter(({ operationId }) => !excluded.has(operationId))
  try {
    for (let done = 0; done < count;) {
      const known = await world.renew()
      if (done >= (states.length + 1) * (count / 5)) states.push(await world.state())
      const last = Math.min(done + renewEvery, count)
      let lost = false
      const client = async () => {
        while (!lost && done < last) {
          done++
          const made = caseOf(known, pick(next, operations), next)
          const status = await ask(world, made, notes)
          lost ||= status === 401 && made.head.includes(known.key)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, client))
      tell(`${done} of ${count}, ${notes.faults.size} kinds of faults`)
    }
    states.push(await world.state())
  } finally {
    await world.stop()
  }
  const { kinds, faults } = notes
  return {
    operations: operations.length,
    seconds: (performance.now() - started) / 1000,
    kinds,
    faults,
    states,
    grown: grownOf(states[0]!, states.at(-1)!),
  }
}
