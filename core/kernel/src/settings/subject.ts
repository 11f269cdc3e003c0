import type { Component, Plugin } from '@linecard/plugin-kit'
import { fromEnvironment, merge, type Layers } from './effective.ts'
import type { StoredSettings } from './store.ts'

/** A plugin as its settings need it. */
export interface SettingsSubject {
  readonly key: string
  readonly package: { readonly id: string; readonly description: string }
  readonly plugin: Plugin
  readonly state: Component['state']
  /** The values with which it works. They change in place. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** Where values come from beside the database. */
export interface FixedLayers {
  /** Settings of the config file by plugin. */
  file: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  env: NodeJS.ProcessEnv
}

/** What is in force for one component. */
export interface Effective {
  layers: Layers
  values: Readonly<Record<string, unknown>>
  /** Why a stored value is not used, by key. */
  problems: ReadonlyMap<string, string>
}

/** The layers without stored values that cannot be used, and why those cannot. */
function readableLayers(
  { key, package: { id }, plugin }: SettingsSubject,
  { file, env }: FixedLayers,
  from: StoredSettings,
): { layers: Layers; problems: Map<string, string> } {
  const stored: Record<string, unknown> = {}
  const problems = new Map<string, string>()
  for (const [name, { value, problem }] of from.get(key) ?? []) {
    if (problem === null) stored[name] = value
    else problems.set(name, problem)
  }
  const environment = fromEnvironment(key, plugin.config, env)
  return { layers: { file: file[id] ?? {}, stored, environment }, problems }
}

/**
 * The values of a component. A stored value that does not fit the schema is left out with its reason: the
 * plugin may have another version now, and the service must start.
 */
export function effectiveOf(subject: SettingsSubject, fixed: FixedLayers, from: StoredSettings): Effective {
  const { layers, problems } = readableLayers(subject, fixed, from)
  const { config } = subject.plugin
  const first = merge(config, layers)
  if (first.wrong.length === 0) return { layers, values: first.values, problems }
  for (const { path, message } of first.wrong) {
    const key = path.split('.')[0]!
    const unused = Object.hasOwn(layers.stored, key) ? [key] : Object.keys(layers.stored)
    for (const one of unused) problems.set(one, `The stored value does not fit: ${message}`)
    layers.stored = Object.fromEntries(
      Object.entries(layers.stored).filter(([name]) => !unused.includes(name)),
    )
  }
  return { layers, values: merge(config, layers).values, problems }
}
