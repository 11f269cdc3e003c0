import { ApiError, type Detail } from '@linecard/plugin-kit'
import type { Parameter } from '../contract/parameter.ts'
import type { Variables } from '../contract/template.ts'
import { didYouMean } from '../base/nearest.ts'
import { fieldsOf, valuesOf, type Field } from './fields.ts'

function problemOf({ parameter, visible, value, broken, wrong }: Field, given: unknown): string | null {
  if (!visible) return null
  if (wrong !== null) return wrong
  const needed = parameter.required === true || (given !== null && given !== undefined && given !== '')
  if (broken !== null) return needed ? `cannot be chosen: ${broken}` : null
  return parameter.required && value === null ? 'is required' : null
}

/** @throws ApiError */
function checkKeys(parameters: readonly Parameter[], given: unknown): Readonly<Record<string, unknown>> {
  if (given === null || given === undefined) return {}
  if (typeof given !== 'object' || Array.isArray(given))
    throw wrongParams([{ path: 'params', message: 'must be an object: key of the field → value' }])
  const keys = parameters.map(({ key }) => key)
  const unknown = Object.keys(given).filter(key => !keys.includes(key))
  if (unknown.length > 0)
    throw wrongParams(
      unknown
        .slice(0, 20)
        .map(key => ({
          path: `params.${key.slice(0, 64)}`,
          message: `there is no such field. ${didYouMean(key, keys)}`,
        })),
    )
  return given as Record<string, unknown>
}

function wrongParams(details: readonly Detail[]): ApiError {
  const [first] = details
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : ''
  return new ApiError(
    'VALIDATION_ERROR',
    'TEMPLATE_PARAMS_WRONG',
    `${first!.path}: ${first!.message}${more}`,
    { details },
  )
}

/**
 * What a template sees as `params`: every key, null for a field that is hidden or empty. A key that was not
 * sent gets its variable or its default. For a hidden field nothing counts that was sent. A select gives the
 * item of the list, never an object of the caller.
 * @throws ApiError VALIDATION_ERROR with all wrong fields: `params.<key>`
 */
export function paramsOf(
  parameters: readonly Parameter[],
  given: unknown,
  variables: Variables,
): Record<string, unknown> {
  const sent = checkKeys(parameters, given)
  const fields = fieldsOf(parameters, sent, variables)
  const details = fields.flatMap((field): Detail[] => {
    const { key, name } = field.parameter
    const message = problemOf(field, Object.hasOwn(sent, key) ? sent[key] : null)
    return message === null ? [] : [{ path: `params.${key}`, message: `"${name}" ${message}` }]
  })
  if (details.length > 0) throw wrongParams(details)
  return valuesOf(fields)
}
