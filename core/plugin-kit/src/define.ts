import type { Static, TObject, TSchema } from 'typebox'
import type { EntitySchema } from '@mikro-orm/core'
import type { Context, Logger } from './context.ts'
import type { Caller } from './caller.ts'
import type { ErrorTable } from './errors.ts'
import type { Routes } from './http.ts'
import type { Metric } from './metrics.ts'
import type { PlaceSource, SearchSource } from './search.ts'

export interface Permission {
  label: string
  description: string
  /** Heading in role screens. */
  group: string
  /** Given to new roles; control permissions never are. */
  default?: boolean
}

/** A step of the schema, as SQL. Applied once, in order, all of a plugin in one batch. */
export interface Migration {
  /** `<plugin>/NNNN_what` */
  name: `${string}/${string}`
  up: string
  down: string
}

export interface Job<C> {
  summary: string
  /** Five-field cron in UTC. */
  cron: string
  timeoutSec: number
  /** Runs on exactly one process, never beside itself. `signal` fires at the time-out and at stop. */
  run(ctx: C, tools: JobTools): Promise<void>
}

/** What a run of a job works with. */
export interface JobTools {
  signal: AbortSignal
  log: Logger
  /**
   * Says how far the run is, as often as it likes: `done` of `total` (null: nobody knows how many), and what
   * is being done, in a few words.
   * Kept with the run's report, written at most once a second.
   */
  progress(done: number, total: number | null, what?: string): void
}

/** Counts of one component, some of them by type. */
export type Usage = Readonly<Record<string, number | Readonly<Record<string, number>>>>

/** Languages beside English, which the code itself speaks. */
export type Language = 'uk' | 'ru'

/** Feature plugin: one object with fixed slots. Fallible work is in `setup`; the rest is data. */
export interface Plugin<Id extends string = string, S extends TObject = TObject, C = unknown> {
  /** Equals the folder and the package's suffix; prefix of its tables, schemas, migrations and operations. */
  id: Id
  /** Major version of this contract. */
  api: 1
  requires?: readonly string[]
  /** Order only. */
  after?: readonly string[]
  /** Validation, defaults and form of its settings; secrets carry `writeOnly`. */
  config: S
  permissions?: Readonly<Record<string, Permission>>
  /** Named shapes (`$id: '<plugin>.<Name>'`), registered at the root so that the document has real names. */
  schemas?: readonly TSchema[]
  errors?: ErrorTable
  entities?: readonly EntitySchema[]
  migrations?: readonly Migration[]
  /** Everything that can fail. A throw leaves the plugin `failed` and its dependants `blocked`. */
  setup(ctx: Context<Static<S>>): C | Promise<C>
  /** Declares routes. Synchronous, no I/O. */
  routes?(routes: Routes, ctx: C): void
  jobs?: Readonly<Record<string, Job<C>>>
  /** What it measures, collected at every scrape of `/metrics`. */
  metrics?(ctx: C): readonly Metric[]
  /** What it keeps, in numbers, of what the caller may see: for the usage statistic. */
  usage?(ctx: C, caller: Caller): Promise<Usage>
  /**
   * Objects of its own that a search finds, by type of hit (`olt_card`). No other plugin may have the type.
   */
  search?: Readonly<Record<string, SearchSource<C>>>
  /** Objects of its own that stand somewhere, by type of hit. */
  places?: Readonly<Record<string, PlaceSource<C>>>
  /**
   * Its labels, titles, hints and error messages by the keys of `GET /system/translations/{lang}`; what lacks
   * stays English.
   */
  translations?: Readonly<Record<Language, Readonly<Record<string, string>>>>
  stop?(ctx: C): void | Promise<void>
}

/** Declares a plugin. The identity function, for inference. */
export const definePlugin = <const Id extends string, S extends TObject, C>(
  plugin: Plugin<Id, S, C>,
): Plugin<Id, S, C> => plugin
