import type { Finding } from './finding.ts'
import type { FormField, Parameter } from './parameter.ts'

/** A template as its author writes it. */
export interface TemplateText {
  text: string
  /** Named blocks, which the text and other blocks include with `{{> name}}`. */
  blocks?: Readonly<Record<string, string>>
}

/** A position in a template. */
export interface Place {
  /**
   * The part that has it: `template`, `block:<name>`, `parameter:<key>` (its expression or pattern), or a
   * part of a plugin, for example `undo`.
   */
  where: string
  /** From 1. */
  line: number
  /** From 1. */
  column: number
}

/** What a template sees. Plain data: strings, numbers, booleans, null, lists and objects of them. */
export type Variables = Readonly<Record<string, unknown>>

/** A part of a line that came from a value, not from the author. */
export type RenderedValue = readonly [
  start: number,
  end: number,
  /** The expression as written, e.g. `params.vlan`. */
  name: string,
  place: Place,
  /** The author says that it may be empty: `{{default a ""}}`. */
  mayBeEmpty: boolean,
]

/** One line that a template gave. Blank lines are dropped. */
export interface RenderedLine {
  text: string
  /** The parts of `text` that came from values: `[start, end)`, in order. */
  values: readonly RenderedValue[]
  place: Place
}

export interface Rendered {
  lines: readonly RenderedLine[]
  /** The text of all lines, joined by `\n`. */
  text: string
  spentMs: number
}

export interface RenderLimits {
  /** Longest time of one render, ms; the worker is ended then. */
  timeMs: number
  /** Heap of a worker, MiB. */
  memoryMb: number
  /** Most octets that a template may give. */
  outputOctets: number
  /** Renders at the same time. */
  threads: number
  /** Renders that may wait for a thread. */
  waiting: number
}

/** What an author wrote, to be linted. */
export interface Linted {
  /** Texts that are rendered each by itself, by the name of their place: `template`, `commands`, `undo`. */
  parts: Readonly<Record<string, string>>
  /** Named blocks, which all parts may include. */
  blocks: Readonly<Record<string, string>>
  parameters: readonly Parameter[]
  /** JSON schema of the variables. `params` comes from the parameters. */
  variables: object
  /** Lines are commands of a console, so that constructs (`<cr>`) are checked. */
  constructs: boolean
}

/** Who asks a renderer. */
export interface Asked {
  signal?: AbortSignal
  /** The user that it is for. Users take turns; without it, it is for the service. */
  userId?: number
}

/**
 * Works on texts of authors in worker threads: a hostile one ends its worker, and nothing else. Every method
 * throws TemplateError with the place, also at a limit of time or memory, and ApiError TEMPLATE_BUSY if too
 * many wait.
 */
export interface Renderer {
  /** Compiled templates are kept by their hash. The variables that the template reads are sent, not all. */
  render(template: TemplateText, variables: Variables, asked?: Asked & { where?: string }): Promise<Rendered>
  /**
   * What a template sees as `params`: every key, null for a field that is hidden or empty. A key that was not
   * sent gets its variable or its default. For a hidden field nothing counts that was sent. A select gives
   * the item of the list, never an object of the caller.
   * @throws ApiError VALIDATION_ERROR with all wrong fields: `params.<key>`
   */
  params(
    parameters: readonly Parameter[],
    given: unknown,
    variables: Variables,
    asked?: Asked,
  ): Promise<Record<string, unknown>>
  /**
   * The form as a person sees it, in its order, with what was filled in so far (`params`, by key; it may be
   * wrong or incomplete). A field that cannot be shown has a `problem`; nothing is thrown for it.
   */
  form(
    parameters: readonly Parameter[],
    variables: Variables,
    params?: Readonly<Record<string, unknown>>,
    asked?: Asked,
  ): Promise<FormField[]>
  /** Mistakes of a template and its parameters. */
  lint(template: Linted, asked?: Asked): Promise<Finding[]>
  /** Ends the workers. */
  close(): Promise<void>
}
