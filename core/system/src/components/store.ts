import {
  ApiError,
  hasEverything,
  type Caller,
  type Component,
  type Context,
  type SettingChange,
} from '@linecard/plugin-kit'
import { confirmBy, type ProofMembers } from '../configuration/proof.ts'
import { fail } from '../errors.ts'
import type { ComponentChange, ComponentImport } from './bodies.ts'

/** The settings of a component; null if it has none. */
const sectionOf = (ctx: Context, key: string) =>
  ctx
    .use('settings')
    .sections()
    .find(section => section.key === key && section.settings.length > 0) ?? null

/** @throws ApiError SYSTEM_COMPONENT_UNKNOWN */
function componentByKey(ctx: Context, key: string): Component {
  const component = ctx
    .use('installation')
    .components()
    .find(one => one.key === key)
  if (!component) throw fail('SYSTEM_COMPONENT_UNKNOWN', { key })
  return component
}

function componentView(ctx: Context, component: Component) {
  const section = sectionOf(ctx, component.key)
  const requiredBy = ctx
    .use('installation')
    .components()
    .filter(other => other.requires.includes(component.key))
  return {
    ...component,
    last_error: component.last_error && {
      ...component.last_error,
      time: component.last_error.time.toISOString(),
    },
    required_by: requiredBy.map(({ key }) => key),
    has_configuration: section !== null,
    configuration: section && Object.fromEntries(section.settings.map(({ key, value }) => [key, value])),
  }
}

export const listComponents = (ctx: Context) =>
  ctx
    .use('installation')
    .components()
    .map(component => componentView(ctx, component))

export function componentDetail(ctx: Context, key: string) {
  const component = componentByKey(ctx, key)
  const section = sectionOf(ctx, key)
  return {
    ...componentView(ctx, component),
    settings: section?.settings ?? [],
    configuration_schema: section ? { ...section.schema } : null,
  }
}

/**
 * The settings service names fields `<component>.<field>`. In this request they are below `configuration`.
 */
function withRequestPaths(error: ApiError, key: string): ApiError {
  const isOfSetting = (path: string) => path === key || path.startsWith(`${key}.`)
  if (!error.details.some(({ path }) => isOfSetting(path))) return error
  const details = error.details.map(detail => ({
    ...detail,
    path: isOfSetting(detail.path) ? `configuration${detail.path.slice(key.length)}` : 'configuration',
  }))
  return new ApiError(error.type, error.code, error.message, { details })
}

/** Who makes a change, and from which address. */
interface Author {
  caller: Caller
  ip: string
}

async function configure(
  ctx: Context,
  key: string,
  { configuration, ...proof }: ProofMembers & { configuration: Readonly<Record<string, unknown>> },
  author: Author,
): Promise<SettingChange[]> {
  if (Object.keys(configuration).length === 0) return []
  try {
    return await ctx
      .use('settings')
      .update({ [key]: configuration }, author.caller, confirmBy(ctx, author, proof))
  } catch (error) {
    throw error instanceof ApiError ? withRequestPaths(error, key) : error
  }
}

/**
 * A component takes its permissions away when it is switched off. Who lacks only these would then hold every
 * permission.
 */
function assertMaySwitch(ctx: Context, caller: Caller): void {
  const all = ctx.use('installation').permissions()
  if (
    !hasEverything(
      caller,
      all.map(({ key }) => key),
    )
  )
    throw fail('SYSTEM_SWITCH_FORBIDDEN')
}

/**
 * Changes settings first, so a component that is switched on starts with them. A change that must be refused
 * is refused before the first step. `switched` is null if the component was not switched.
 */
export async function changeComponent(
  ctx: Context,
  key: string,
  { enabled, configuration, ...proof }: ComponentChange,
  author: Author,
): Promise<{ changes: SettingChange[]; switched: boolean | null }> {
  const installation = ctx.use('installation')
  const component = componentByKey(ctx, key)
  const switched = enabled === undefined || enabled === component.enabled ? null : enabled
  if (switched !== null) {
    assertMaySwitch(ctx, author.caller)
    installation.assertEnabled(key, switched)
  }
  const changes = configuration ? await configure(ctx, key, { configuration, ...proof }, author) : []
  if (switched !== null) await installation.setEnabled(key, switched)
  return { changes, switched }
}

/** The settings of a component, without secrets and without settings that only the config file decides. */
export function exportComponent(ctx: Context, key: string) {
  const { version } = componentByKey(ctx, key)
  const section = sectionOf(ctx, key)
  if (!section) throw fail('SYSTEM_COMPONENT_UNCONFIGURABLE', { key })
  const exported = section.settings.filter(
    ({ secret, editable, source }) => !secret && (editable || source === 'environment'),
  )
  return {
    component: key,
    version,
    configuration: Object.fromEntries(exported.map(({ key: name, value }) => [name, value])),
  }
}

export async function importComponent(
  ctx: Context,
  key: string,
  { component, configuration, current_password, current_pin }: ComponentImport,
  author: Author,
): Promise<SettingChange[]> {
  componentByKey(ctx, key)
  if (component !== key)
    throw fail('SYSTEM_IMPORT_FOREIGN', { component, key }, [
      { path: 'component', message: `must be ${key}` },
    ])
  return configure(ctx, key, { configuration, current_password, current_pin }, author)
}
