import { isRecord } from '../expressions/values.ts'

/** The value at a dotted path; undefined: there is none. Only own fields. */
export function valueAt(variables: Readonly<Record<string, unknown>>, path: string): unknown {
  let at: unknown = variables
  for (const key of path.split('.')) {
    if (!isRecord(at) && !Array.isArray(at)) return undefined
    if (!Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

/** Why a variable is not there: the reason of its module, if it is an answer of one. */
export function whyMissing(variables: Readonly<Record<string, unknown>>, path: string): string {
  const [root, module] = path.split('.')
  const reasons = variables.error
  const reason =
    root === 'data' && module && isRecord(reasons) && Object.hasOwn(reasons, module) ? reasons[module] : null
  return typeof reason === 'string' ? `\`${path}\` could not be read: ${reason}` : `there is no \`${path}\``
}
