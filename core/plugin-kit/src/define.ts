import type { EntitySchema } from '@mikro-orm/core'
import type { Static, TObject, TSchema } from 'typebox'
import type { Caller } from './caller.ts'
import type { Channel } from './channels.ts'
import type { Command } from './commands.ts'
import type { ConditionSource, PluginRule } from './conditions/index.ts'
import type { Context } from './context.ts'
import type { Finding, Machine } from './doctor.ts'
import type { ErrorTable } from './errors.ts'
import type { HttpSlot } from './http-slot.ts'
import type { Routes } from './http.ts'
import type { Keep } from './keeps.ts'
import type { Language } from './language.ts'
import type { Logger } from './logger.ts'
import type { Metric } from './metrics.ts'
import type { Poller, PollStore } from './pollers.ts'
import type { PlaceSource, SearchSource } from './search.ts'
import { closedObject } from './shapes.ts'
import type { Usage } from './usage.ts'

/**
 * What a role can allow. Its key in the slot `permissions` is what routes and callers name, and belongs to
 * one plugin.
 */
export interface Permission {
  label: string
  description: string
  /** Heading in role screens. */
  group: string
  /** New roles have it. Permissions that change devices are never given by default. */
  default?: boolean
}

/**
 * One step of a plugin's tables, as SQL. It runs once. All new steps of a plugin run in order, in one
 * transaction.
 */
export interface Migration {
  /** `<plugin>/NNNN_what` */
  name: `${string}/${string}`
  up: string
  down: string
}

/**
 * Work on a schedule, `<plugin>.<name>` by its key in the slot `jobs`. Operators can change `cron` and switch
 * it off. Each run has a report.
 */
export interface Job<C> {
  summary: string
  /** Five-field cron in UTC. */
  cron: string
  timeoutSec: number
  /**
   * Arguments that a person may give to a run (`closedObject({…})`): the schedule gives none, so each is
   * optional or has a default. They are stored with the report, and are no place for secrets.
   */
  args?: TObject
  /** Runs in one process at a time. `signal` is aborted at the time-out and when the service stops. */
  run(ctx: C, tools: JobTools): Promise<void>
}

/** What a run of a job works with. */
export interface JobTools {
  /** As the schema `args` of the job has checked them, with defaults; empty without the schema. */
  args: Readonly<Record<string, unknown>>
  signal: AbortSignal
  log: Logger
  /**
   * Tells the progress of the run: `done` of `total` (null: unknown), and the present work in a few words. It
   * can be called often: the report of the run is written at most once a second.
   */
  progress(done: number, total: number | null, what?: string): void
}

/** A column of a plugin's table that contains texts of the vault, or null. */
export interface SealedColumn {
  table: string
  column: string
  /** Column that names a row for people. */
  name: string
  /** What a row is, e.g. `access profile`. */
  what: string
  /** What remains if its text cannot be opened any more: the row without the text, or nothing. */
  withoutKey: 'clear' | 'delete'
}

