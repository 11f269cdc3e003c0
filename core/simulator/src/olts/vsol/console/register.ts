import type { Technology } from '../../../olt/hardware.ts'
import { identOf } from '../../../olt/idents.ts'
import { describeOnu, enableOnu, rebootOnu } from '../../../olt/operations.ts'
import { type OltRefusal, deleteOnu, registerOnu } from '../../../olt/registrations.ts'
import { numberIn } from '../../../console/dialects/numbers.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { edited } from '../../../olt/services.ts'
import { onuName } from '../names.ts'
import { profiles } from '../profiles.ts'
import { type VsolCommand, error, onuCommand, outOfRange, refuse } from './names.ts'

const refusals: Readonly<Record<Exclude<OltRefusal, 'number out of range'>, string>> = {
  'number taken': 'onu is already exist.',
  'already registered': 'onu is already registered.',
  'port full': 'onu number reaches the maximum.',
  refused: 'onu is in the blacklist.',
}

function register({ olt, pon }: OltSession, id: string, ident: string, octets: number): undefined {
  const serial = identOf(ident)
  if (serial?.length !== octets) return refuse('% Unknown command.')
  const number = numberIn(id, 1, 255) ?? outOfRange()
  const done = registerOnu(olt, { port: pon!, id: number, serial }, olt.now())
  if (done === 'number out of range') return outOfRange()
  return typeof done === 'string' ? error(refusals[done]) : undefined
}

const add: Readonly<Record<Technology, VsolCommand>> = {
  gpon: {
    syntax: 'onu add <id> profile <profile> sn <serial>',
    run(session, { id, profile, serial }) {
      if (!profiles.onu.some(({ name }) => name === profile))
        error(`profile ${profile} not found or it's not commited.`)
      return register(session, id!, serial!, 8)
    },
  },
  epon: {
    syntax: 'confirm onu mac <mac> onuid <id>',
    run: (session, { id, mac }) => register(session, id!, mac!, 6),
  },
}

const describe = (word: string): VsolCommand =>
  onuCommand(`onu <id> ${word} <text>`, ({ olt }, onu, { text }) => {
    if (text!.length > 64) outOfRange()
    describeOnu(onu, { description: text === onuName(onu) ? '' : text! })
    edited(olt)
  })

/** Registering, naming, switching and deleting ONUs, in the mode of a PON port. */
export const registerCommands = (technology: Technology): readonly VsolCommand[] => [
  add[technology],
  describe(technology === 'gpon' ? 'desc' : 'description'),
  onuCommand('onu <id> activate', ({ olt }, onu) => enableOnu(onu, true, olt.now())),
  onuCommand('onu <id> deactivate', ({ olt }, onu) => enableOnu(onu, false, olt.now())),
  onuCommand('onu <id> reboot', ({ olt }, onu) => rebootOnu(onu, olt.now())),
  onuCommand('no onu <id>', ({ olt }, onu) => deleteOnu(olt, onu, olt.now())),
]
