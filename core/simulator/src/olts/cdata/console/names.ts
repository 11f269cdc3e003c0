import { type Command, Refused } from '../../../console/dialect.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import type { Onu, PonPort } from '../../../olt/onu-state.ts'
import { onuAt } from '../../../olt/registrations.ts'

export const refuse = (words: string): never => {
  throw new Refused(`Error: ${words}`)
}

/** The port with this number in the slot of the mode. */
export function portOf({ olt, card }: OltSession, number: string): PonPort {
  return (
    olt.pons.find(port => port.slot === card && port.number === Number(number)) ??
    refuse('The port is out of range.')
  )
}
/** The ONU of `<port> <number>`. */
export const onuOf = (session: OltSession, port: string, id: string): Onu =>
  onuAt(portOf(session, port), Number(id)) ?? refuse('There is no ONT avaliable.')

/** The port of `0/0/1`. */
export const portAt = ({ olt }: OltSession, place: string): PonPort =>
  olt.pons.find(({ slot, number }) => place === `0/${slot}/${number}`) ??
  refuse('Incorrect F/S/P parameters.')

export type CdataCommand = Command<OltSession>

/** A command about the ONU `<port> <id>`. */
export const onuCommand = (
  syntax: string,
  act: (session: OltSession, onu: Onu, args: Readonly<Record<string, string>>) => void,
): CdataCommand => ({
  syntax,
  run(session, args) {
    act(session, onuOf(session, args['port']!, args['id']!), args)
    return undefined
  },
})