/** The slots of a plugin that work with its context. */
interface PluginSlots<Id extends string, C> {
  /** Equals the folder and the package's suffix; prefix of its tables, schemas, migrations and operations. */
  id: Id
  /** Major version of this contract. */
  api: 1
  requires?: readonly string[]
  /** Order only. */
  after?: readonly string[]
  permissions?: Readonly<Record<string, Permission>>
  /** Named shapes (`$id: '<plugin>.<Name>'`), registered at the root so that the document has real names. */
  schemas?: readonly TSchema[]
  errors?: ErrorTable
  entities?: readonly EntitySchema[]
  migrations?: readonly Migration[]
  /** The columns in which it stores texts of the vault. */
  sealed?: readonly SealedColumn[]
  /** Declares routes. Synchronous, no I/O. */
  routes?(routes: Routes, ctx: C): void
  /** A Fastify plugin for what `routes` cannot declare: streams of events, static pages. */
  http?: HttpSlot<C>
  jobs?: Readonly<Record<string, Job<C>>>
  /** What it reads of devices in an interval, by the key of the poller. Each key belongs to one plugin. */
  pollers?: Readonly<Record<string, Poller<C>>>
  /** What it keeps of the answers of devices, whoever asked. */
  keeps?: Readonly<Record<string, Keep<C>>>
  /** What it stores of the pollers of other plugins, by their keys. */
  pollStores?: Readonly<Record<string, PollStore<C>>>
  /** What can be wrong that it sees, by the name of the events. Each name belongs to one plugin. */
  conditions?: Readonly<Record<string, ConditionSource<C>>>
  /** Rules on series that it makes of its settings, see `rulesChanged`. */
  rules?(ctx: C): readonly PluginRule[]
  /** Ways in which messages reach people, by the type of contacts. Each type belongs to one plugin. */
  channels?: Readonly<Record<string, Channel<C>>>
  /** Commands of the command line, each `linecard <plugin>:<name>`. */
  commands?: Readonly<Record<string, Command<C>>>
  /** Its metrics, collected for each request of `/metrics`. */
  metrics?(ctx: C): readonly Metric[]
  /** Numbers of its objects that the caller may see, for the usage statistics. */
  usage?(ctx: C, caller: Caller): Promise<Usage>
  /**
   * Its objects that a search can find, by type of hit (`olt_card`). Each type belongs to one plugin.
   */
  search?: Readonly<Record<string, SearchSource<C>>>
  /** Its objects that have coordinates, by type of hit. */
  places?: Readonly<Record<string, PlaceSource<C>>>
  /**
   * Its labels, titles, hints and error messages by the keys of `GET /system/translations/{lang}`. A text
   * that is missing stays English.
   */
  translations?: Readonly<Record<Language, Readonly<Record<string, string>>>>
  /** Runs when the start has succeeded and everything listens: what people see at a first start. */
  started?(ctx: C): void | Promise<void>
  /**
   * Ends what `setup` began: timers, subscriptions, connections. It runs after `stop` of the plugins that
   * require this one and when its requests have their answers, 30 s later at most; not if `setup` threw. It
   * has a few seconds. What it throws is logged.
   */
  stop?(ctx: C): void | Promise<void>
}

/** A plugin: one object with fixed slots. Everything that can fail is in `setup`; the rest is data. */
export interface Plugin<
  Id extends string = string,
  S extends TObject = TObject,
  C = unknown,
> extends PluginSlots<Id, C> {
  /** Validation, defaults and form of its settings. Secrets carry `writeOnly`. */
  config: S
  /**
   * Does everything that can fail. What it returns is the context of the other slots. If it throws, the
   * plugin is `failed` and the plugins that require it are `blocked`.
   */
  setup(ctx: Context<Static<S>>): C | Promise<C>
  /**
   * For `linecard doctor`: looks at what these settings need of the machine (programs, ports, rights) and at
   * what is dangerous in them. It runs beside a service or without one, changes nothing, and names no secret.
   */
  doctor?(settings: Static<S>, machine: Machine): Promise<readonly Finding[]>
}

const noSettings = closedObject({})
type NoSettings = typeof noSettings

/**
 * Declares a plugin. Without `config` it has no settings. Without `setup` the other slots get the kernel's
 * `Context`.
 */
export function definePlugin<const Id extends string, C, S extends TObject = NoSettings>(
  plugin: PluginSlots<Id, C> & Pick<Plugin<Id, S, C>, 'setup' | 'doctor'> & { config?: S },
): Plugin<Id, S, C>
export function definePlugin<const Id extends string, S extends TObject = NoSettings>(
  plugin: PluginSlots<Id, Context<Static<S>>> &
    Pick<Plugin<Id, S>, 'doctor'> & { config?: S; setup?: undefined },
): Plugin<Id, S, Context<Static<S>>>
export function definePlugin(plugin: PluginSlots<string, unknown> & Partial<Plugin>): Plugin {
  return { ...plugin, config: plugin.config ?? noSettings, setup: plugin.setup ?? (ctx => ctx) }
}
