import type { Events, Logger, SettingChange, SettingChanges, Settings } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'
import { eventsMissed } from '../events/index.ts'
import { mutex } from '@linecard/plugin-kit/concurrency'
import type { Vault } from '../vault/index.ts'
import { assertMayChangeGrave, graveOf, refuseGrave } from './grave.ts'
import { settingsInForce } from './in-force.ts'
import { plan, type SettingsPlan } from './plan.ts'
import { settingsStore, type StoredSettings } from './store.ts'
import { effectiveOf, type FixedLayers, type SettingsSubject } from './subject.ts'

/** Broadcast to every process after settings were stored. */
const settingsStored = 'kernel.settings.stored'

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [settingsStored]: unknown
  }
}

export interface SettingsOptions extends FixedLayers {
  /** All plugins that could be loaded. */
  subjects: readonly SettingsSubject[]
  /** Keys of all permissions of enabled components. */
  permissions(): readonly string[]
  database: Database
  vault: Vault
  events: Events
  log: Logger
}

export interface KernelSettings extends Settings {
  /** Gives a component that is about to be set up all its values, also those that need a restart. */
  settle(component: { readonly key: string }): void
  stop(): Promise<void>
}

/**
 * The settings of all components. Values of the database lie over those of the config file; each process
 * follows what operators store.
 */
export async function createSettings(options: SettingsOptions): Promise<KernelSettings> {
  const { subjects, file, env, permissions, database, vault, events, log } = options
  const fixed = { file, env }
  const byKey = new Map(subjects.map(subject => [subject.key, subject]))
  const store = settingsStore(database, vault)
  const inForce = settingsInForce({ subjects, fixed, events, log })
  // In turn: an older state must not be read after a newer one.
  const inTurn = mutex()
  const read = async () => inForce.follow(await store.read())
  const readAgain = () =>
    inTurn(read).catch((error: unknown) =>
      log.error({ err: error }, 'the settings could not be read; the earlier ones stay in force'),
    )
  // Subscribed before the first reading, so that a change meanwhile is read after it.
  const unsubscribe = [events.on(settingsStored, readAgain), events.on(eventsMissed, readAgain)]
  await inTurn(read)

  const broadcast = () =>
    events
      .broadcast(settingsStored, null)
      .catch((error: unknown) =>
        log.error({ err: error }, 'other processes do not know of the changed settings: restart them'),
      )

  const planOf = (changes: SettingChanges, from: StoredSettings): SettingsPlan =>
    plan(changes, component => {
      const subject = byKey.get(component)
      if (!subject) return null
      const { layers, problems } = effectiveOf(subject, fixed, from)
      return { plugin: subject.plugin, layers, unused: new Set(problems.keys()) }
    })

  const update: Settings['update'] = async (changes, caller, confirm) => {
    // Before the transaction, because the check of a password takes time and a connection of its own.
    const grave = graveOf(planOf(changes, await store.read()).result, byKey)
    if (grave.length > 0) await assertMayChangeGrave(caller, grave, permissions(), confirm)
    const planned = await store.change(caller.login, from => {
      const made = planOf(changes, from)
      // Another process may have changed a setting meanwhile, so that more changes now than was confirmed.
      const unconfirmed = graveOf(made.result, byKey).filter(setting => !grave.includes(setting))
      if (unconfirmed.length > 0) throw refuseGrave(unconfirmed)
      return made
    })
    if (planned.length === 0) return []
    await read()
    await broadcast()
    const changed = planned.map(({ component, key }) => `${component}.${key}`)
    log.info({ settings: changed, by: caller.login }, 'settings changed')
    return planned.map(({ component, key, secret, ...change }): SettingChange => ({
      setting: `${component}.${key}`,
      old: secret ? null : (change.old ?? null),
      new: secret ? null : (change.new ?? null),
      restart_needed: inForce.waits(byKey.get(component)!, key),
    }))
  }

  return {
    settle: ({ key }) => {
      const subject = byKey.get(key)
      if (subject) inForce.settle(subject)
    },
    sections: () => subjects.map(inForce.section),
    refresh: () => inTurn(read),
    update: (changes, caller, confirm) => inTurn(() => update(changes, caller, confirm)),
    async stop() {
      for (const end of unsubscribe) end()
      await inTurn.idle()
    },
  }
}
