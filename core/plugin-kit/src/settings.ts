import type { Caller } from './caller.ts'

/** Where the value of a setting comes from; each wins over those before it. */
export type SettingSource = 'default' | 'file' | 'database' | 'environment'

/**
 * One key of a component's `config` schema, and how it stands in this process. Secrets are `***` where they
 * are set.
 */
export interface Setting {
  key: string
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  title: string
  hint: string | null
  /** What may be chosen, where the schema lists it. */
  options: unknown[] | null
  minimum: number | null
  maximum: number | null
  /** Null: there is none. */
  default: unknown
  /** What is in force, or will be after a restart. */
  value: unknown
  source: SettingSource
  /** Variable that wins over all else. */
  environment: string
  secret: boolean
  /** False: only the config file or the environment decide, or the environment does. */
  editable: boolean
  /** Takes effect when its component is next set up. */
  requires_restart: boolean
  /** This process still works with an earlier value. */
  restart_needed: boolean
  updated_at: Date | null
  /** Login. */
  updated_by: string | null
  /** Why a stored value is not used; the file or the default decides meanwhile. */
  problem: string | null
}

export interface SettingsSection {
  /** Of the component. */
  key: string
  description: string
  settings: Setting[]
  /** JSON schema of all its settings. */
  schema: object
}

export interface SettingChange {
  /** `<component>.<key>` */
  setting: string
  /** Null for secrets. */
  old: unknown
  new: unknown
  restart_needed: boolean
}

/**
 * Values by component and key; texts become what the schema asks for, null goes back to the config file or
 * the default, a secret's `***` stays what it is.
 */
export type SettingChanges = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Event of this process after settings of a running component changed in place: `SettingsChanged`. What was
 * made from them is made anew.
 */
export const settingsChanged = 'kernel.settings'
export interface SettingsChanged {
  component: string
  keys: string[]
}

/** Settings of all components, offered by the kernel. */
export interface Settings {
  sections(): SettingsSection[]
  /**
   * Changes all or nothing, for every process at once. Gives what differs now.
   * Throws SETTINGS_INVALID naming every wrong key, SETTING_FIXED for one that the environment or the config
   * file alone decides,
   * SETTING_GRAVE for one that only a caller with all permissions may change.
   */
  update(
    changes: SettingChanges,
    caller: Pick<Caller, 'login'> & Partial<Pick<Caller, 'permissions'>>,
  ): Promise<SettingChange[]>
}
