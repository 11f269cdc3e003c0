/** What one check of `linecard doctor` found: one line for people. */
export interface Finding {
  /** What was looked at, in a few words. */
  check: string
  /** `fail`: the service will not work so. `warn`: it works, with less or with a risk. */
  state: 'ok' | 'warn' | 'fail'
  found: string
  /** What to do. Null: nothing. */
  advice: string | null
}

/** What a check may use of the machine. */
export interface Machine {
  /** Whether a service of this data folder runs: it holds the ports of the settings then. */
  serviceRuns: boolean
  /** The folders of programs, as in PATH. */
  path: string
}

/** All is well. */
export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, advice: null })
/** It works, with less or with a risk. */
export const warn = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'warn',
  found,
  advice,
})
/** The service will not work so. */
export const fail = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'fail',
  found,
  advice,
})
