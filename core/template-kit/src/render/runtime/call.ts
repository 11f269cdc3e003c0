import type { Helper } from '../../helpers/index.ts'
import { failure, failureOf } from '../../base/failure.ts'
import { isRefused } from '../../base/refused.ts'
import { state, step, wrongAt } from './state.ts'

/**
 * A helper as Handlebars calls it: the arguments, the site, Handlebars' options. Errors have the place. An
 * argument that failed fails the helper, unless it takes failures.
 */
export const callable =
  ({ args, run }: Helper) =>
  (...given: unknown[]): unknown => {
    const site = given.at(-2) as number
    const values = given.slice(0, -2)
    step(site)
    const { lazy, soft } = state().sites[site]!
    if (args !== 'lazy') {
      const broken = lazy && values.find(value => failureOf(value) !== null)
      if (broken) return broken
    }
    try {
      return run!(values, why => wrongAt(site, why))
    } catch (error) {
      if (!isRefused(error)) throw error
      // What `and` and `or` were given failed when it was their turn, and was asked for.
      if (soft && args !== 'lazy' && error.finding.code === 'FIELD_UNKNOWN') return undefined
      if (lazy) return failure(error)
      throw error
    }
  }
