import type { SwitchControl } from '../living/control.ts'
import type { Port } from '../living/port.ts'
import type { LivingSwitch } from '../living/switch.ts'
import type { Command as Words, Found } from './grammar.ts'

/** One person at a command line, as commands see and move it. */
export interface Shell {
  readonly device: LivingSwitch
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
  /** The way into the privileged mode: whether this password opens it. */
  opens(password: string): boolean
  /** Signs out. */
  leave(): void
}

/** A refusal: printed as it is, and the command ends. */
export class Refused extends Error {}

export interface Command extends Words<Shell> {
  /** Under paging its screen is refreshed until somebody quits it. */
  stays?: true
}

export interface Mode {
  prompt(shell: Shell): string
  commands: readonly Command[]
}

/** How a vendor's command line speaks: data, and small functions on the state of the device. */
export interface Dialect {
  login: {
    banner(device: LivingSwitch): string
    user: string
    password: string
    /** Stars stand for the characters of a password. */
    stars?: true
    failed: string
    tries: number
    /** Printed behind a login. */
    welcome?(shell: Shell): string
    /** To whom no line is left. */
    busy: string
    /** Says that the password must be changed, asks whether to do so now, and for the new one. */
    mustChange: { words: string; now?: string; question: string; again: string }
  }
  /** Mode of a login of full rights, and of another. */
  start: { full: string; plain: string }
  modes: Readonly<Record<string, Mode>>
  pager: {
    text: string
    /** Of a screen that stays. */ staying?: string
    rows: number
    quit: string
    /** Keys for all that is left. */ all?: string
    /** Written over the pager's words. */ erase: string
  }
  /** Printed behind each command line, before what it prints. */
  repeats?(line: string): string
  /** Printed behind what a command printed. */
  trailer?: string
  /** What is said of a line that is no command. `column` is where it went wrong, on the screen. */
  wrong(found: Exclude<Found<Shell>, { kind: 'run' }>, column: number): string
  help(next: readonly string[]): string
  /** Control-Z. */
  escape?(shell: Shell): void
}
