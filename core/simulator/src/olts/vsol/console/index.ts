import { type Command, type Dialect, Refused } from '../../../console/dialect.ts'
import { modeCommand, signOutCommand } from '../../../console/dialects/commands.ts'
import { cell, macText } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { stationsOf } from '../../../olt/behind.ts'
import { identOf, identText } from '../../../olt/idents.ts'
import { isOnline } from '../../../olt/onu.ts'
import type { Onu, PonPort } from '../../../olt/onu-state.ts'
import {
  type OltRefusal,
  deleteOnu,
  describeOnu,
  enableOnu,
  foundOnus,
  onuAt,
  rebootOnu,
  registerOnu,
} from '../../../olt/operations.ts'
import { onuName, ponAt, ponName } from '../names.ts'

type VsolCommand = Command<OltSession>

const none = (): never => {
  throw new Refused('No related information to show.')
}
const notThere = (): never => {
  throw new Refused('Error: onu does not exist.')
}
const rule = (width: number) => '-'.repeat(width)

const ponOf = ({ olt }: OltSession, shown: string): PonPort => {
  const [, number] = /^0\/(\d{1,2})$/.exec(shown) ?? []
  const port = ponAt(olt, Number(number))
  if (!port) throw new Refused('% Unknown command.')
  return port
}
const onuOn = (port: PonPort, id: string): Onu => onuAt(port, Number(id)) ?? notThere()

/** MAC addresses behind ONUs that are online. */
const macTable = (onus: readonly Onu[], now: number): string => {
  const rows = onus
    .filter(onu => isOnline(onu, now))
    .flatMap(onu => stationsOf(onu).map(({ mac, vlan }) => ({ mac, vlan, onu })))
  if (rows.length === 0) none()
  return [
    'VLAN MAC              Type     Port',
    rule(39),
    ...rows.map(
      ({ mac, vlan, onu }) =>
        `${cell(vlan, 5)}${cell(macText(mac, ':', 4), 17)}${cell('Dynamic', 9)}` +
        `${ponName(onu.port)}: ${onu.id}`,
    ),
  ].join('\n')
}
const everywhere: readonly VsolCommand[] = [
  {
    syntax: 'terminal length <lines>',
    run(session, { lines }) {
      session.paging = lines !== '0'
      return undefined
    },
  },
  {
    syntax: 'write',
    run({ olt }) {
      olt.control.save()
      return 'Building configuration...\n[OK]'
    },
  },
]
const inConfig: readonly VsolCommand[] = [
  ...everywhere,
  { syntax: 'show mac address-table', run: ({ olt }) => macTable(olt.onus, olt.now()) },
  {
    syntax: 'show mac address-table pon <port> <onu>',
    run({ olt }, { port, onu }) {
      const pon = ponAt(olt, Number(port))
      const one = pon && onuAt(pon, Number(onu))
      return one ? macTable([one], olt.now()) : none()
    },
  },
  {
    syntax: 'interface {kind:gpon|epon} <place>',
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

const refusals: Readonly<Record<OltRefusal, string>> = {
  'number taken': 'Error: onu already exists.',
  'number out of range': '% Unknown command.',
  'already registered': 'Error: onu sn already exists.',
  'port full': 'Error: onu number reaches the maximum.',
  refused: 'Error: onu is in the blacklist.',
}
/** A command that changes an ONU of the port of the mode. */
const onuCommand = (
  syntax: string,
  act: (session: OltSession, onu: Onu, args: Readonly<Record<string, string>>) => unknown,
): VsolCommand => ({
  syntax,
  run(session, args) {
    act(session, onuOn(session.pon!, args['id']!), args)
    return undefined
  },
})
const inPon: readonly VsolCommand[] = [
  ...inConfig,
  {
    syntax: 'show onu auto-find',
    run({ olt, pon }) {
      const list = foundOnus(olt, olt.now()).list.filter(({ port }) => port === pon)
      if (list.length === 0) none()
      return [
        'OnuIndex                 Sn                       State',
        rule(57),
        ...list.map(
          ({ serial, slot }) => `${cell(`${ponName(pon!)}:${slot}`, 25)}${cell(identText(serial), 25)}unknow`,
        ),
      ].join('\n')
    },
  },
  {
    syntax: 'show onu state',
    run({ olt, pon }) {
      if (pon!.onus.length === 0) none()
      return [
        'OnuIndex    Admin State    OMCC State    Phase State',
        rule(57),
        ...pon!.onus.map(onu => {
          const online = isOnline(onu, olt.now())
          return [
            cell(onuName(onu).slice(4), 11),
            cell(onu.enabled ? 'enable' : 'disable', 14),
            cell(online ? 'enable' : 'disable', 13),
            online ? 'working' : onu.state.at(olt.now()).state,
          ].join(' ')
        }),
      ].join('\n')
    },
  },
  {
    syntax: 'onu add <id> profile <profile> sn <serial>',
    run({ olt, pon }, { id, serial }) {
      const ident = identOf(serial!)
      if (ident?.length !== 8) throw new Refused('% Unknown command.')
      const done = registerOnu(olt, { port: pon!, id: Number(id), serial: ident }, olt.now())
      if (typeof done === 'string') throw new Refused(refusals[done])
      return undefined
    },
  },
  onuCommand('onu <id> desc <text>', (_session, onu, { text }) =>
    describeOnu(onu, { description: text === onuName(onu) ? '' : text! }),
  ),
  onuCommand('onu <id> activate', ({ olt }, onu) => enableOnu(onu, true, olt.now())),
  onuCommand('onu <id> deactivate', ({ olt }, onu) => enableOnu(onu, false, olt.now())),
  onuCommand('onu <id> reboot', ({ olt }, onu) => rebootOnu(onu, olt.now())),
  onuCommand('no onu <id>', ({ olt }, onu) => deleteOnu(olt, onu, olt.now())),
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

/** The command line of GPON and EPON. */
export const vsolConsole: Dialect<OltSession> = {
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
      commands: [...inConfig, modeCommand('exit', 'enable')],
    },
    pon: { prompt: session => `${name(session)}(config-pon-0/${session.pon!.number})# `, commands: inPon },
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
}
