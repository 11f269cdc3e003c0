import type { Command } from '../../../console/dialect.ts'
import { modeCommand } from '../../../console/dialects/commands.ts'
import { unquoted } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { identOf } from '../../../olt/idents.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import {
  type OltRefusal,
  deleteOnu,
  describeOnu,
  enableOnu,
  enablePon,
  enableUni,
  rebootOnu,
  registerOnu,
  resetOnu,
} from '../../../olt/operations.ts'
import { failure, isSure, onuOf, ponAt, portOfBoard, smart } from './texts.ts'

type SmartAxCommand = Command<OltSession>

/** ONUs without service ports: those that lost them, and those that were registered on the console. */
const bare = new WeakSet<Onu>()

const refusals: Readonly<Record<OltRefusal, string>> = {
  'number taken': 'The ONT ID has already existed',
  'number out of range': 'Parameter error',
  'already registered': 'SN already exists',
  'port full': 'The number of ONTs on the port reaches the maximum',
  refused: 'SN is in the blacklist',
}

/** A command on the ONU `<port> <id>` of the present board. */
const onuCommand = (
  syntax: string,
  act: (session: OltSession, onu: Onu, args: Readonly<Record<string, string>>) => string | undefined | void,
  question?: string,
): SmartAxCommand => ({
  syntax,
  async run(session, args) {
    const onu = onuOf(portOfBoard(session, args['port']!), args['id']!)
    if (question !== undefined && !(await isSure(session, question))) return undefined
    return act(session, onu, args) ?? undefined
  },
})

const laser = (state: 'on' | 'off'): SmartAxCommand => ({
  syntax: `port <port> laser-switch ${state}`,
  run(session, { port }) {
    enablePon(portOfBoard(session, port!), state === 'on', session.olt.now())
    return undefined
  },
})

const registration =
  'ont add <port> <id> sn-auth <serial> omci ont-lineprofile-name <line> ont-srvprofile-name <srv> ' +
  '[desc <text>]'

export const boardCommands: readonly SmartAxCommand[] = [
  onuCommand('ont modify <port> <id> desc <text...>', (_, onu, { text }) => {
    const description = unquoted(text!)
    if (description.length > 64) failure('The length of the description is out of range')
    describeOnu(onu, { description: description === 'ONT_NO_DESCRIPTION' ? '' : description })
  }),
  onuCommand('ont delete <port> <id>', ({ olt }, onu) => {
    if (!bare.has(onu)) failure('This configured object has some service virtual ports')
    deleteOnu(olt, onu, olt.now())
    return '  Number of ONTs that can be deleted: 1, success: 1'
  }),
  onuCommand(
    'ont reset <port> <id>',
    ({ olt }, onu) => (rebootOnu(onu, olt.now()) ? undefined : failure('The ONT is not online')),
    'Are you sure to reset the ONT(s)?',
  ),
  onuCommand(
    'ont factory-setting-restore <port> <id>',
    ({ olt }, onu) => (resetOnu(onu, olt.now()) ? undefined : failure('The ONT is not online')),
    'Are you sure to restore the factory settings of the ONT?',
  ),
  onuCommand('ont activate <port> <id>', ({ olt }, onu) => enableOnu(onu, true, olt.now())),
  onuCommand('ont deactivate <port> <id>', ({ olt }, onu) => enableOnu(onu, false, olt.now())),
  onuCommand('ont port attribute <port> <id> eth <uni> operational-state {state:on|off}', (_, onu, args) => {
    if (!enableUni(onu, Number(args['uni']), args['state'] === 'on')) failure('The ONT port does not exist')
  }),
  {
    syntax: registration,
    run(session, { port, id, serial, line, srv, text }) {
      const ident = identOf(serial!)
      if (ident?.length !== 8) failure('Parameter error')
      const wish = {
        port: portOfBoard(session, port!),
        id: Number(id),
        serial: ident!,
        description: text ?? '',
        profiles: { line: line!, service: srv! },
      }
      const done = registerOnu(session.olt, wish, session.olt.now())
      if (typeof done === 'string') return failure(refusals[done])
      bare.add(done)
      return `  Number of ONTs that can be added: 1, success: 1\n  PortID :${port}, ONTID :${done.id}`
    },
  },
  laser('on'),
  laser('off'),
  modeCommand('quit', 'config'),
  modeCommand('return', 'privileged'),
]

export const configCommands: readonly SmartAxCommand[] = [
  {
    syntax: 'interface gpon <board>',
    run(session, { board }) {
      const slot = Number(/^0\/(\d{1,2})$/.exec(board!)?.[1])
      if (!session.olt.cards.some(card => card.slot === slot && card.pon)) failure('The board does not exist')
      session.card = slot
      session.mode = 'gpon'
      return undefined
    },
  },
  {
    syntax: 'undo service-port port <place> ont <id>',
    async run(session, { place, id }) {
      const onu = onuOf(ponAt(session, place!), id!)
      await smart(session, '<cr>|gemport<K>')
      if (bare.has(onu)) return failure('No service virtual port can be operated')
      if (!(await isSure(session, 'Are you sure to delete service virtual port(s)?'))) return undefined
      bare.add(onu)
      return [
        '  Deleting start...',
        '',
        '  Deleting end:',
        '  The number of total service virtual port which need be',
        '  deleted:   1',
        '  The number of total service virtual port which have been',
        '  deleted: 1',
      ].join('\n')
    },
  },
  {
    syntax: 'service-port vlan <vlan> gpon <place> ont <id> gemport <gem> <rest...>',
    run(session, { place, id }) {
      bare.delete(onuOf(ponAt(session, place!), id!))
      return undefined
    },
  },
  modeCommand('quit', 'privileged'),
  modeCommand('return', 'privileged'),
]
