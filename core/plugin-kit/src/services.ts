import type { Detection, Module, Missing } from '@linecard/driver-kit'
import type { Static, TSchema } from 'typebox'
import type { Caller } from './caller.ts'
import type { Language, Usage } from './define.ts'
import type { Settings } from './settings.ts'

/** How a device is reached: what the inventory knows of it, with opened secrets. Never logged. */
export interface Target {
  /** Null while the device is not in the inventory (detection, `linecard snmpwalk`). */
  deviceId: number | null
  ip: string
  /** Key of its model; null when unknown. */
  modelKey: string | null
  snmp: SnmpAccess
}

export interface SnmpAccess {
  version: '1' | '2c' | '3'
  port: number
  timeoutMs: number
  retries: number
  /** v1, v2c. */
  community: string
  writeCommunity: string
  /** v3 only. */
  user?: { name: string, level: 'noAuthNoPriv' | 'authNoPriv' | 'authPriv', auth?: { protocol: 'md5' | 'sha' | 'sha224' | 'sha256' | 'sha384' | 'sha512', key: string }, priv?: { protocol: 'des' | 'aes' | 'aes256b' | 'aes256r', key: string } }
}

/** `device` asks the hardware; `cache` a stored answer, and the hardware where it is absent or stale; `store` the stored answer only. */
export type Source = 'device' | 'cache' | 'store'

export interface AnswerMeta {
  source: 'device' | 'cache' | 'store'
  from_cache: boolean
  /** When the device gave the answer, RFC 3339 with milliseconds. */
  time: string
  age_sec: number
  /** Time spent asking the device, in ms; that of the original question for a stored answer. */
  spent_ms: number
  error: { code: string, description: string } | null
  /** What did not arrive, where the rest did. */
  missing: Missing[]
}
export interface Answer<T> { data: T, meta: AnswerMeta }

export interface CallOptions {
  from?: Source
  /** For the call log. */
  caller?: Caller | null
  signal?: AbortSignal
}

export interface Equipment {
  /** Modules that the model supports; empty for an unknown model. */
  modules(modelKey: string | null): readonly Module[]
  call<A extends TSchema, R extends TSchema>(target: Target, module: Module<A, R>, args: Static<A>, options?: CallOptions): Promise<Answer<Static<R>>>
  /** The same by name, with arguments as a client sent them: validated here (400 names the field), refused when unsupported (422). */
  callByName(target: Target, module: string, args: unknown, options?: CallOptions): Promise<Answer<unknown>>
  /** Which model stands at this address, and why not another. */
  detect(target: Target): Promise<Detection>
  /** Forgets stored answers and the open session of a device. */
  forget(deviceId: number): Promise<void>
}

/** Finds devices for other plugins; an id outside the caller's groups is as unknown as one that does not exist (404). */
export interface Devices {
  target(device: { id: number } | { ip: string }, caller: Caller): Promise<Target>
  /** A device without its secrets, for whoever only needs to name it. */
  named(id: number, caller: Caller): Promise<{ id: number, ip: string, name: string }>
  /** Ids of all devices the caller may see; null: every device, also those that are gone. For lists about devices that lie outside of the inventory. */
  visible(caller: Caller): Promise<readonly number[] | null>
  /** Device groups by their ids, for whoever limits people to groups; unknown ids are left out. */
  groups(ids: readonly number[]): Promise<{ id: number, name: string, description: string }[]>
}

export interface Auth {
  /**
   * Who holds this key (null: no key was sent, and the address decides unless there is `doubt` that it says who asks). Null: nobody.
   * Throws ApiError where a key is good, but not from this address.
   */
  authenticate(request: { key: string | null, ip: string, doubt: string | null, headers: Readonly<Record<string, string | string[] | undefined>> }): Promise<Caller | null>
  /** The built-in user with all permissions, for jobs and the command line. */
  system(): Caller
  /** A key for a user, made by an operator on the server (`linecard user:generate-key`); the only time the key is seen. Lifetime `10m 1h 30d 365d`. */
  issueKey(login: string, lifetime: string, description?: string): Promise<IssuedKey>
}

/** Addresses and logins that are blocked after failed sign-ins. */
export interface SignInBlocks {
  /** Lifts the block of one address; null: all blocks. Answers how many there were. */
  lift(address: string | null): Promise<number>
}

export interface IssuedKey {
  id: number
  user: { id: number, login: string, name: string }
  key: string
  /** RFC 3339. */
  expired_at: string
}

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

/** Every text that people read, by its key: `permission.<key>.label`, `setting.<component>.<key>.title`, `error.<CODE>`. Messages keep their `{placeholders}`. */
export interface Texts {
  /** As the code says them. */
  en: Readonly<Record<string, string>>
  /** What the components bring along. */
  translations: Readonly<Record<Language, Readonly<Record<string, string>>>>
}

