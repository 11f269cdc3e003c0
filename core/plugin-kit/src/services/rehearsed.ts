import type { Caller } from '../caller.ts'
import type { Target } from './target.ts'

/** A command as a template has rendered it; `constructs`: what the author wrote behind it. */
export interface PreparedCommand {
  text: string
  constructs?: string
  /** Parts of both that nobody may see. */
  secrets?: string[]
}

/**
 * A macro with its values in place. `commands` is never empty; `interface` null: it is about the whole
 * device.
 */
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

/** A registration that was planned on a living copy of an OLT. */
export interface StagedRegistration {
  template: { id: number; name: string; version: number }
  form: string
  port: { id: number; name: string }
  number: number | null
  conflicts: readonly { code: string; severity: 'error' | 'warning'; message: string }[]
  /** Null: a conflict forbids it, and `run` and `undo` do nothing. */
  commands: readonly PreparedCommand[] | null
  undo_commands: readonly PreparedCommand[] | null
  /** Sends the commands and looks at the OLT; `lacks`: why it is not complete, null: it is. */
  run(): Promise<{
    commands: readonly CommandOutcome[]
    lacks: string | null
    status: string | null
    checks: readonly { what: string; ok: boolean | null; expected: string; found: string | null }[]
  }>
  /** Sends the undo and looks at the OLT; `left`: what it still shows of the registration. */
  undo(): Promise<{ commands: readonly CommandOutcome[]; left: readonly string[] }>
}

/** Offered by `onts-registration`: ONUs that wait to be registered. */
export interface WaitingOnus {
  /** What the scheduled readings have stored, of the OLTs that the caller sees. No device is asked. */
  counted(caller: Caller, signal: AbortSignal): Promise<{ onus: number; olts: number }>
}

/** Offered by `onts-registration`: registrations on living copies, of which no run is kept. */
export interface RegistrationStage {
  /**
   * Plans with what the copy shows.
   * @throws ApiError, TemplateError, DeviceError as a plan does
   */
  stage(asked: {
    /** A target with `copyOf`. */
    copy: Target
    /** The device itself: templates are those of its model, and see what is stored of it. */
    real: Target
    ident: string
    params: Record<string, unknown>
    number?: number | undefined
    template?: number | undefined
    caller: Caller
  }): Promise<StagedRegistration>
}
