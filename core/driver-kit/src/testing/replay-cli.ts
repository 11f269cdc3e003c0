import type { CliProfile, CliSession } from '../contract/cli.ts'
import { DeviceError } from '../contract/errors.ts'
import type { Varbind } from '../contract/snmp.ts'
import { parseSnmprec } from '../recording/index.ts'

/**
 * One command of a recorded console session. A command that is recorded several times is answered in that
 * order; its last answer repeats.
 * `snmp`: lines of a .snmprec that are valid after the command, so that a change on the console can be read
 * back.
 */
export interface RecordedCommand {
  send: string
  reply: string
  mode?: string
  snmp?: readonly string[]
  /** OIDs and subtrees that are absent after the command. */
  gone?: readonly string[]
}

/** A console that answers from a recording. It finds refusals as the console of a real device does. */
export function replayCli(
  profile: CliProfile | undefined,
  recorded: readonly RecordedCommand[],
  unrecorded: Set<string>,
  typed: string[],
  onAnswer: () => void,
  { write, remove }: { write(varbinds: readonly Varbind[]): void; remove(oids: readonly string[]): void },
): CliSession {
  const given = new Set<RecordedCommand>()
  return {
    async run(command, { mode, lenient } = {}) {
      if (!profile) throw new DeviceError('Unsupported', 'the family has no command line')
      typed.push(mode ? `${mode}: ${command}` : command)
      onAnswer()
      const fitting = recorded.filter(
        one => one.send === command && (one.mode ?? profile.main) === (mode ?? profile.main),
      )
      const next = fitting.find(one => !given.has(one)) ?? fitting.at(-1)
      if (!next) {
        unrecorded.add(`"${command}"`)
        throw new Error(
          `the recording has no command "${command}"${mode ? ` of mode ${mode}` : ''} in its cli.json`,
        )
      }
      given.add(next)
      if (next.snmp) write([...parseSnmprec(next.snmp.join('\n'), `snmp of "${command}"`)])
      if (next.gone) remove(next.gone)
      const refused = lenient
        ? undefined
        : next.reply.split('\n').find(line => profile.errors.some(pattern => pattern.test(line)))
      if (refused !== undefined)
        throw new DeviceError('CommandRejected', `The device refused "${command}": ${refused.trim()}`)
      return next.reply
    },
  }
}
