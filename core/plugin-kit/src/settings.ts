import type { Caller, ConfirmCaller } from './caller.ts'

/** The source of a setting's value. A later source in this list replaces an earlier one. */
export type SettingSource = 'default' | 'file' | 'database' | 'environment'

/**
 * One key of a component's `config` schema, and its value in this process. A secret that is set is `***`.
 */
export interface Setting {
  key: string
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  title: string
  hint: string | null
  /** The allowed values, if the schema lists them. */
  options: unknown[] | null
  minimum: number | null
  maximum: number | null
  /** Null: there is none. */
  default: unknown
  /** The present value, or the value after a restart. */
  value: unknown
  source: SettingSource
  /** Environment variable that replaces all other sources. */
  environment: string
  secret: boolean
  /** False: the key is only for the config file and the environment, or the environment sets it now. */
  editable: boolean
  /** A change takes effect when the component is set up again. */
  requires_restart: boolean
  /** A change needs every permission, no limit to device groups, and the password of the caller again. */
  grave: boolean
  /** This process still uses an earlier value. */
  restart_needed: boolean
  updated_at: Date | null
  /** Login. */
  updated_by: string | null
  /** Why a stored value is not used. The file or the default is used instead. */
  problem: string | null
}

/** The settings of one plugin, in the order of its schema; a plugin without settings has none. */
export interface SettingsSection {
  /** Key of the component. */
  key: string
  description: string
  settings: Setting[]
  /** JSON schema of all its settings. */
  schema: object
}

/** What `Settings.update` has done to one setting. A value that is not set is null too. */
export interface SettingChange {
  /** `<component>.<key>` */
  setting: string
  /** Null for secrets. */
  old: unknown
  new: unknown
  restart_needed: boolean
}

/**
 * Values by component and key. Texts are converted to the type of the schema. Null returns to the config file
 * or the default. `***` leaves a secret unchanged.
 */
export type SettingChanges = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Event of this process after settings of a running component changed: `SettingsChanged`. A plugin then
 * rebuilds what it made from them.
 */
export const settingsChanged = 'kernel.settings'
/**
 * Value of `settingsChanged`. `keys` are those that the component reads with another value now, so none that
 * needs a restart.
 */
export interface SettingsChanged {
  component: string
  keys: string[]
}

/** Settings of all components, offered by the kernel. */
export interface Settings {
  /** Those of all plugins that could be loaded, also of those that are off, as this process sees them. */
  sections(): SettingsSection[]
  /** Takes over what is stored now. Without it this process follows the others a moment later. */
  refresh(): Promise<void>
  /**
   * Changes all settings or none, for every process. Returns what has changed.
   * @throws ApiError SETTINGS_INVALID with every wrong key; SETTING_FIXED for a key that only the environment
   *   or the config file may set; SETTING_GRAVE for a grave key that the caller may not change; errors of
   *   `confirm`, which is called only if a grave key changes. Without it grave keys change only on the host
   */
  update(changes: SettingChanges, caller: Caller, confirm?: ConfirmCaller): Promise<SettingChange[]>
}
