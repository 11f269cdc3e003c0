import { numberIn } from '../../../console/dialects/numbers.ts'
import type { Technology } from '../../../olt/hardware.ts'
import { identOf } from '../../../olt/idents.ts'
import { type OltRefusal, registerOnu } from '../../../olt/registrations.ts'
import { bindProfiles } from '../services.ts'
import { profilesOf } from '../profiles.ts'
import { type CdataCommand, portOf, refuse } from './names.ts'

const refusals: Readonly<Record<OltRefusal, string>> = {
  'number taken': 'The ONT-ID has already existed.',
  'number out of range': 'The ONT-ID is out of range.',
  'already registered': 'The ONT has already existed.',
  'port full': 'The number of ONTs on the port reaches the maximum.',
  refused: 'The ONT is in the blacklist.',
}

/** The number of a profile that is there. */
function profileId(technology: Technology, kind: 'line' | 'srv', word: string | undefined): number {
  const id = numberIn(word, 0, 65_534)
  return profilesOf[technology][kind].some(one => one.id === id)
    ? id!
    : refuse(`The ${kind === 'line' ? 'line' : 'service'} profile does not exist.`)
}

/** `ont add`: with both profiles or with none. */
export function addCommands(technology: Technology): readonly CdataCommand[] {
  const [kind, octets] = technology === 'gpon' ? ['sn-auth', 8] : ['mac-auth', 6]
  const add = `ont add <port> <id> ${kind} <ident>`
  return [
    {
      syntax: `${add} [ont-lineprofile-id <line> ont-srvprofile-id <srv>]`,
      run(session, { port, id, ident, line = '0', srv = '0' }) {
        const serial = identOf(ident!)
        if (serial?.length !== octets) return refuse('The parameter is invalid.')
        const bound = { line: profileId(technology, 'line', line), srv: profileId(technology, 'srv', srv) }
        const number = numberIn(id, 0, 255) ?? refuse('The ONT-ID is out of range.')
        const wish = { port: portOf(session, port!), id: number, serial }
        const done = registerOnu(session.olt, wish, session.olt.now())
        if (typeof done === 'string') return refuse(refusals[done])
        bindProfiles(session.olt, done, bound)
        return undefined
      },
    },
  ]
}
