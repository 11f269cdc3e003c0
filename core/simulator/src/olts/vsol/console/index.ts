import type { Dialect } from '../../../console/dialect.ts'
import { modeCommand, signOutCommand } from '../../../console/dialects/commands.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import type { Technology } from '../../../olt/hardware.ts'
import { type VsolCommand, ponOf } from './names.ts'
import { registerCommands } from './register.ts'
import { eponServices, eponWans, gponServices, gponWans } from './services.ts'
import { configurationShows, macShows, onuShows } from './show.ts'

const everywhere: readonly VsolCommand[] = [
  {
    syntax: 'terminal length <lines>',
    run(session, { lines }) {
      session.paging = lines !== '0'
      return undefined
    },
  },
  ...configurationShows,
  {
    syntax: 'write',
    run({ olt }) {
      olt.control.save()
      return 'Building configuration...\n[OK]'
    },
  },
]
const inConfig = (technology: Technology): readonly VsolCommand[] => [
  ...everywhere,
  ...macShows,
  {
    syntax: `interface ${technology} <place>`,
    run(session, { place }) {
      session.pon = ponOf(session, place!)
      session.mode = 'pon'
      return undefined
    },
  },
  {
    syntax: 'hostname <name>',
    run({ olt }, { name }) {
      olt.facts.sysName = name!
      return undefined
    },
  },
  modeCommand('end', 'enable'),
]

const inPon = (technology: Technology): readonly VsolCommand[] => [
  ...inConfig(technology),
  ...registerCommands(technology),
  ...(technology === 'gpon' ? [...gponServices, ...gponWans] : [...eponServices, ...eponWans]),
  ...onuShows(technology),
  modeCommand('exit', 'config'),
]

const enable: readonly VsolCommand[] = [
  ...everywhere,
  modeCommand('configure terminal', 'config'),
  modeCommand('disable', 'user'),
  {
    syntax: 'reboot',
    async run(session) {
      if (!/^y/i.test(await session.ask('Are you sure to reboot the system? (y/n)'))) return undefined
      session.olt.control.reboot()
      session.signOut()
      return undefined
    },
  },
  signOutCommand('exit'),
]
const user: readonly VsolCommand[] = [
  ...everywhere.slice(0, 1),
  {
    syntax: 'enable',
    async run(session) {
      const password = await session.ask('Password:', { echo: false })
      if (!session.isEnablePassword(password)) return 'Bad password'
      session.mode = 'enable'
      return undefined
    },
  },
  signOutCommand('exit'),
]

const name = ({ olt }: OltSession) => olt.facts.sysName

const dialect = (technology: Technology): Dialect<OltSession> => ({
  login: {
    banner: ({ facts }) => `\n  Welcome to ${facts.sysDescr}\n\n`,
    user: 'Login: ',
    password: 'Password: ',
    failed: 'Login incorrect\n',
    tries: 3,
    busy: 'Too many users\n',
    mustChange: {
      notice: 'The password has expired.\n',
      prompt: 'New password:',
      confirm: 'Confirm password:',
    },
  },
  start: { full: 'enable', plain: 'user' },
  modes: {
    user: { prompt: session => `${name(session)}> `, commands: user },
    enable: { prompt: session => `${name(session)}# `, commands: enable },
    config: {
      prompt: session => `${name(session)}(config)# `,
      commands: [...inConfig(technology), modeCommand('exit', 'enable')],
    },
    pon: {
      prompt: session => `${name(session)}(config-pon-0/${session.pon!.number})# `,
      commands: inPon(technology),
    },
  },
  pager: {
    text: ' --More-- ',
    rows: 24,
    quit: 'q\u0003',
    erase: '\b'.repeat(10) + ' '.repeat(10) + '\b'.repeat(10),
  },
  wrong(parsed) {
    if (parsed.kind === 'incomplete') return '% Command incomplete.\n'
    if (parsed.kind === 'ambiguous') return '% Ambiguous command.\n'
    return '% Unknown command.\n'
  },
  help: next => next.map(word => `  ${word}\n`).join(''),
  onControlZ(session) {
    session.mode = 'enable'
  },
})

/** The command lines of GPON and EPON. */
export const gponConsole = dialect('gpon')
export const eponConsole = dialect('epon')
