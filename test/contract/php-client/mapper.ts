import { classes, type ClassName } from './classes.ts'

const isNumeric = (value: unknown) =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))

const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  bool: value => typeof value === 'boolean',
  int: value => isNumeric(value) && Number.isInteger(Number(value)),
  float: isNumeric,
  array: value => typeof value === 'object',
  any: () => true,
}

function assertFits(value: unknown, type: string, path: string): void {
  const wrong = (what: string) => new TypeError(`${path} must be ${what}, not ${JSON.stringify(value)}`)
  if (value === null) throw wrong(`${type}, and it is not nullable`)
  const list = /^(\w+)\[\]$/.exec(type)?.[1]
  if (list !== undefined) {
    if (!Array.isArray(value)) throw wrong('a list')
    value.forEach((one, n) => assertFits(one, list, `${path}.${n}`))
  } else if (Object.hasOwn(classes, type)) mapped(value, type as ClassName, path)
  else if (!fits[type]!(value)) throw wrong(type)
}

/**
 * Throws where the strict mapper of the client throws, or a getter after it: a present null for a property that
 * is not nullable, a text that is none; in a class whose properties are typed also a member that is missing.
 */
export function mapped(data: unknown, name: ClassName, path: string = name): void {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new TypeError(`${path} must be an object, not ${JSON.stringify(data)?.slice(0, 80)}`)
  const { members, typed } = classes[name]
  for (const [member, type] of Object.entries(members)) {
    const nullable = type.startsWith('?')
    const value = (data as Record<string, unknown>)[member]
    if (value === undefined) {
      if (typed) throw new TypeError(`${path}.${member} is missing, and its getter throws`)
    } else if (value !== null || !nullable) assertFits(value, type.replace('?', ''), `${path}.${member}`)
  }
}
