import type { Command } from '../../../console/dialect.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { identOf } from '../../../olt/idents.ts'
import type { PonPort } from '../../../olt/onu-state.ts'
import {
  type OltRefusal,
  deleteOnu,
  foundOnus,
  onuWith,
  registerOnu,
  replaceOnu,
} from '../../../olt/registrations.ts'
import { unquoted } from '../../../console/dialects/text.ts'
import { profileOf } from '../profiles.ts'
import { servicesOf } from './running.ts'
import { failure, numberIn, onuOf, portOfBoard, smart } from './texts.ts'

type SmartAxCommand = Command<OltSession>
type Args = Readonly<Record<string, string>>

const refusals: Readonly<Record<OltRefusal, string>> = {
  'number taken': 'The ONT ID has already existed',
  'number out of range': 'Parameter error',
  'already registered': 'SN already exists',
  'port full': 'The number of ONTs on the port reaches the maximum',
  refused: 'SN is in the blacklist',
}

/** The serial number or the MAC address, as the technology of the port has it. */
function identFor(port: PonPort, text: string): Buffer {
  const ident = identOf(text)
  return ident?.length === (port.technology === 'epon' ? 6 : 8) ? ident : failure('Parameter error')
}
function profilesFor({ line, lineName, srv, srvName }: Args): { line: string; service: string } {
  const found = line === undefined ? profileOf('line', 'name', lineName!) : profileOf('line', 'id', line)
  const service = srv === undefined ? profileOf('service', 'name', srvName!) : profileOf('service', 'id', srv)
  if (!found) return failure('The ONT line profile does not exist')
  if (!service) return failure('The ONT service profile does not exist')
  return { line: found.name, service: service.name }
}
export function descriptionOf(text: string | undefined): string {
  const description = unquoted(text ?? '')
  if (description.length > 64) failure('The length of the description is out of range')
  return description === 'ONT_NO_DESCRIPTION' ? '' : description
}

/** `known`: the ONU must be one that autofind shows. */
const register =
  (known: boolean) =>
  async (session: OltSession, args: Args): Promise<string> => {
    const { olt } = session
    const port = portOfBoard(session, args['port']!)
    const serial = identFor(port, args['ident']!)
    const profiles = profilesFor(args)
    const id = args['id'] === undefined ? undefined : numberIn(args['id'], 0, 255)
    if (args['text'] === undefined) await smart(session, '<cr>|desc<K>|ont-type<K>')
    const found = foundOnus(olt, olt.now()).list.some(one => one.port === port && one.serial.equals(serial))
    if (known && !found) return failure('The automatically found ONT does not exist')
    const wish = { port, id, serial, description: descriptionOf(args['text']), profiles }
    const done = registerOnu(olt, wish, olt.now())
    if (typeof done === 'string')
      return failure(
        done === 'already registered' && serial.length === 6 ? 'MAC already exists' : refusals[done],
      )
    const place = `PortID :${Number(args['port'])}, ONTID :${done.id}`
    return `  Number of ONTs that can be added: 1, success: 1\n  ${place}`
  }

/** A line profile and a service profile, each by number or by name. */
const profileWords = [
  'ont-lineprofile-id <line> ont-srvprofile-id <srv>',
  'ont-lineprofile-name <lineName> ont-srvprofile-name <srvName>',
]
const registering = (auth: string): SmartAxCommand[] =>
  profileWords.flatMap(words => [
    ...['ont add <port>', 'ont add <port> <id>'].map(start => ({
      syntax: `${start} ${auth} ${words} [desc <text>]`,
      run: register(false),
    })),
    { syntax: `ont confirm <port> [ontid <id>] ${auth} ${words} [desc <text>]`, run: register(true) },
  ])

/** Changes a registration, or ends it. */
const changing: readonly SmartAxCommand[] = [
  ...['ont modify <port> <id> sn <ident>', 'ont modify <port> <id> mac <ident>'].map(
    (syntax): SmartAxCommand => ({
      syntax,
      run(session, { port, id, ident }) {
        const { olt } = session
        const onu = onuOf(portOfBoard(session, port!), id!)
        const serial = identFor(onu.port, ident!)
        if (serial.equals(onu.serial)) return undefined
        if (onuWith(olt, serial)) return failure(refusals['already registered'])
        const there = foundOnus(olt, olt.now()).list.some(
          one => one.port === onu.port && one.serial.equals(serial),
        )
        replaceOnu(olt, onu, serial, olt.now(), onu.type, there)
        return undefined
      },
    }),
  ),
  {
    syntax: 'ont modify <port> <id> ont-lineprofile-id <line> ont-srvprofile-id <srv>',
    run(session, args) {
      onuOf(portOfBoard(session, args['port']!), args['id']!).profiles = profilesFor(args)
      session.olt.control.unsaved = true
      return undefined
    },
  },
  {
    syntax: 'ont delete <port> <id>',
    run(session, { port, id }) {
      const { olt } = session
      const onu = onuOf(portOfBoard(session, port!), id!)
      if (servicesOf(olt, onu).length > 0)
        return failure('This configured object has some service virtual ports')
      deleteOnu(olt, onu, olt.now())
      return '  Number of ONTs that can be deleted: 1, success: 1'
    },
  },
]

/** Registrations of a board of this technology. */
export const registrationCommands: Readonly<Record<'gpon' | 'epon', readonly SmartAxCommand[]>> = {
  gpon: [...registering('sn-auth <ident> omci'), ...changing],
  epon: [...registering('mac-auth <ident> oam'), ...changing],
}
