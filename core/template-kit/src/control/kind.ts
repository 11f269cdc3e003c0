import type { Caller, Logger } from '@linecard/plugin-kit'
import type { TObject, TProperties } from 'typebox'
import type { Finding } from '../contract/finding.ts'
import type { HelperDoc } from '../contract/helper.ts'
import type { Layout } from './folder.ts'
import type { Grouped } from './groups.ts'
import type { Preview } from './preview.ts'
import type { TemplateStore } from './kept.ts'

/** A definition that is to be looked at: stored, or not yet. */
export interface Looking<D> {
  definition: D
  caller: Caller
  signal: AbortSignal
  log: Logger
}

/** A kind of template, with all that its routes need. */
export interface TemplateKind<D extends Grouped> {
  /** Id of the plugin: the first part of operation ids. */
  plugin: string
  tag: string
  /** Below `/api/v1`, e.g. `/component/macros-control`. */
  path: string
  permission: string
  /** In summaries, e.g. `macro`. */
  noun: string
  /** `$id` of the schema of a stored template, e.g. `macros.Macro`. */
  schemaId: string
  definition: TObject
  /** The definition of a new one: every member that a client leaves out. */
  empty: D
  /** Name and definition, for the document. */
  example: { name: string } & D
  layout: Layout
  store: TemplateStore<D>
  helpers: readonly HelperDoc[]
  /** Without what means nothing in another installation, e.g. ids of roles. */
  portable(definition: D): D
  /** Refuses what the schema cannot, e.g. an unknown role. */
  assertGood?(definition: D, caller: Caller): Promise<void>
  lint(looking: Looking<D>): Promise<Finding[]>
  preview: {
    /** Members of the body beside `id`, the definition and `params`. */
    fields: TProperties
    run(
      looking: Looking<D> & { params: Record<string, unknown>; body: Readonly<Record<string, unknown>> },
    ): Promise<Preview>
  }
}
