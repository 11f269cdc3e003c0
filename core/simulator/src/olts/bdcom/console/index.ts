import { type Command, type Dialect, Refused } from '../../../console/dialect.ts'
import { modeCommand, signOutCommand } from '../../../console/dialects/commands.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import type { Technology } from '../../../olt/hardware.ts'
import { rebootOnu } from '../../../olt/operations.ts'
import { onuName, ponName } from '../names.ts'
import { bindCommands } from './bind.ts'
import { interfaceNamed, onuNamed } from './names.ts'
import { gponOnuCommands } from './onu-gpon.ts'
import { eponOnuCommands } from './onu-epon.ts'
import { commonOnuCommands } from './onu.ts'
import { showCommands } from './show.ts'

type BdcomCommand = Command<OltSession>
const name = ({ olt }: OltSession) => olt.facts.sysName

const common: readonly BdcomCommand[] = [
  ...showCommands,
  {
    syntax: 'terminal length <lines>',
    run(session, { lines }) {
      session.paging = lines !== '0'
      return undefined
    },
  },
  { syntax: 'terminal width <columns>', run: () => undefined },
  {
    syntax: 'write all',
    run({ olt }) {
      olt.control.save()
      return 'Saving current configuration...\nOK!'
    },
  },
]

const privileged: readonly BdcomCommand[] = [
  modeCommand('config', 'config'),
  {
    syntax: 'epon reboot onu interface <name...>',
    async run(session, { name: word }) {
      const onu = onuNamed(session, word!)
      if (!/^y/i.test(await session.ask(`Are you sure to reboot ONU ${onuName(onu)}?(y/n)`))) return undefined
      if (!rebootOnu(onu, session.olt.now())) throw new Refused('% ONU is not online')
      return undefined
    },
  },
  signOutCommand('exit'),
]

const enter: BdcomCommand = {
  syntax: 'interface <name...>',
  run(session, { name: word }) {
    const { pon, onu } = interfaceNamed(session, word!)
    Object.assign(session, { pon, onu, mode: onu ? 'onu' : 'pon' })
    return undefined
  },
}

/** Commands of the mode of a port and of an ONU. */
const leave: readonly BdcomCommand[] = [enter, modeCommand('exit', 'config'), ...common]

const interfacePrompt = (session: OltSession) => {
  const { pon, onu } = session
  const place = onu ? onuName(onu) : pon ? ponName(pon) : ''
  return `${name(session)}_config_${place.toLowerCase()}#`
}

const dialect = (technology: Technology): Dialect<OltSession> => ({
  login: {
    banner: () => '\nUser Access Verification\n\n',
    user: 'Username: ',
    password: 'Password: ',
    failed: 'Authentication failed!\n',
    tries: 3,
    busy: 'Connection refused, too many users\n',
    mustChange: { notice: '', prompt: 'New password: ', confirm: 'Confirm password: ' },
    welcome: ({ olt }) => `\n     Welcome to BDCOM ${olt.modelName} OLT\n`,
  },
  start: { full: 'user', plain: 'user' },
  modes: {
    user: {
      prompt: session => `${name(session)}>`,
      commands: [
        {
          syntax: 'enable',
          async run(session) {
            const password = await session.ask('Password: ', { echo: false })
            if (!session.isEnablePassword(password)) return 'Access denied'
            session.mode = 'privileged'
            return undefined
          },
        },
        signOutCommand('exit'),
      ],
    },
    privileged: { prompt: session => `${name(session)}#`, commands: [...privileged, ...common] },
    config: {
      prompt: session => `${name(session)}_config#`,
      commands: [enter, modeCommand('exit', 'privileged'), ...common],
    },
    pon: { prompt: interfacePrompt, commands: [...bindCommands(technology), ...leave] },
    onu: {
      prompt: interfacePrompt,
      commands: [
        ...commonOnuCommands,
        ...(technology === 'epon' ? eponOnuCommands : gponOnuCommands),
        ...leave,
      ],
    },
  },
  pager: {
    text: ' --More-- ',
    rows: 24,
    quit: 'q\u0003',
    erase: '\b'.repeat(10) + ' '.repeat(10) + '\b'.repeat(10),
  },
  wrong(parsed) {
    if (parsed.kind === 'incomplete') return 'Incomplete command\n'
    return parsed.kind === 'ambiguous' ? 'Ambiguous command\n' : 'Unknown command\n'
  },
  help: next => next.map(word => `  ${word}\n`).join(''),
})

/** The consoles of BDCOM OLTs. */
export const eponConsole = dialect('epon')
export const gponConsole = dialect('gpon')
