import { describeOnu, enableOnu, enablePon, enableUni, rebootOnu, resetOnu } from '../../../olt/operations.ts'
import { deleteOnu } from '../../../olt/registrations.ts'
import { edited } from '../../../olt/services.ts'
import { type CdataCommand, onuCommand, portOf, refuse } from './names.ts'

/** The mode of the PON ports of a slot. */
export const ponCommands: readonly CdataCommand[] = [
  onuCommand('ont reboot <port> <id>', ({ olt }, onu) => {
    if (!rebootOnu(onu, olt.now())) refuse('The ONT is not online.')
  }),
  onuCommand('ont restore factory <port> <id>', ({ olt }, onu) => {
    if (!resetOnu(onu, olt.now())) refuse('The ONT is not online.')
  }),
  onuCommand('ont delete <port> <id>', ({ olt }, onu) => deleteOnu(olt, onu, olt.now())),
  onuCommand('ont activate <port> <id>', ({ olt }, onu) => enableOnu(onu, true, olt.now())),
  onuCommand('ont deactivate <port> <id>', ({ olt }, onu) => enableOnu(onu, false, olt.now())),
  onuCommand('ont description <port> <id> <text>', ({ olt }, onu, { text }) => {
    if (text!.length > 64) refuse('The length is out of range.')
    describeOnu(onu, { description: text! })
    edited(olt)
  }),
  onuCommand(
    'ont port attribute <port> <id> eth <uni> operational-state {state:enable|disable}',
    ({ olt }, onu, { uni, state }) => {
      if (!enableUni(onu, Number(uni), state === 'enable')) refuse('The ETH port is out of range.')
      edited(olt)
    },
  ),
  {
    syntax: 'shutdown <port>',
    run(session, { port }) {
      enablePon(portOf(session, port!), false, session.olt.now())
      return undefined
    },
  },
  {
    syntax: 'no shutdown <port>',
    run(session, { port }) {
      enablePon(portOf(session, port!), true, session.olt.now())
      return undefined
    },
  },
  {
    syntax: 'port-desc <port> description <text>',
    run(session, { port, text }) {
      if (text!.length > 16) refuse('The length is out of range.')
      portOf(session, port!).alias = text!
      return undefined
    },
  },
]
