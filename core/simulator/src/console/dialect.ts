import type { SwitchControl } from '../simulated/switch-control.ts'
import type { Port } from '../simulated/port.ts'
import type { SimulatedSwitch } from '../simulated/switch.ts'
import type { Command as Syntax, Parsed } from './grammar.ts'

/** One person at a command line, as commands see and move it. */
export interface ConsoleSession {
  readonly device: SimulatedSwitch
  readonly control: SwitchControl
  readonly login: string
  mode: string
  /** What the mode is about. */
  ports: readonly Port[]
  vlan: number
  /** Long outputs stop after each page. */
  paging: boolean
  /** Prints at once, before the command is over. */
  write(text: string): void
  /** Asks, and waits for a line, or with `key` for a single key. */
  ask(question: string, how?: { key?: true; echo?: boolean }): Promise<string>
  /** The way into the privileged mode: whether this password isEnablePassword it. */
  isEnablePassword(password: string): boolean
  /** Signs out. */
  signOut(): void
}

/** A refusal: printed as it is, and the command ends. */
export class Refused extends Error {}

export interface Command extends Syntax<ConsoleSession> {
  /** Under paging its screen is refreshed until somebody quits it. */
  refreshes?: true
}

export interface Mode {
  prompt(session: ConsoleSession): string
  commands: readonly Command[]
}

/** How a vendor's command line speaks: data, and small functions on the state of the device. */
export interface Dialect {
  login: {
    banner(device: SimulatedSwitch): string
    user: string
    password: string
    /** Stars stand for the characters of a password. */
    stars?: true
    failed: string
    tries: number
    /** Printed behind a login. */
    welcome?(session: ConsoleSession): string
    /** To whom no line is left. */
    busy: string
    /** Says that the password must be changed, asks whether to do so now, and for the new one. */
    mustChange: { notice: string; offer?: string; prompt: string; confirm: string }
  }
  /** Mode of a login of full rights, and of another. */
  start: { full: string; plain: string }
  modes: Readonly<Record<string, Mode>>
  pager: {
    text: string
    /** Of a screen that refreshes. */ refreshing?: string
    rows: number
    quit: string
    /** Keys for all that is left. */ all?: string
    /** Written over the pager's words. */ erase: string
  }
  /** Printed behind each command line, before what it prints. */
  acknowledge?(line: string): string
  /** Printed behind what a command printed. */
  trailer?: string
  /** What is said of a line that is no command. `column` is where it went wrong, on the screen. */
  wrong(found: Exclude<Parsed<ConsoleSession>, { kind: 'run' }>, column: number): string
  help(next: readonly string[]): string
  /** Control-Z. */
  escape?(session: ConsoleSession): void
}
