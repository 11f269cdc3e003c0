import type { ErrorObject } from 'ajv'
import { macPattern, oneLinePattern } from '../modules/shapes.ts'

/**
 * One error in a value: its dotted path, and the end of a sentence about it. It never has the value itself.
 */
export interface InvalidValue {
  path: string
  message: string
}

const pathOf = (error: ErrorObject): string[] =>
  error.instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
const list = (values: readonly unknown[]) => values.map(String).join(', ')

/** Messages for patterns, in place of the pattern itself. */
const patternMessages: Readonly<Record<string, string>> = {
  [oneLinePattern]: 'must be one line without control characters',
  [macPattern]: 'must be a MAC address as AA:BB:CC:DD:EE:FF',
}

function plain(error: ErrorObject): InvalidValue {
  const path = pathOf(error)
  const at = (name?: unknown) => (name === undefined ? path : [...path, String(name)]).join('.')
  switch (error.keyword) {
    case 'additionalProperties':
      return { path: at(error.params['additionalProperty']), message: 'is unknown' }
    case 'required':
      return { path: at(error.params['missingProperty']), message: 'is missing' }
    case 'enum':
      return { path: at(), message: `must be one of ${list(error.params['allowedValues'])}` }
    case 'const':
      return { path: at(), message: `must be ${String(error.params['allowedValue'])}` }
    case 'pattern':
      return {
        path: at(),
        message: patternMessages[String(error.params['pattern'])] ?? error.message ?? 'has a wrong form',
      }
    default:
      return { path: at(), message: error.message ?? 'is wrong' }
  }
}

/**
 * Errors of a union, for which the checker reports every branch: one error with all branches, or the errors
 * in the branch that fits best.
 */
function union(error: ErrorObject, branches: readonly ErrorObject[]): InvalidValue[] {
  const path = pathOf(error).join('.')
  const here = branches.filter(branch => branch.instancePath === error.instancePath)
  const types = here.filter(branch => branch.keyword === 'type').map(branch => String(branch.params['type']))
  const values = here
    .filter(branch => branch.keyword === 'const')
    .map(branch => branch.params['allowedValue'])
  if (types.length + values.length === branches.length) {
    return [
      {
        path,
        message: [
          values.length > 0 ? `must be one of ${list(values)}` : '',
          types.length > 0 ? `must be ${types.join(' or ')}` : '',
        ]
          .filter(Boolean)
          .join(' or '),
      },
    ]
  }
  const deeper = branches.filter(
    branch => !here.includes(branch) || (branch.keyword !== 'type' && branch.keyword !== 'const'),
  )
  return deeper.length > 0 ? deeper.slice(0, 3).map(plain) : [{ path, message: 'has a wrong form' }]
}

const inside = (error: ErrorObject, outer: ErrorObject): boolean =>
  error !== outer &&
  error.instancePath.startsWith(outer.instancePath) &&
  error.schemaPath.startsWith(`${outer.schemaPath}/`)

/** Errors of a schema check as sentences: at most `maxErrors`, without duplicates. */
export function explain(errors: readonly ErrorObject[], maxErrors = 50): InvalidValue[] {
  const some = errors.slice(0, 500)
  const unions = some.filter(error => error.keyword === 'anyOf' || error.keyword === 'oneOf')
  const wrong = some
    .filter(error => !unions.some(outer => inside(error, outer)))
    .flatMap(error =>
      unions.includes(error)
        ? union(
            error,
            some.filter(other => inside(other, error) && !unions.includes(other)),
          )
        : [plain(error)],
    )
  return [...new Map(wrong.map(line => [`${line.path} ${line.message}`, line])).values()].slice(0, maxErrors)
}
