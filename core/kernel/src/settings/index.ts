import { isDeepStrictEqual } from 'node:util'
import {
  SETTINGS_CHANGED,
  type Events,
  type Logger,
  type Setting,
  type SettingChange,
  type Settings,
  type SettingsChanged,
  type SettingsSection,
} from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'
import { MISSED } from '../events/index.ts'
import type { Part } from '../plugins/part.ts'
import type { Vault } from '../vault/index.ts'
import { envName, fromEnvironment, merge, sourceOf, type Layers } from './effective.ts'
import { describeField, fieldsOf } from './field.ts'
import { assertMayChange } from './grave.ts'
import { hidden } from './mask.ts'
import { plan } from './plan.ts'
import { settingsStore, type StoredSettings } from './store.ts'

/** Told to every process after settings were stored. */
const STORED = 'kernel.settings.stored'

export interface SettingsParts {
  parts: readonly Part[]
  /** Settings of the config file by plugin. */
  file: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  env: NodeJS.ProcessEnv
  database: Database
  vault: Vault
  events: Events
  log: Logger
}

export interface KernelSettings extends Settings {
  /** Gives a part that is about to be set up all its values, those that wait for a restart too. */
  settle(part: Part): void
  stop(): Promise<void>
}

/** What is in force for one component. */
interface Effective {
  layers: Layers
  values: Readonly<Record<string, unknown>>
  problems: ReadonlyMap<string, string>
}

/**
 * Values of the config file and the environment hold from the start; over the file comes what operators
 * stored, which every process follows.
 */
export async function createSettings({
  parts,
  file,
  env,
  database,
  vault,
  events,
  log,
}: SettingsParts): Promise<KernelSettings> {
  const store = settingsStore(database, vault)
  const subjects = parts.filter(part => part.plugin)
  let stored: StoredSettings = new Map()
  let effective = new Map<Part, Effective>()

  const layersOf = (part: Part, from: StoredSettings): Layers => ({
    file: file[part.package.id] ?? {},
    stored: Object.fromEntries(
      [...(from.get(part.key) ?? [])]
        .filter(([, { problem }]) => problem === null)
        .map(([key, { value }]) => [key, value]),
    ),
    environment: fromEnvironment(part.key, part.plugin!.config, env),
  })

  /**
   * A stored value that no longer fits (its plugin is another version now) must not keep the service from
   * starting.
   */
  const effectiveOf = (part: Part, from: StoredSettings): Effective => {
    const layers = layersOf(part, from)
    const problems = new Map(
      [...(from.get(part.key) ?? [])].flatMap(([key, { problem }]) =>
        problem === null ? [] : [[key, problem] as const],
      ),
    )
    let merged = merge(part.plugin!.config, layers)
    for (const { path, message } of merged.wrong) {
      const key = path.split('.')[0]!
      const culprits = Object.hasOwn(layers.stored, key) ? [key] : Object.keys(layers.stored)
      for (const one of culprits) problems.set(one, `The stored value does not fit: ${message}`)
      layers.stored = Object.fromEntries(
        Object.entries(layers.stored).filter(([name]) => !culprits.includes(name)),
      )
    }
    if (merged.wrong.length > 0) merged = merge(part.plugin!.config, layers)
    return { layers, values: merged.values, problems }
  }

  /** Puts values in force: a running component's in place, but for those that need a restart. */
  const apply = (part: Part, all: boolean): string[] => {
    const { values } = effective.get(part)!
    const settings = part.settings as Record<string, unknown>
    const changed: string[] = []
    for (const [key, property] of fieldsOf(part.plugin!.config)) {
      if (isDeepStrictEqual(settings[key], values[key]) || (!all && property.requiresRestart)) continue
      if (values[key] === undefined) delete settings[key]
      else settings[key] = values[key]
      changed.push(key)
    }
    return changed
  }

  const follow = (next: StoredSettings): void => {
    const before = effective
    stored = next
    effective = new Map(subjects.map(part => [part, effectiveOf(part, stored)]))
    for (const part of subjects) {
      for (const [key, problem] of effective.get(part)!.problems)
        if (before.get(part)?.problems.get(key) !== problem)
          log.warn({ component: part.key, key }, `a stored setting is not used: ${problem}`)
      const running = part.state === 'ready'
      const keys = apply(part, !running)
      if (running && keys.length > 0)
        events.emit(SETTINGS_CHANGED, { component: part.key, keys } satisfies SettingsChanged)
    }
  }

  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: an older state must not be read after a newer one. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
  const reread = () =>
    inTurn(async () => follow(await store.read())).catch((error: unknown) =>
      log.error({ err: error }, 'the settings could not be read; those of before go on'),
    )
  // Heard from the first reading on: a change made meanwhile is read after it.
  const leave = [events.on(STORED, reread), events.on(MISSED, reread)]
  await inTurn(async () => follow(await store.read()))

  const waits = (part: Part, key: string) =>
    !isDeepStrictEqual(part.settings[key], effective.get(part)!.values[key])

  const view = (part: Part): SettingsSection => {
    const { layers, values, problems } = effective.get(part)!
    return {
      key: part.key,
      description: part.package.description,
      schema: part.plugin!.config,
      settings: fieldsOf(part.plugin!.config).map(([key, property]): Setting => {
        const { file_only, ...field } = describeField(key, property)
        const source = sourceOf(key, layers)
        const row = stored.get(part.key)?.get(key)
        return {
          ...field,
          source,
          environment: envName(part.key, key),
          editable: source !== 'environment' && !file_only,
          default: field.secret ? hidden(field.default) : field.default,
          value: field.secret ? hidden(values[key]) : (values[key] ?? null),
          restart_needed: waits(part, key),
          updated_at: row?.updated_at ?? null,
          updated_by: row?.updated_by ?? null,
          problem: problems.get(key) ?? null,
        }
      }),
    }
  }

  return {
    settle: part => {
      apply(part, true)
    },
    sections: () => subjects.map(view),
    update: (changes, caller) =>
      inTurn(async (): Promise<SettingChange[]> => {
        const byKey = new Map(subjects.map(part => [part.key, part]))
        const planned = await store.change(caller.login, from => {
          const made = plan(changes, component => {
            const part = byKey.get(component)
            if (!part) return null
            const { layers, problems } = effectiveOf(part, from)
            return { plugin: part.plugin!, layers, unused: new Set(problems.keys()) }
          })
          assertMayChange(caller, made.result, byKey)
          return made
        })
        if (planned.length === 0) return []
        follow(await store.read())
        await events
          .broadcast(STORED, null)
          .catch((error: unknown) =>
            log.error(
              { err: error },
              'the other processes could not be told of changed settings; a restart lets them follow',
            ),
          )
        log.info(
          { settings: planned.map(({ component, key }) => `${component}.${key}`), by: caller.login },
          'settings changed',
        )
        return planned.map(({ component, key, secret, ...change }) => ({
          setting: `${component}.${key}`,
          old: secret ? null : (change.old ?? null),
          new: secret ? null : (change.new ?? null),
          restart_needed: waits(byKey.get(component)!, key),
        }))
      }),
    async stop() {
      for (const end of leave) end()
      await last
    },
  }
}
