import type { TObject } from 'typebox'
import type { InvalidValue } from '@linecard/driver-kit/validation'
import type { SettingSource } from '@linecard/plugin-kit'
import { faultsOf } from '../config/check.ts'
import { StartError } from '../start-error.ts'
import { fieldsOf, typedValue } from './field.ts'

type Values = Readonly<Record<string, unknown>>

/** `LINECARD_<PLUGIN>_<KEY>`, with dashes as underscores. */
export const envName = (plugin: string, key: string) =>
  `LINECARD_${plugin}_${key}`.replaceAll('-', '_').toUpperCase()

/** The settings of a plugin that are set in the environment. */
export const fromEnvironment = (
  plugin: string,
  schema: TObject,
  env: NodeJS.ProcessEnv,
): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(schema)
      .filter(([key]) => env[envName(plugin, key)] !== undefined)
      .map(([key, property]) => [key, typedValue(property, env[envName(plugin, key)])]),
  )

export interface Layers {
  file: Values
  stored: Values
  environment: Values
}

const closed = new WeakMap<TObject, TObject>()
/** An undeclared setting is a typing error, also if the author forgot to close the schema. */
const close = (schema: TObject): TObject =>
  closed.get(schema) ??
  closed.set(schema, Object.assign({ additionalProperties: false }, schema)).get(schema)!

/** The values of a plugin with all defaults, and what is wrong with them. */
export function merge(
  schema: TObject,
  { file, stored, environment }: Layers,
): { values: Record<string, unknown>; wrong: InvalidValue[] } {
  const values: Record<string, unknown> = structuredClone({ ...file, ...stored, ...environment })
  return { wrong: faultsOf(close(schema), values), values }
}

export const sourceOf = (key: string, { file, stored, environment }: Layers): SettingSource =>
  Object.hasOwn(environment, key)
    ? 'environment'
    : Object.hasOwn(stored, key)
      ? 'database'
      : Object.hasOwn(file, key)
        ? 'file'
        : 'default'

/**
 * Settings of one plugin before the database is open: the schema's defaults, over them the config file, over
 * it the environment.
 * @throws StartError with every wrong key
 */
export function settingsOf(
  plugin: string,
  schema: TObject,
  file: Values,
  env: NodeJS.ProcessEnv,
): Record<string, unknown> {
  const { values, wrong } = merge(schema, {
    file,
    stored: {},
    environment: fromEnvironment(plugin, schema, env),
  })
  if (wrong.length > 0)
    throw new StartError(
      `Config: ${wrong.map(({ path, message }) => `"settings.${plugin}.${path}" ${message}`).join('; ')}`,
    )
  return values
}
