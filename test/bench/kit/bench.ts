import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Programs of the machine that benches compare with, and Debian's package of each. */
const packages = {
  fping: 'fping',
  snmpbulkwalk: 'snmp',
  prometheus: 'prometheus',
  'prometheus-snmp-exporter': 'prometheus-snmp-exporter',
  'victoria-metrics': 'victoria-metrics',
} as const
export type Program = keyof typeof packages

/** A value that the command line may change, by its name: `--devices 500`. */
export interface Option<T extends number | string | boolean = number | string | boolean> {
  /** In a whole run, whose figures the documentation has. */
  full: T
  /** In a smoke run, which only shows that the bench runs and compares like with like. */
  smoke: T
}
type Options = Readonly<Record<string, Option>>
/** `T`, and not the very value that was written down. */
type Wide<T> = T extends number ? number : T extends string ? string : boolean
export type Values<O extends Options> = { readonly [K in keyof O]: Wide<O[K]['full']> }

/** What a bench tells while it runs. */
export interface Report {
  readonly smoke: boolean
  /** Prints a figure. */
  row(what: string, value: string): void
  /**
   * Shows that both sides did the same: equal bytes, rows or counts. A fault if they differ or if nothing was
   * done. A bench without one of these has compared nothing.
   */
  same(what: string, ours: number | string, theirs: number | string): void
  /** Something is wrong, whatever the figures are. */
  fault(text: string): void
  /** Fails a whole run if `kept` is false: the figures of a smoke run mean nothing. */
  limit(kept: boolean, text: string): void
  /** Whether the machine has it. If not, that is told once, and the comparison with it is left out. */
  has(program: Program): boolean
  /** Says what is not compared here, and why. */
  leaveOut(text: string): void
}

/** A measurement: Linecard beside something else, or its state beside the truth. */
export interface Bench<O extends Options = Options> {
  name: string
  /** One line: what is compared with what. */
  summary: string
  /** How long a whole run takes. */
  takes: string
  /** What it compares with if the machine has it. */
  needs?: readonly Program[]
  options: O
  run(values: Values<O>, report: Report): Promise<void>
}

/** Declares the bench of a file; the name of the file is its name. */
export const defineBench = <const O extends Options>(bench: Bench<O>): Bench<O> => bench

/** How a run went. */
export interface Outcome {
  same: string[]
  faults: string[]
  leftOut: string[]
}

const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some(folder => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** A report that prints what it is told, and collects the outcome. */
export function createReport(smoke: boolean): Report & { outcome: Outcome } {
  const outcome: Outcome = { same: [], faults: [], leftOut: [] }
  const report: Report = {
    smoke,
    row: (what, value) => console.log(`  ${what.padEnd(62)}${value.padStart(24)}`),
    same(what, ours, theirs) {
      if (ours !== theirs) report.fault(`not the same ${what}: ${ours} and ${theirs}`)
      else if (!ours) report.fault(`no ${what}: nothing was compared`)
      else outcome.same.push(typeof ours === 'number' ? `${ours.toLocaleString('en')} ${what}` : what)
    },
    fault: text => void outcome.faults.push(text),
    limit: (kept, text) => void (kept || smoke || outcome.faults.push(text)),
    has(program) {
      const found = isInstalled(program)
      if (!found) report.leaveOut(`${program} is not installed (Debian package ${packages[program]})`)
      return found
    },
    leaveOut(text) {
      if (!outcome.leftOut.includes(text)) outcome.leftOut.push(text)
    },
  }
  return { ...report, outcome }
}

/** The values of a run: those of its kind, changed by the command line. Throws if that has another option. */
export function valuesOf(options: Options, smoke: boolean, given: Readonly<Record<string, unknown>>) {
  for (const name of Object.keys(given))
    if (!(name in options))
      throw new Error(
        `no option --${name}; there are: ${Object.keys(options)
          .map(one => `--${one}`)
          .join(', ')}`,
      )
  return Object.fromEntries(
    Object.entries(options).map(([name, { full, smoke: short }]) => {
      const value = given[name] ?? (smoke ? short : full)
      if (typeof full !== 'number') return [name, value]
      if (!Number.isFinite(Number(value))) throw new Error(`--${name} ${String(value)}: a number is needed`)
      return [name, Number(value)]
    }),
  )
}
