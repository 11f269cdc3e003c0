import type { Command } from '../../../console/dialect.ts'
import { modeCommand } from '../../../console/dialects/commands.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { describeOnu, enableOnu, enablePon, enableUni, rebootOnu, resetOnu } from '../../../olt/operations.ts'
import { ontLines } from './ont-lines.ts'
import { descriptionOf } from './registration.ts'
import { kindOf } from './running.ts'
import { serviceCommands } from './services.ts'
import { failure, isSure, onuOf, portOfBoard } from './texts.ts'

type SmartAxCommand = Command<OltSession>

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

/** The view of a board, besides registrations. */
export const boardCommands: readonly SmartAxCommand[] = [
  ...ontLines,
  onuCommand('ont modify <port> <id> desc <text...>', (_, onu, { text }) => {
    describeOnu(onu, { description: descriptionOf(text) })
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
  laser('on'),
  laser('off'),
  modeCommand('quit', 'config'),
  modeCommand('return', 'privileged'),
]

const boardView = (kind: 'gpon' | 'epon'): SmartAxCommand => ({
  syntax: `interface ${kind} <board>`,
  run(session, { board }) {
    const slot = Number(/^0\/(\d{1,2})$/.exec(board!)?.[1])
    if (!session.olt.pons.some(port => port.slot === slot && kindOf(port) === kind))
      failure('The board does not exist')
    session.card = slot
    session.mode = kind
    return undefined
  },
})
export const configCommands: readonly SmartAxCommand[] = [
  boardView('gpon'),
  boardView('epon'),
  ...serviceCommands,
  modeCommand('quit', 'privileged'),
  modeCommand('return', 'privileged'),
]
