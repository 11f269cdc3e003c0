import type { CliOnu } from './cli-onu.ts'

/** How the console of a family behaves, as data. The service uses it over SSH and telnet (design §3, §7). */
export interface CliProfile {
  /** Questions of a login over telnet, and of devices that ask again after SSH. By default the usual ones. */
  login?: { user?: RegExp; password?: RegExp; failed?: RegExp; mustChange?: RegExp }
  /** Modes by name. */
  modes: Readonly<Record<string, CliMode>>
  /** Mode in which commands run by default, and to which the session returns. */
  main: string
  /** Lines that the device prints above its prompt and that are not output: `{master:0}` of Junos. */
  abovePrompt?: RegExp
  /** What a pager shows at the end of a page, and the key for the next page. */
  pager: readonly { prompt: RegExp; answer: string }[]
  /**
   * Typed in `main` after the login, e.g. `terminal length 0`. A refusal is noted and the session continues.
   */
  afterLogin?: readonly string[]
  /** The end of a line; by default `\r\n` over telnet and `\n` over SSH. */
  newline?: '\r\n' | '\r' | '\n'
  /**
   * Begins a line that the device ignores, `#` by default. A comment with a random word ties answers to their
   * commands. A device may also refuse it, but it must not look the word up: IOS takes an unknown word for
   * the name of a host.
   */
  comment?: string
  /** Phrases by which the device refuses a command, matched line by line. */
  errors: readonly RegExp[]
  /**
   * Patterns of secrets: the named group `secret` is masked in answers, transcripts, logs and backups.
   * Usually `commonSecrets` and the vendor's own forms; `commonSecrets` if it is left out.
   */
  secrets?: readonly RegExp[]
  /** Lines of a configuration that change without a change of the configuration (uptime, clock). */
  ignore?: readonly RegExp[]
  /** How the device prints its whole configuration. Absent: no way is known. */
  backup?: CliBackup
  /** How an OLT prints the configuration of one ONU. Absent: no way is known. */
  onu?: CliOnu
  /** Typed before the connection is closed. */
  logout?: string
  /** How the device undoes a change by itself. Absent: it cannot. */
  revert?: CliRevert
  /** Algorithms of old firmware, offered only if the access profile allows legacy SSH (fault 37). */
  legacySsh?: {
    kex?: readonly string[]
    cipher?: readonly string[]
    hmac?: readonly string[]
    hostKey?: readonly string[]
  }
}

/** One mode of a console: its prompt, and the way into it and out of it. */
export interface CliMode {
  /**
   * Matches the whole last line of the screen, without colours and pager text, when the device waits for a
   * command. It needs no `^` and `$`.
   */
  prompt: RegExp
  /**
   * How to enter the mode; null: the device is in this mode after the login. With `secret`, a password
   * question is answered with the enable secret.
   */
  enter: { from: string; command: string; secret?: 'enable' } | null
  /** Typed to go back to `enter.from`. */
  leave?: string
}

/** A question that a command may ask, and what to answer. */
export interface CliAnswer {
  /** The question at the end of the screen: a text that it contains, or a pattern; null: any question. */
  prompt: RegExp | string | null
  answer: string
}

/** One command of a backup. A refusal fails the backup, except with `lenient`: then it adds nothing. */
export interface CliBackupCommand extends CliOptions {
  command: string
  /**
   * Typed instead, one after the other, as long as the device refuses the command: forms of other firmware.
   */
  or?: readonly string[]
}

/** How a console prints the whole configuration of its device. */
export interface CliBackup {
  /** Typed in order; their outputs follow each other in the configuration. */
  commands: readonly (string | CliBackupCommand)[]
  /**
   * The last line of a whole configuration that is not empty. Absent: the device prints no such line, so only
   * the prompt and the length against the version before tell that nothing was cut off.
   */
  end?: RegExp
  /** Lines that the device prints about its output and that no device would take as configuration. */
  drop?: readonly RegExp[]
  /**
   * The end of a line that goes on in the next one, as `\\$` of RouterOS. Both are joined, without it and
   * without the blanks before the rest: a secret may stand on both sides, and a search looks at whole lines.
   */
  continued?: RegExp
  /** Lines by which the device says that it could not print a part: such an output is no configuration. */
  broken?: readonly RegExp[]
}

