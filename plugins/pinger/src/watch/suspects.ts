import { countAnswers } from '../echo/confirm.ts'
import { familyOf, findFping } from '../echo/program.ts'
import type { Counts } from '../metrics.ts'

/** Addresses of one fping process, and processes at the same time. */
const [mostTargets, mostProcesses] = [500, 4]

export interface SuspectOptions {
  settings(): { count: number; everyMs: number; timeoutMs: number }
  /** The close look has ended. Null: it could not be made. */
  onEnd(ip: string, answers: number | null): void
  counts: Counts
}

export interface Suspects {
  add(ip: string): void
  /** Begins with those that wait. */
  tick(): void
  stop(): void
  readonly size: number
}

const resultOf = (answers: number | null) =>
  answers === null ? 'failed' : answers > 0 ? 'answered' : 'silent'

/** Looks closely at addresses that have lost echoes: many echoes in short time, many addresses at once. */
export function createSuspects({ settings, onEnd, counts }: SuspectOptions): Suspects {
  const waiting = new Set<string>()
  const looked = new Set<string>()
  const stopping = new AbortController()
  let processes = 0

  async function look(targets: readonly string[]): Promise<void> {
    const program = await findFping()
    const answers = program
      ? await countAnswers({
          program,
          family: familyOf(targets[0]!),
          targets,
          ...settings(),
          signal: stopping.signal,
        })
      : new Map<string, number>()
    if (stopping.signal.aborted) return
    for (const ip of targets) {
      looked.delete(ip)
      const count = answers.get(ip) ?? null
      counts.looks.add({ result: resultOf(count) })
      onEnd(ip, count)
    }
  }

  return {
    add: ip => void waiting.add(ip),
    tick() {
      while (waiting.size > 0 && processes < mostProcesses && !stopping.signal.aborted) {
        const [first] = waiting as unknown as Iterable<string> as [string]
        const family = familyOf(first)
        const targets: string[] = []
        for (const ip of waiting) {
          if (targets.length === mostTargets) break
          if (familyOf(ip) === family) targets.push(ip)
        }
        for (const ip of targets) {
          waiting.delete(ip)
          looked.add(ip)
        }
        processes++
        void look(targets).finally(() => {
          processes--
          this.tick()
        })
      }
    },
    stop: () => stopping.abort(),
    get size() {
      return waiting.size + looked.size
    },
  }
}
