import type { Command } from '../../../console/dialect.ts'
import { numberIn } from '../../../console/dialects/numbers.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { unisOf } from '../../../olt/behind.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { describeOnu, enableOnu } from '../../../olt/operations.ts'
import { onuAt } from '../../../olt/registrations.ts'
import { edited } from '../../../olt/services.ts'
import { invalid } from './names.ts'

export type BdcomCommand = Command<OltSession>
type Args = Readonly<Record<string, string>>

/** The ONU of the mode. Refuses if it was released meanwhile, or another one has its number. */
export function onuOfMode({ onu }: OltSession): Onu {
  return onu && onuAt(onu.port, onu.id) === onu ? onu : invalid()
}

/** A command that changes the ONU of the mode. */
export const onuCommand = (
  syntax: string,
  act: (session: OltSession, onu: Onu, args: Args) => unknown,
): BdcomCommand => ({
  syntax,
  async run(session, args) {
    await act(session, onuOfMode(session), args)
    return undefined
  },
})

/** The Ethernet port of the ONU with this number. */
export const uniOf = (onu: Onu, word: string | undefined): number =>
  numberIn(word, 1, unisOf(onu).length) ?? invalid()

const maxDescription = 64

/** Commands that ONUs of both technologies know. */
export const commonOnuCommands: readonly BdcomCommand[] = [
  onuCommand('description <text>', ({ olt }, onu, { text }) => {
    if (text!.length > maxDescription) invalid()
    describeOnu(onu, { description: text! })
    edited(olt)
  }),
  onuCommand('no description', ({ olt }, onu) => {
    describeOnu(onu, { description: '' })
    edited(olt)
  }),
  onuCommand('shutdown', ({ olt }, onu) => enableOnu(onu, false, olt.now())),
  onuCommand('no shutdown', ({ olt }, onu) => enableOnu(onu, true, olt.now())),
]