/** How the device goes back by itself after some minutes. It is cancelled if all went well. */
export interface CliRevert {
  arm: CliArmBefore | CliArmByCommit
  /** Typed in order, over a new connection. */
  disarm: readonly { command: string; answers?: readonly CliAnswer[] }[]
  /** Shows whether it is armed: the output fits `armed` only while it is. */
  show: { command: string; armed: RegExp }
  /** Commands that save the configuration, or remove the saved one: the device would not undo a change. */
  saves: RegExp
  /** The shortest and the longest time. */
  minutes: { min: number; max: number }
}

/** A command of its own, before the change: a restart with the saved configuration. */
export interface CliArmBefore {
  when: 'before'
  /** `{minutes}` is replaced. */
  command: string
  answers: readonly CliAnswer[]
  /**
   * What it prints if there are changes that nobody has saved: the restart would undo them too. The output
   * has the answers that were typed and not the questions.
   */
  unsaved: RegExp
}

/** The commit of the change arms it: whoever types it gets another one. */
export interface CliArmByCommit {
  when: 'commit'
  /**
   * What is typed for a line of the change that fits; the first one counts. The command with `{minutes}`,
   * which is replaced, makes the change and arms.
   */
  instead: readonly { line: RegExp; typed: readonly string[] }[]
}

/** How one command runs. By default until the next prompt, and a refusal of the device is thrown. */
export interface CliOptions {
  /** Mode to run in. The console enters it from `main`, and returns to `main` after the command. */
  mode?: string
  answers?: readonly CliAnswer[]
  /** Text to wait for instead of the prompt. */
  prompt?: string
  /** Longest time without output, ms. */
  idleMs?: number
  /** Number of Enter keys after the command. After each, the console waits for the prompt. */
  enters?: number
  /** A refusal of the device is returned as text and not thrown. */
  lenient?: true
  /** Masked in all that is shown or kept of the session from now on. */
  secrets?: readonly string[]
}

/** The command line of one device, for the time of one call. */
export interface CliSession {
  /**
   * Runs one command. Returns its output without echo, pager and prompt; lines end with \n.
   * @throws DeviceError CommandRejected with the text of the device; ParseFailed if the end of a line is
   *   lost; DeviceTimeout, SessionLost, AuthFailed, NoPrompt
   */
  run(command: string, options?: CliOptions): Promise<string>
}

/**
 * Steps from one mode to another: up to their common ancestor by `leave`, down by `enter`.
 * @throws Error for an unknown mode, or one without `leave`: an error of the driver that its tests find
 */
export function modePath(
  { modes }: Pick<CliProfile, 'modes'>,
  from: string,
  to: string,
): { mode: string; command: string; secret?: 'enable' }[] {
  const line = (name: string): string[] => {
    const mode = modes[name]
    if (!mode) throw new Error(`the profile has no mode "${name}"`)
    if (mode.enter?.from === name) throw new Error(`mode "${name}" is entered from itself`)
    return mode.enter ? [name, ...line(mode.enter.from)] : [name]
  }
  const [up, down] = [line(from), line(to)]
  const common = up.find(name => down.includes(name))
  if (common === undefined) throw new Error(`no way from mode "${from}" to "${to}"`)
  const leaving = up.slice(0, up.indexOf(common)).map(name => {
    const { leave, enter } = modes[name]!
    if (leave === undefined) throw new Error(`mode "${name}" cannot be left`)
    return { mode: enter!.from, command: leave }
  })
  const entering = down
    .slice(0, down.indexOf(common))
    .toReversed()
    .map(name => {
      const { command, secret } = modes[name]!.enter!
      return { mode: name, command, ...(secret ? { secret } : {}) }
    })
  return [...leaving, ...entering]
}
