import type { Caller } from '../caller.ts'

/** A command as a template has rendered it; `constructs`: what the author wrote behind it. */
export interface PreparedCommand {
  text: string
  constructs?: string
}

export interface PreparedMacro {
  /** Null: an unsaved template. */
  macro: { id: number; name: string; version: number } | null
  interface: { bind_key: string; name: string } | null
  commands: readonly PreparedCommand[]
  /** Arguments of `multi_console_command`. */
  args: Readonly<Record<string, unknown>>
}

/** Offered by `macros`: what a run would type. */
export interface MacroPreparation {
  /**
   * Renders a macro, or an unsaved one, from what is stored of the device. Nothing is sent to it.
   * @throws ApiError, TemplateError as a run does before its first command
   */
  prepare(asked: {
    deviceId: number
    /** Null: only `unsaved`. */
    macro: number | null
    /** Members of a macro (`template`, `blocks` …) instead of the saved ones. */
    unsaved: Readonly<Record<string, unknown>>
    interface?: string | undefined
    params: Readonly<Record<string, unknown>>
    caller: Caller
    signal: AbortSignal
  }): Promise<PreparedMacro>
}

/** What came of one command. Secrets are masked. */
export interface CommandOutcome {
  command: string
  output: string
  success: boolean
  error: string | null
  spent_ms: number | null
}
