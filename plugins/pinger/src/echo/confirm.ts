import { countedOf } from './line.ts'
import { eachLine } from './lines.ts'
import { startFping, type Family } from './program.ts'

export interface CountOptions {
  program: string
  family: Family
  targets: readonly string[]
  count: number
  everyMs: number
  timeoutMs: number
  signal: AbortSignal
}

/** What fping may take over the time that its echoes need, in ms. */
const graceMs = 10_000

/**
 * Sends some echoes to each address. Gives the number of answers of each; an address that is missing was not
 * asked, for whatever reason.
 */
export function countAnswers(options: CountOptions): Promise<ReadonlyMap<string, number>> {
  const { program, family, targets, count, everyMs, timeoutMs, signal } = options
  const apartMs = Math.max(everyMs, targets.length)
  const args = [family, '-q', '-C', String(count), '-p', String(apartMs), '-t', String(timeoutMs), '-i', '1']
  return new Promise(resolve => {
    if (signal.aborted) return resolve(new Map())
    const answers = new Map<string, number>()
    const child = startFping(program, args, targets)
    const kill = () => child.kill('SIGKILL')
    const timer = setTimeout(kill, count * apartMs + timeoutMs + graceMs)
    signal.addEventListener('abort', kill, { once: true })
    const read = (line: string) => {
      const found = countedOf(line, count)
      if (found) answers.set(found.ip, found.answers)
    }
    eachLine(child.stdout, read)
    eachLine(child.stderr, read)
    const done = (code: number | null) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      // 0: all answered, 1: some did not, 2: some are no addresses. Else fping itself failed.
      resolve(code !== null && code >= 0 && code <= 2 ? answers : new Map())
    }
    child.on('error', () => done(null))
    child.on('close', done)
  })
}
