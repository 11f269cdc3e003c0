import { echoOf, type Echo } from './line.ts'
import { eachLine } from './lines.ts'
import { startFping, type Family } from './program.ts'

export interface LoopOptions {
  program: string
  family: Family
  targets: readonly string[]
  periodMs: number
  timeoutMs: number
  onEcho(echo: Echo): void
  /** A line that is no echo. */
  onOther(): void
  /** It ended by itself, or could not be started. */
  onEnd(reason: string): void
}

export interface Loop {
  /** Ends it: no echo comes from it any more. */
  stop(): void
}

/** The largest time between two echoes of one process, in ms: a small one is through its list soon. */
const widestGapMs = 25

/**
 * Time between two echoes of a process, in ms: its addresses spread over the period. Only root may go below
 * 1.
 */
export const gapOf = (targets: number, periodMs: number): number =>
  Math.max(1, Math.min(widestGapMs, Math.floor((0.9 * periodMs) / Math.max(1, targets))))

/** Pings addresses again and again with one fping process, until it is stopped. */
export function startLoop(options: LoopOptions): Loop {
  const { program, family, targets, periodMs, timeoutMs, onEcho, onOther, onEnd } = options
  const args = [
    family,
    '-l',
    '-D',
    '-p',
    String(periodMs),
    '-t',
    String(Math.min(timeoutMs, periodMs)),
    '-i',
    String(gapOf(targets.length, periodMs)),
  ]
  const child = startFping(program, args, targets)
  let stopped = false
  let lastWords = ''
  eachLine(child.stdout, line => {
    if (stopped) return
    const echo = echoOf(line)
    if (echo) onEcho(echo)
    else onOther()
  })
  eachLine(child.stderr, line => {
    lastWords = line.slice(0, 200)
  })
  const ended = (reason: string) => {
    if (stopped) return
    stopped = true
    onEnd(reason)
  }
  child.on('error', error => ended(error.message))
  child.on('close', (code, signal) =>
    ended(lastWords || (signal ? `ended by ${signal}` : `exit code ${code}`)),
  )
  return {
    stop() {
      stopped = true
      child.kill('SIGKILL')
    },
  }
}
