import { type Command, Refused } from '../../../console/dialect.ts'
import { numberIn } from '../../../console/dialects/numbers.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import type { Technology } from '../../../olt/hardware.ts'
import { identOf } from '../../../olt/idents.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { type OltRefusal, deleteOnu, onuAt, onuWith, registerOnu } from '../../../olt/registrations.ts'
import { onuName } from '../names.ts'
import { invalid } from './names.ts'

type BdcomCommand = Command<OltSession>

const refusals: Readonly<Record<Exclude<OltRefusal, 'already registered'>, string>> = {
  'number taken': '% Sequence is already used by another ONU',
  'number out of range': 'Parameter invalid',
  'port full': '% No free sequence on this interface',
  refused: '% ONU is in the blacklist',
}

/** The octets of a MAC address or a serial number in the way of this technology. */
function identFor(technology: Technology, word: string): Buffer {
  const ident = identOf(technology === 'gpon' ? word.replace(':', '') : word)
  return ident?.length === (technology === 'gpon' ? 8 : 6) ? ident : invalid()
}

const bind = (technology: Technology, kind: string, numbered: boolean): BdcomCommand => ({
  syntax: `${technology} bind-onu ${kind} <ident>${numbered ? ' <id>' : ''}`,
  run({ olt, pon }, { ident, id }) {
    const serial = identFor(technology, ident!)
    const number = numbered ? (numberIn(id, 1, 256) ?? invalid()) : undefined
    const done = registerOnu(olt, { port: pon!, serial, id: number }, olt.now())
    if (done === 'already registered')
      throw new Refused(`% ONU is already bound on ${onuName(onuWith(olt, serial)!)}`)
    if (typeof done === 'string') throw new Refused(refusals[done])
    return undefined
  },
})

const unbind = (
  syntax: string,
  find: (session: OltSession, word: string) => Onu | undefined,
): BdcomCommand => ({
  syntax,
  run(session, { word }) {
    const onu = find(session, word!)
    if (!onu) throw new Refused('% ONU is not bound')
    deleteOnu(session.olt, onu, session.olt.now())
    return undefined
  },
})

/** Binding ONUs to a PON port, and releasing them. */
export function bindCommands(technology: Technology): readonly BdcomCommand[] {
  const kind = technology === 'epon' ? 'mac' : 'sn'
  return [
    bind(technology, kind, true),
    bind(technology, kind, false),
    unbind(`no ${technology} bind-onu sequence <word>`, ({ pon }, word) =>
      onuAt(pon!, numberIn(word, 1, 256) ?? invalid()),
    ),
    unbind(`no ${technology} bind-onu ${kind} <word>`, ({ pon }, word) => {
      const serial = identFor(technology, word)
      return pon!.onus.find(onu => onu.serial.equals(serial))
    }),
  ]
}
