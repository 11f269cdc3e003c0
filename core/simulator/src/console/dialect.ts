import type { SwitchControl } from '../simulated/switch-control.ts'
import type { Port } from '../simulated/port.ts'
import type { SimulatedSwitch } from '../simulated/switch.ts'
import type { Command as Syntax, Parsed } from './grammar.ts'

/** A signed-in console, as commands read and change it. */
export interface ConsoleSession {
  readonly device: SimulatedSwitch
  readonly control: SwitchControl
  readonly login: string
  mode: string
  /** The ports and the VLAN to which the mode applies. */
  ports: readonly Port[]
  vlan: number
  /** The pager stops long output after each page. */
  paging: boolean
  /** Prints at once, before the command ends. */
  write(text: string): void
  /** Prints a question and reads a line, or a single key with `key`. */
  ask(question: string, how?: { key?: true; echo?: boolean }): Promise<string>
  /** Whether this password opens the privileged mode. */
  isEnablePassword(password: string): boolean
  /** Ends the session. */
  signOut(): void
}

/** Thrown by a command that is refused. The message is printed as it is. */
export class Refused extends Error {}

export interface Command extends Syntax<ConsoleSession> {
  /** With the pager on, the screen refreshes until the user quits. */
  refreshes?: true
}

export interface Mode {
  prompt(session: ConsoleSession): string
  commands: readonly Command[]
}

/** The command line of a vendor: data, and small functions on the state of the device. */
export interface Dialect {
  login: {
    banner(device: SimulatedSwitch): string
    user: string
    password: string
    /** A password is shown as stars. */
    stars?: true
    failed: string
    tries: number
    /** Text after a login. */
    welcome?(session: ConsoleSession): string
    /** Message if too many sessions are open. */
    busy: string
    /**
     * The texts of a forced change of the password: the notice, the question whether to change it now, and
     * the two prompts.
     */
    mustChange: { notice: string; offer?: string; prompt: string; confirm: string }
  }
  /** Mode after the login: with full rights, and without. */
  start: { full: string; plain: string }
  modes: Readonly<Record<string, Mode>>
  pager: {
    text: string
    /** Text below a screen that refreshes. */
    refreshing?: string
    rows: number
    quit: string
    /** Keys that print the rest. */
    all?: string
    /** Removes the pager's text. */
    erase: string
  }
  /** Text between a command line and its output. */
  acknowledge?(line: string): string
  /** Text after the output of a command. */
  trailer?: string
  /** Message for a line that is no command. `column`: where the error is on the screen. */
  wrong(parsed: Exclude<Parsed<ConsoleSession>, { kind: 'run' }>, column: number): string
  /** Output of `?`: the words that may follow. */
  help(next: readonly string[]): string
  /** What Ctrl-Z does. */
  onControlZ?(session: ConsoleSession): void
}
