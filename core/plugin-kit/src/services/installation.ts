import type { Caller } from '../caller.ts'
import type { Language } from '../language.ts'
import type { BoundPlaceSource, BoundSearchSource } from '../search.ts'
import type { Usage } from '../usage.ts'

/** State of one component, as the kernel sees it. */
export interface Component {
  key: string
  kind: 'plugin' | 'driver'
  core: boolean
  state: 'disabled' | 'incompatible' | 'failed' | 'blocked' | 'ready' | 'stopped'
  /** Why it failed, by whom it is blocked. */
  reason: string | null
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
  mode: 'serve' | 'command'
  started_at: Date
  /** The one that answers. */
  current: boolean
}

/**
 * Every text that people read, by its key: `permission.<key>.label`, `setting.<component>.<key>.title`,
 * `error.<CODE>`. Messages keep their `{placeholders}`.
 */
export interface Texts {
  /** As the code says them. */
  en: Readonly<Record<string, string>>
  /** What the components bring along. */
  translations: Readonly<Record<Language, Readonly<Record<string, string>>>>
}

export interface DatabaseInfo {
  version: string
  size_bytes: number
  embedded: boolean
}

/** The installation itself, offered by the kernel. */
export interface Installation {
  readonly version: string
  readonly started_at: Date
  components(): Component[]
  processes(): Promise<ProcessInfo[]>
  database(): Promise<DatabaseInfo>
  /** What the running components keep, in numbers; null for one that could not say. */
  usage(caller: Caller): Promise<Record<string, Usage | null>>
  /** Tables of each component: rows as PostgreSQL estimates them, bytes with indexes. */
  storage(): Promise<{ component: string; tables: number; rows: number; bytes: number }[]>
  texts(): Texts
  /** What the running components let be found, bound to their contexts, in the order of their start. */
  searchSources(): BoundSearchSource[]
  placeSources(): BoundPlaceSource[]
  /** Prometheus text of this process. */
  metrics(): Promise<{ text: string; type: string }>
  /** Throws what `setEnabled` would refuse. */
  assertEnabled(key: string, enabled: boolean): void
  /**
   * Switches a component on or off, on every process. CONFLICT with the names of those that need it; core
   * ones stay on.
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
