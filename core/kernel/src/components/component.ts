import type { Driver } from '@linecard/driver-kit'
import type { Component, Logger, Plugin } from '@linecard/plugin-kit'
import { slotOf } from '../http/slots.ts'
import { contractApi, type Package } from './discover.ts'
import { execFile } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, placeIn } from '../log/error.ts'

/** The first line that is no JavaScript in a file; null: all are. Nothing of the file runs. */
const brokenLine = (file: string): Promise<number | null> =>
  new Promise(resolve => {
    execFile(process.execPath, ['--check', file], { timeout: 5_000 }, (_, _out, told) => {
      const line = told.startsWith(`${file}:`) ? Number.parseInt(told.slice(file.length + 1)) : NaN
      resolve(line || null)
    })
  })

/** At most so many files of a package are read again. */
const mostFiles = 50

/** The file of a syntax error, which Node tells nobody who imports it. Empty: it is not in this package. */
async function syntaxPlaceIn(folder: string): Promise<string> {
  let read = 0
  try {
    for await (const file of glob('**/*.{js,mjs}', { cwd: folder, exclude: ['**/node_modules'] })) {
      if (++read > mostFiles) return ''
      const line = await brokenLine(join(folder, file))
      if (line !== null) return ` (${file}:${line})`
    }
  } catch {
    // The folder is gone or unreadable, which says nothing about the syntax.
  }
  return ''
}

/** Why the import of a package failed, for its operator: with the file and line of it, if one is known. */
async function whyUnloadable(folder: string | null, error: unknown): Promise<string> {
  const message = messageOf(error)
  const [, absent] = /^Cannot find package '([^']+)' imported from /.exec(message) ?? []
  if (absent) return `imports ${absent}, which is not installed: npm install ${absent}`
  const place =
    placeIn(folder, error) ||
    (folder !== null && error instanceof SyntaxError ? await syntaxPlaceIn(folder) : '')
  return `cannot be loaded: ${message}${place}`
}

/** A package with its state: whether it runs, and if not, why. */
export interface LoadedComponent {
  readonly key: string
  readonly package: Package
  /** Null if the package is a driver or cannot be used. */
  plugin: Plugin | null
  /** Null if the package is a plugin or cannot be used. */
  driver: Driver | null
  /** Place in the config. Of two components that clash, the later one fails. */
  readonly rank: number
  state: Component['state']
  reason: string | null
  /** What it threw. It is degraded for an hour, in ms of this process, or until it is switched. */
  errors: { count: number; last: Component['last_error']; degradedUntil: number }
  enabled: boolean
  /** Validated settings of a plugin. */
  settings: Readonly<Record<string, unknown>>
  /** What `setup` returned. Null while the plugin does not run. */
  context: unknown
}

/** A log with a child for each component. */
export interface ComponentLog {
  child(fields: Readonly<Record<string, string>>): Logger
}

/** A plugin that was taken out of use, with the context that its running requests still need. */
export interface EndedComponent {
  component: LoadedComponent
  context: unknown
}

/** Whether the package itself must be mended. Switching it on and off does not change its state. */
export const isBroken = ({ plugin, driver }: LoadedComponent): boolean => plugin === null && driver === null

/** Marks a package that cannot be used before it is mended and the service restarts. */
export function markBroken(
  component: LoadedComponent,
  reason: string,
  state: 'failed' | 'incompatible' = 'failed',
): void {
  Object.assign(component, { state, reason, plugin: null, driver: null })
}

/** The name of a component in messages: `plugin "weather"`, `driver "acme"`. */
export const nameOf = ({ package: { kind, id } }: Pick<LoadedComponent, 'package'>): string =>
  `${kind} "${id}"`

/** The one line of the log that says why a component does not run. */
export function logState(component: LoadedComponent, log: ComponentLog, error?: unknown): void {
  const { key, package: found, state, reason } = component
  const level = state === 'blocked' ? 'warn' : 'error'
  const fields = error === undefined ? {} : { err: error }
  log.child({ [found.kind]: key })[level](fields, `${nameOf(component)} ${state}: ${reason}`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

interface Fault {
  reason: string
  state: 'failed' | 'incompatible'
}

const failed = (reason: string): Fault => ({ reason, state: 'failed' })

/** What does not agree between the manifest of a package and its default export. Null if they agree. */
function faultOf(found: Package, definition: unknown): Fault | null {
  const define = found.kind === 'driver' ? 'defineDriver' : 'definePlugin'
  if (!isObject(definition))
    return failed(`has no default export made by ${define}: write "export default ${define}({…})"`)
  const { id, api } = definition
  if (id !== found.id)
    return failed(`its code calls itself "${String(id)}", its package.json "${found.id}": they must agree`)
  return api === contractApi ? null : incompatible(String(api))
}

const incompatible = (api: string | number): Fault => ({
  state: 'incompatible',
  reason:
    `made for contract ${api}, and this kernel speaks contract ${contractApi}: ` +
    (Number(api) > contractApi
      ? 'update Linecard, or install an older version of the package'
      : 'install a newer version of the package'),
})

async function definitionOf(found: Package): Promise<{ definition: unknown } | Fault> {
  if (found.fault !== null) return { reason: found.fault, state: 'failed' }
  if (found.api !== contractApi) return incompatible(found.api)
  try {
    const definition = await found.load()
    return faultOf(found, definition) ?? { definition }
  } catch (error) {
    return failed(await whyUnloadable(found.folder, error))
  }
}

/** Runs the package's code and compares it with its manifest. Never throws: a fault becomes the state. */
export async function loadComponent(found: Package, rank: number): Promise<LoadedComponent> {
  const component: LoadedComponent = {
    key: found.key,
    package: found,
    plugin: null,
    driver: null,
    rank,
    state: 'disabled',
    reason: null,
    errors: { count: 0, last: null, degradedUntil: 0 },
    enabled: true,
    settings: {},
    context: null,
  }
  const loaded = await definitionOf(found)
  if ('reason' in loaded) markBroken(component, loaded.reason, loaded.state)
  else if (found.kind === 'driver') component.driver = loaded.definition as Driver
  else component.plugin = loaded.definition as Plugin
  return component
}

/** A component that threw serves, but not as it should. */
function stateOf({ state, reason, errors }: LoadedComponent): Pick<Component, 'state' | 'reason'> {
  const { count, last, degradedUntil } = errors
  if (state !== 'ready' || last === null || performance.now() >= degradedUntil) return { state, reason }
  return { state: 'degraded', reason: `threw ${count} times, at last: ${last.message}` }
}

/** The component as operators see it. */
export const descriptionOf = (component: LoadedComponent): Component => ({
  key: component.key,
  kind: component.package.kind,
  core: component.package.core,
  ...stateOf(component),
  error_count: component.errors.count,
  last_error: component.errors.last,
  version: component.package.version,
  description: component.package.description,
  requires: [...(component.plugin?.requires ?? [])],
  enabled: component.enabled,
  http: component.plugin ? slotOf(component.plugin) : null,
})
