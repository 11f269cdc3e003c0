import type { SimulatedDevice } from '../simulated/base.ts'
import type { SwitchControl } from '../simulated/switch-control.ts'
import type { Port } from '../simulated/port.ts'
import type { SimulatedSwitch } from '../simulated/switch.ts'
import type { Command as Syntax, Parsed } from './grammar.ts'

/** A signed-in console of any device. */
export interface AnySession<Device extends SimulatedDevice = SimulatedDevice> {
  readonly device: Device
  readonly login: string
  mode: string
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

/** A signed-in console of a switch, as its commands read and change it. */
export interface ConsoleSession extends AnySession<SimulatedSwitch> {
  readonly control: SwitchControl
  /** The ports and the VLAN to which the mode applies. */
  ports: readonly Port[]
  vlan: number
}

/** Thrown by a command that is refused. The message is printed as it is. */
export class Refused extends Error {}

export interface Command<S = ConsoleSession> extends Syntax<S> {
  /** With the pager on, the screen refreshes until the user quits. */
  refreshes?: true
}

export interface Mode<S = ConsoleSession> {
  prompt(session: S): string
  commands: readonly Command<S>[]
}

/** The command line of a vendor: data, and small functions on the state of the device. */
export interface Dialect<S extends AnySession = ConsoleSession> {
  login: {
    banner(device: S['device']): string
    user: string
    password: string
    /** A password is shown as stars. */
    stars?: true
    failed: string
    tries: number
    /** Text after a login. */
    welcome?(session: S): string
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
  modes: Readonly<Record<string, Mode<S>>>
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
  /** CR LF is two Enters: the second one answers the next question, or begins an empty line. */
  twoEnters?: true
  /** Text between a command line and its output. */
  acknowledge?(line: string): string
  /** Text after the output of a command. */
  trailer?: string
  /** Message for a line that is no command. `column`: where the error is on the screen. */
  wrong(parsed: Exclude<Parsed<S>, { kind: 'run' }>, column: number, line: string): string
  /** Output of `?`: the words that may follow. */
  help(next: readonly string[]): string
  /** Called when the session has ended, also if its connection broke. */
  ended?(session: S): void
  /** What Ctrl-Z does. */
  onControlZ?(session: S): void
}
