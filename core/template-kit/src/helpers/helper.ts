import type { HelperDoc } from '../contract/helper.ts'
import type { Refused, Why } from '../base/refused.ts'

/** Makes the error of a helper, with the place of its call. */
export type Wrong = (why: Why) => Refused

export interface Helper extends HelperDoc {
  /**
   * `soft`: an argument may be missing, and is undefined then. `lazy`: also, an argument that cannot be
   * computed comes as a failure (`failureOf`). Absent: a missing argument is an error.
   */
  args?: 'soft' | 'lazy'
  /** Gives the value. Absent: a block, which the renderer makes. */
  run?(args: readonly unknown[], wrong: Wrong): unknown
}

/** A helper with its documentation. The example is run by a test. */
export const helper = (
  name: string,
  group: HelperDoc['group'],
  usage: string,
  summary: string,
  [template, variables, gives]: readonly [
    template: string,
    variables: Record<string, unknown>,
    gives: string,
  ],
  [least, most]: readonly [least: number, most: number | null],
  rest: Pick<Helper, 'args' | 'run'> = {},
): Helper => ({ name, group, usage, summary, example: { template, variables, gives }, least, most, ...rest })
