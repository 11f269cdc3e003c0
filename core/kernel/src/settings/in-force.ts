import { isDeepStrictEqual } from 'node:util'
import {
  settingsChanged,
  type Events,
  type Logger,
  type Setting,
  type SettingsSection,
} from '@linecard/plugin-kit'
import { envName, sourceOf } from './effective.ts'
import { describeField, fieldsOf } from './field.ts'
import { hidden } from './secret-mask.ts'
import type { StoredSettings } from './store.ts'
import { effectiveOf, type Effective, type FixedLayers, type SettingsSubject } from './subject.ts'

interface InForceOptions {
  subjects: readonly SettingsSubject[]
  fixed: FixedLayers
  events: Pick<Events, 'emit'>
  log: Logger
}

/** The values of all components as this process uses them. */
export interface SettingsInForce {
  /** Takes over what is stored now: running components get their live settings in place and are told. */
  follow(stored: StoredSettings): void
  /** Gives one component all its values, also those that need a restart. */
  settle(subject: SettingsSubject): void
  /** Whether the value that a component works with is older than the one in force. */
  waits(subject: SettingsSubject, key: string): boolean
  section(subject: SettingsSubject): SettingsSection
}

/** Puts values into `settings` of a component. Returns the keys that changed. */
function apply(subject: SettingsSubject, values: Effective['values'], all: boolean): string[] {
  const settings = subject.settings as Record<string, unknown>
  const changed: string[] = []
  for (const [key, property] of fieldsOf(subject.plugin.config)) {
    if (isDeepStrictEqual(settings[key], values[key]) || (!all && property.requiresRestart)) continue
    if (values[key] === undefined) delete settings[key]
    else settings[key] = values[key]
    changed.push(key)
  }
  return changed
}

export function settingsInForce({ subjects, fixed, events, log }: InForceOptions): SettingsInForce {
  let stored: StoredSettings = new Map()
  let effective = new Map<string, Effective>()
  const valuesOf = ({ key }: SettingsSubject) => effective.get(key)!

  const warnOf = ({ key: component }: SettingsSubject, now: Effective, before?: Effective): void => {
    for (const [key, problem] of now.problems)
      if (before?.problems.get(key) !== problem)
        log.warn({ component, key }, `a stored setting is not used: ${problem}`)
  }
  const waits = (subject: SettingsSubject, key: string): boolean =>
    !isDeepStrictEqual(subject.settings[key], valuesOf(subject).values[key])

  return {
    follow(next) {
      const before = effective
      stored = next
      effective = new Map(subjects.map(subject => [subject.key, effectiveOf(subject, fixed, stored)]))
      for (const subject of subjects) {
        const now = valuesOf(subject)
        warnOf(subject, now, before.get(subject.key))
        const running = subject.state === 'ready'
        const keys = apply(subject, now.values, !running)
        if (running && keys.length > 0) events.emit(settingsChanged, { component: subject.key, keys })
      }
    },
    settle(subject) {
      apply(subject, valuesOf(subject).values, true)
    },
    waits,
    section(subject) {
      const { key: component, plugin } = subject
      const { layers, values, problems } = valuesOf(subject)
      const settings = fieldsOf(plugin.config).map(([key, property]): Setting => {
        const { file_only, ...field } = describeField(key, property)
        const source = sourceOf(key, layers)
        const row = stored.get(component)?.get(key)
        return {
          ...field,
          source,
          environment: envName(component, key),
          editable: source !== 'environment' && !file_only,
          default: field.secret ? hidden(field.default) : field.default,
          value: field.secret ? hidden(values[key]) : (values[key] ?? null),
          restart_needed: waits(subject, key),
          updated_at: row?.updated_at ?? null,
          updated_by: row?.updated_by ?? null,
          problem: problems.get(key) ?? null,
        }
      })
      return { key: component, description: subject.package.description, schema: plugin.config, settings }
    },
  }
}
