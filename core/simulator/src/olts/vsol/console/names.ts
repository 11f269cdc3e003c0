import { type Command, Refused } from '../../../console/dialect.ts'
import { numberIn } from '../../../console/dialects/numbers.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { unisOf } from '../../../olt/behind.ts'
import type { Onu, PonPort } from '../../../olt/onu-state.ts'
import { onuAt } from '../../../olt/registrations.ts'
import { setService } from '../../../olt/services.ts'
import { ponAt } from '../names.ts'

export type VsolCommand = Command<OltSession>
type Args = Readonly<Record<string, string>>

export const refuse = (words: string): never => {
  throw new Refused(words)
}
export const error = (words: string): never => refuse(`Error: ${words}`)
export const outOfRange = (): never => refuse('% Parameter out of range.')
export const none = (): never => refuse('No related information to show.')

/** The port of `0/1`. */
export function ponOf({ olt }: OltSession, shown: string): PonPort {
  const [, number] = /^0\/(\d{1,2})$/.exec(shown) ?? []
  return ponAt(olt, Number(number)) ?? refuse('% Unknown command.')
}
export const onuOn = (port: PonPort, id: string): Onu =>
  onuAt(port, Number(id)) ?? error('onu does not exist.')

/** The Ethernet port of an ONU with this number. */
export const uniOf = (onu: Onu, word: string | undefined): number =>
  numberIn(word, 1, unisOf(onu).length) ?? outOfRange()

/** A command that changes the ONU `<id>` of the port of the mode. */
export const onuCommand = (
  syntax: string,
  act: (session: OltSession, onu: Onu, args: Args) => unknown,
): VsolCommand => ({
  syntax,
  run(session, args) {
    act(session, onuOn(session.pon!, args['id']!), args)
    return undefined
  },
})

/** A setting of an ONU: `line` checks the arguments, and gives its key and what follows `onu <id>`. */
export const setting = (
  syntax: string,
  line: (session: OltSession, onu: Onu, args: Args) => readonly [key: string, rest: string],
): VsolCommand =>
  onuCommand(`onu <id> ${syntax}`, (session, onu, args) => {
    const [key, rest] = line(session, onu, args)
    setService(session.olt, onu, key, `onu ${onu.id} ${rest}`)
  })
