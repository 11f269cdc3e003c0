import type { Plugin } from '@linecard/plugin-kit'
import { schemaFault } from '../config/check.ts'
import { messageOf } from '../log/error.ts'

/** The beginning of the names of all tables of a plugin. */
export const tablePrefix = (id: string): string => `${id.replaceAll('-', '_')}_`

/** A slot as it came from JavaScript, where types hold nothing. */
type Loose = Record<string, unknown>

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isFunction = (value: unknown) => typeof value === 'function'

/** The entries of a slot that is an object of objects, and what is wrong with their fields. */
function entriesFaults(
  slot: string,
  value: unknown,
  fields: Readonly<Record<string, (field: unknown) => string | null>>,
): string[] {
  if (value === undefined) return []
  if (!isObject(value)) return [`${slot}: must be an object`]
  return Object.entries(value).flatMap(([name, entry]) =>
    Object.entries(fields).flatMap(([field, faultOf]) => {
      const fault = isObject(entry) ? faultOf(entry[field]) : 'is missing'
      return fault ? [`${slot}.${name}: ${field} ${fault}`] : []
    }),
  )
}

const text = (value: unknown) => (isText(value) ? null : 'is missing: a text')
const callable = (value: unknown) => (isFunction(value) ? null : 'is missing: a function')
const seconds = (value: unknown) =>
  Number.isInteger(value) && (value as number) > 0 ? null : 'must be a whole number of seconds above 0'

function listFaults(slot: string, value: unknown, faultOf: (entry: unknown) => string | null): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return [`${slot}: must be a list`]
  return value.flatMap((entry: unknown, at) => {
    const fault = faultOf(entry)
    return fault ? [`${slot}[${at}]: ${fault}`] : []
  })
}

const modulesFault = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every(one => isObject(one) && isText(one['name']))
    ? null
    : 'must be a list of modules'

const migrationFault = (entry: unknown): string | null =>
  isObject(entry) && isText(entry['name']) && isText(entry['up']) && isText(entry['down'])
    ? null
    : 'must be { name, up, down } with SQL as text'

const idFault = (entry: unknown) => (isText(entry) ? null : 'must be the id of a plugin')

const functions = ['setup', 'routes', 'metrics', 'usage', 'doctor', 'stop'] as const

function faultsOf({ id, ...slots }: Plugin): string[] {
  const faults: string[] = []
  if (id === 'kernel') faults.push('id: "kernel" is taken by the kernel itself: choose another id')
  const config = isObject(slots.config) ? schemaFault(slots.config) : 'is missing: use definePlugin'
  if (config) faults.push(`config: ${config}`)
  if (!isFunction(slots.setup)) faults.push('setup: is missing: use definePlugin')
  for (const slot of functions)
    if (slots[slot] !== undefined && !isFunction(slots[slot])) faults.push(`${slot}: must be a function`)
  const schemaOf = (entry: unknown) =>
    isObject(entry) && isText(entry['$id']) ? null : `$id is missing: name it "${id}.<Name>"`
  return [
    ...faults,
    ...listFaults('requires', slots.requires, idFault),
    ...listFaults('after', slots.after, idFault),
    ...listFaults('schemas', slots.schemas, schemaOf),
    ...listFaults('migrations', slots.migrations, migrationFault),
    ...listFaults('entities', slots.entities, entry => (entry ? null : 'is missing')),
    ...entriesFaults('permissions', slots.permissions, { label: text, description: text, group: text }),
    ...entriesFaults('errors', slots.errors, { type: text, message: text }),
    ...entriesFaults('jobs', slots.jobs, { summary: text, cron: text, timeoutSec: seconds, run: callable }),
    ...entriesFaults('pollers', slots.pollers, {
      summary: text,
      intervalSec: seconds,
      modules: modulesFault,
    }),
    ...entriesFaults('keeps', slots.keeps, { modules: modulesFault, keep: callable }),
    ...entriesFaults('pollStores', slots.pollStores, { store: callable }),
    ...entriesFaults('search', slots.search, { find: callable }),
    ...entriesFaults('places', slots.places, { near: callable }),
    ...entriesFaults('translations', slots.translations, {}),
    ...(slots.http === undefined ? [] : entriesFaults('http', { slot: slots.http }, { register: callable })),
  ]
}

/**
 * What is wrong with the slots of a plugin, as far as it shows without running anything. Each fault names the
 * slot and how to mend it. Never throws.
 */
export function declarationFaults(plugin: Plugin): string[] {
  try {
    return faultsOf(plugin)
  } catch (error) {
    return [`its declaration cannot be read: ${messageOf(error)}`]
  }
}
