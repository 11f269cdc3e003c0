import type { Driver } from '@linecard/driver-kit'
import type { Component, Plugin } from '@linecard/plugin-kit'
import { slotOf } from '../http/slots.ts'
import { messageOf } from '../log/error.ts'
import { componentKey, contractApi, type Package } from './discover.ts'

/** A package with its state. The one record of what runs, what does not, and why. */
export interface Part {
  readonly key: string
  readonly package: Package
  /** Null until loaded, or when it cannot be. */
  plugin: Plugin | null
  driver: Driver | null
  state: Component['state']
  reason: string | null
  enabled: boolean
  /** Validated settings of a plugin. */
  settings: Readonly<Record<string, unknown>>
  /** What `setup` gave, while ready. */
  context: unknown
}

/** States that no switching on and off changes: the package itself must be mended. */
export const broken = (part: Part) => part.plugin === null && part.driver === null

function refuse(part: Part, state: 'incompatible' | 'failed', reason: string): Part {
  part.state = state
  part.reason = reason
  return part
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Runs the package's code and looks whether it is what its manifest says. Never throws: what is wrong becomes
 * the part's state.
 */
export async function loadPart(found: Package): Promise<Part> {
  const part: Part = {
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
  if (found.api !== contractApi)
    return refuse(part, 'incompatible', `made for contract ${found.api}; this kernel speaks ${contractApi}`)
  let definition: unknown
  try {
    definition = await found.load()
  } catch (error) {
    return refuse(part, 'failed', `cannot be loaded: ${messageOf(error)}`)
  }
  if (!isObject(definition))
    return refuse(
      part,
      'failed',
      `has no default export made by define${found.kind === 'driver' ? 'Driver' : 'Plugin'}`,
    )
  if (definition['id'] !== found.id)
    return refuse(
      part,
      'failed',
      `its code calls itself "${String(definition['id'])}", its package.json "${found.id}"`,
    )
  if (definition['api'] !== contractApi)
    return refuse(
      part,
      'incompatible',
      `made for contract ${String(definition['api'])}; this kernel speaks ${contractApi}`,
    )
  if (found.kind === 'driver') part.driver = definition as unknown as Driver
  else part.plugin = definition as unknown as Plugin
  return part
}

/** The part as the operator sees it. */
export const componentOf = (part: Part): Component => ({
  key: part.key,
  kind: part.package.kind,
  core: part.package.core,
  state: part.state,
  reason: part.reason,
  version: part.package.version,
  description: part.package.description,
  requires: [...(part.plugin?.requires ?? [])],
  enabled: part.enabled,
  http: part.plugin ? slotOf(part.plugin) : null,
})