export interface DatabaseInfo { version: string, size_bytes: number, embedded: boolean }

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
  storage(): Promise<{ component: string, tables: number, rows: number, bytes: number }[]>
  texts(): Texts
  /** Prometheus text of this process. */
  metrics(): Promise<{ text: string, type: string }>
  /** Throws what `setEnabled` would refuse. */
  assertEnabled(key: string, enabled: boolean): void
  /** Switches a component on or off, on every process. CONFLICT with the names of those that need it; core ones stay on. */
  setEnabled(key: string, enabled: boolean): Promise<Component>
  /** Permissions of all enabled plugins, for role screens. */
  permissions(): { key: string, plugin: string, group: string, label: string, description: string, default: boolean }[]
}

/** One line that a job logged. Secrets are masked, control characters gone, 500 characters at most. */
export interface JobLine { time: string, level: 'info' | 'warn' | 'error', message: string }

/**
 * `failed`: for a reason that can be told (a device, the database, what a person set); `errored`: by a fault of its own, which the service's log explains;
 * `timeout`: was told to end; `aborted`: the service stopped or its component went off; `lost`: its process died, how far it came is unknown.
 */
export type JobStatus = 'running' | 'ok' | 'failed' | 'errored' | 'timeout' | 'aborted' | 'lost'

/** Report of one run of a job. */
export interface JobRun {
  /** uuid */
  id: string
  key: string
  trigger: 'cron' | 'manual'
  /** Login of whoever asked for it; null when it was due. */
  requested_by: string | null
  status: JobStatus
  started_at: Date
  /** For a lost run when it was last heard of. */
  finished_at: Date | null
  /** Null while it runs and when it was lost. */
  spent_ms: number | null
  error: { code: string, description: string } | null
  host: string
  pid: number
  /** The last 200 lines; empty where they were not asked for. */
  lines: JobLine[]
  /** Earlier lines, which only the service's log has. */
  lines_dropped: number
}

/** Event of this process after a run of its own has ended: `{key, status, spent_ms}`. */
export const JOB_ENDED = 'kernel.job'

/** A job of a plugin and what operators made of it. */
export interface JobTask {
  /** `<plugin>.<job>` */
  key: string
  component: string
  summary: string
  /** Five fields, UTC. */
  cron: string
  /** As its plugin says. */
  default_cron: string
  enabled: boolean
  timeout_sec: number
  /** The next three times; none while switched off. */
  next_runs: Date[]
  running: boolean
  /** Without its lines. */
  last_run: JobRun | null
  /** When and by whom (login) cron or state were changed; null: never. */
  updated_at: Date | null
  updated_by: string | null
}

export interface JobReportsFilter {
  id?: string
  keys?: readonly string[]
  status?: readonly JobStatus[]
  trigger?: JobRun['trigger']
  /** Runs that started at or after. */
  start?: Date
  /** Runs that started before. */
  stop?: Date
  /** With their log lines. */
  lines?: boolean
  limit: number
  offset: number
}
export interface JobReports { total: number, runs: JobRun[] }

/** The jobs of all enabled components, offered by the kernel. Changes hold for every process at once. */
export interface Jobs {
  list(): Promise<JobTask[]>
  /** `cron: null` goes back to the plugin's. Throws JOB_UNKNOWN, JOB_CRON_WRONG. */
  update(key: string, change: { cron?: string | null, enabled?: boolean }, caller: Caller): Promise<JobTask>
  /** Has some process run the job now, also one that is switched off. Gives the id of its report-to-be. Throws JOB_UNKNOWN, JOB_RUNNING. */
  runNow(key: string, caller: Caller): Promise<{ id: string }>
  /** Newest first. */
  reports(filter: JobReportsFilter): Promise<JobReports>
  /** Removes reports older than `days`, and of each job those beyond its newest 2000. Gives how many. */
  forget(days: number): Promise<number>
}

/** What no operation of the API did by itself. */
export interface OwnAction {
  action: string
  status: 'SUCCESS' | 'FAILED'
  user: { id: number | null, login: string } | null
  device_id: number | null
  message: string
  /** Secrets in it are masked by their names. */
  meta: Readonly<Record<string, unknown>>
  ip: string | null
  session_id: number | null
  request_id: string | null
}

/** The log of actions, offered by `system`. Operations of the API are recorded without it. */
export interface ActionLog {
  /** Gives the id of the record. */
  record(action: OwnAction): Promise<number>
  /** Writes what this process still has in memory. */
  flush(): Promise<void>
  /** Removes what is older than `days`; null: than the settings say. Gives how many. */
  clear(days: number | null): Promise<number>
}

/** The log of module calls, offered by `equipment`. */
export interface CallLogService {
  /** Removes what is older than `days`; null: than the settings say. Gives how many. */
  clear(days: number | null): Promise<number>
}

/** Services that plugins offer each other. A plugin adds its own by declaration merging. */
export interface Services {
  equipment: Equipment
  devices: Devices
  auth: Auth
  'sign-in-blocks': SignInBlocks
  installation: Installation
  jobs: Jobs
  settings: Settings
  'action-log': ActionLog
  'call-log': CallLogService
}
