import type { Driver } from '@linecard/driver-kit'
import type { Component, Plugin } from '@linecard/plugin-kit'
import { slotOf } from '../http/slots.ts'
import { messageOf } from '../log/error.ts'
import { componentKey, contractApi, type Package } from './discover.ts'

/** A package with its state: whether it runs, and if not, why. */
export interface LoadedComponent {
  readonly key: string
  readonly package: Package
  /** Null if the package is a driver or cannot be loaded. */
  plugin: Plugin | null
  /** Null if the package is a plugin or cannot be loaded. */
  driver: Driver | null
  state: Component['state']
  reason: string | null
  enabled: boolean
  /** Validated settings of a plugin. */
  settings: Readonly<Record<string, unknown>>
  /** What `setup` returned. Null while the plugin does not run. */
  context: unknown
}

/** A plugin that was taken out of use, with the context that its running requests still need. */
export interface EndedComponent {
  component: LoadedComponent
  context: unknown
}

/** Whether the package itself must be repaired. Switching it on and off does not change its state. */
export const isBroken = (component: LoadedComponent): boolean =>
  component.plugin === null && component.driver === null

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

type Fault = Required<Pick<LoadedComponent, 'state' | 'reason'>>

/** What does not agree between the manifest of a package and its default export. Null if they agree. */
function faultOf(found: Package, definition: unknown): Fault | null {
  const kind = found.kind === 'driver' ? 'Driver' : 'Plugin'
  if (!isObject(definition)) return { state: 'failed', reason: `has no default export made by define${kind}` }
  const { id, api } = definition
  if (id !== found.id)
    return {
      state: 'failed',
      reason: `its code calls itself "${String(id)}", its package.json "${found.id}"`,
    }
  return api === contractApi ? null : incompatible(String(api))
}

const incompatible = (api: string | number): Fault => ({
  state: 'incompatible',
  reason: `made for contract ${api}; this kernel supports ${contractApi}`,
})

/** Runs the package's code and compares it with its manifest. Never throws: a fault becomes the state. */
export async function loadComponent(found: Package): Promise<LoadedComponent> {
  const component: LoadedComponent = {
    key: componentKey(found),
    package: found,
    plugin: null,
    driver: null,
    state: 'disabled',
    reason: null,
    enabled: true,
    settings: {},
    context: null,
  }
  if (found.api !== contractApi) return Object.assign(component, incompatible(found.api))
  let definition: unknown
  try {
    definition = await found.load()
  } catch (error) {
    const reason = `cannot be loaded: ${messageOf(error)}`
    return Object.assign(component, { state: 'failed', reason } satisfies Fault)
  }
  const fault = faultOf(found, definition)
  if (fault) return Object.assign(component, fault)
  if (found.kind === 'driver') component.driver = definition as Driver
  else component.plugin = definition as Plugin
  return component
}

/** The component as operators see it. */
export const descriptionOf = (component: LoadedComponent): Component => ({
  key: component.key,
  kind: component.package.kind,
  core: component.package.core,
  state: component.state,
  reason: component.reason,
  version: component.package.version,
  description: component.package.description,
  requires: [...(component.plugin?.requires ?? [])],
  enabled: component.enabled,
  http: component.plugin ? slotOf(component.plugin) : null,
})
