import type { Caller } from '../caller.ts'
import type { BoundChannel } from '../channels.ts'
import type { BoundConditionSource, BoundPluginRule } from '../conditions/index.ts'
import type { BoundKeep } from '../keeps.ts'
import type { Language } from '../language.ts'
import type { BoundPoller } from '../pollers.ts'
import type { BoundPlaceSource, BoundSearchSource } from '../search.ts'
import type { Usage } from '../usage.ts'

/** State of one component, as the kernel sees it. */
export interface Component {
  key: string
  kind: 'plugin' | 'driver'
  core: boolean
  /** `degraded`: it serves, and threw within the last hour. */
  state: 'disabled' | 'incompatible' | 'failed' | 'blocked' | 'ready' | 'degraded' | 'stopped'
  /** Why it failed, which component blocks it, or what it threw. */
  reason: string | null
  /**
   * What it threw in this process, since its start: to whoever called it, in a timer, or in a promise for
   * which nobody waited. What a caller, a device or an outage caused is no error of it.
   */
  error_count: number
  last_error: { time: Date; message: string } | null
  version: string
  description: string
  requires: string[]
  enabled: boolean
  /** Its slot `http`. Null if it has none. */
  http: { prefix: string; permission: string } | null
}

/** A process of the installation, by its connection to the database. */
export interface ProcessInfo {
  host: string
  pid: number
  /** `serve`: the API; `worker`: it only takes work; `command`: of the command line. */
  mode: 'serve' | 'worker' | 'command'
  started_at: Date
  /** Whether it is this process. */
  current: boolean
}

/**
 * Every text that people read, by its key: `permission.<key>.label`, `setting.<component>.<key>.title`,
 * `error.<CODE>`. Messages keep their `{placeholders}`.
 */
export interface Texts {
  /** The texts in the code. */
  en: Readonly<Record<string, string>>
  /** The translations of the components. */
  translations: Readonly<Record<Language, Readonly<Record<string, string>>>>
}

/**
 * The PostgreSQL server (`server_version`) and the octets of the database. `embedded`: the service itself
 * runs the server.
 */
export interface DatabaseInfo {
  version: string
  size_bytes: number
  embedded: boolean
}

/** The installation itself, offered by the kernel. */
export interface Installation {
  readonly version: string
  readonly started_at: Date
  /**
   * The core and all packages that the config names, in the order of their start, as this process runs them.
   */
  components(): Component[]
  /** The processes that are connected to the database now, also those of other machines. */
  processes(): Promise<ProcessInfo[]>
  /** Asks the server each time. */
  database(): Promise<DatabaseInfo>
  /** Numbers of objects of the running components; null if a component failed to count. */
  usage(caller: Caller): Promise<Record<string, Usage | null>>
  /** Tables of each component: rows as estimated by PostgreSQL, bytes with indexes. */
  storage(): Promise<{ component: string; tables: number; rows: number; bytes: number }[]>
  /** The texts of the kernel and of the enabled plugins. */
  texts(): Texts
  /** Search sources of the running components, bound to their contexts, in the order of their start. */
  searchSources(): BoundSearchSource[]
  /** Place sources in the same order. */
  placeSources(): BoundPlaceSource[]
  /** Pollers of the running components with the stores of all of them, bound to their contexts. */
  pollers(): BoundPoller[]
  /** What running components keep of the answers of devices, bound to their contexts. */
  keeps(): BoundKeep[]
  /** Condition sources of the running components, bound to their contexts. */
  conditions(): BoundConditionSource[]
  /** Rules on series that running components make of their settings now. */
  rules(): BoundPluginRule[]
  /** Channels of the running components, bound to their contexts. */
  channels(): BoundChannel[]
  /** Prometheus text of this process. */
  metrics(): Promise<{ text: string; type: string }>
  /** Throws the error that `setEnabled` would throw. */
  assertEnabled(key: string, enabled: boolean): void
  /**
   * Switches a component on or off, in every process.
   * @throws ApiError CONFLICT with the components that need it, or for a core component
   */
  setEnabled(key: string, enabled: boolean): Promise<Component>
  /** Permissions of all enabled plugins, for role screens. */
  permissions(): {
    key: string
    plugin: string
    group: string
    label: string
    description: string
    default: boolean
  }[]
}
