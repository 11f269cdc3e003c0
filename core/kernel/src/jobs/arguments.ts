import type { TObject } from 'typebox'
import { faultsOf } from '../config/check.ts'
import { fail } from '../errors.ts'

type Args = Record<string, unknown>

/** Arguments as a job gets them: texts of a command line become numbers, and defaults are filled in. */
function checked(schema: TObject | undefined, given: Readonly<Args>) {
  const args = structuredClone(given) as Args
  if (schema) return { args, wrong: faultsOf(schema, args) }
  const wrong = Object.keys(args).map(path => ({ path, message: 'the job takes no arguments' }))
  return { args, wrong }
}

/** What is wrong with arguments; null if nothing is. */
export function argsFault(schema: TObject | undefined, given: Readonly<Args>): string | null {
  const { wrong } = checked(schema, given)
  return wrong.length > 0 ? wrong.map(({ path, message }) => `${path} ${message}`).join('; ') : null
}

/** @throws ApiError JOB_ARGS_WRONG that names every wrong argument */
export function argsOf(key: string, schema: TObject | undefined, given: Readonly<Args>): Args {
  const { args, wrong } = checked(schema, given)
  if (wrong.length === 0) return args
  const details = wrong.map(({ path, message }) => ({ path: `args.${path}`, message }))
  throw fail('JOB_ARGS_WRONG', { key, what: argsFault(schema, given) }, details)
}
