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

/** Renders templates in worker threads: a hostile template ends its worker, and nothing else. */
export interface Renderer {
  /**
   * Compiled templates are kept by their hash. `read` of the template's variables are sent, not all.
   * @throws TemplateError with the place
   */
  render(
    template: TemplateText,
    variables: Variables,
    options?: { signal?: AbortSignal; where?: string },
  ): Promise<Rendered>
  /** Ends the workers. */
  close(): Promise<void>
}
