import { Refused } from '../../../console/dialect.ts'
import { modeCommand } from '../../../console/dialects/commands.ts'
import { unquoted } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { identOf } from '../../../olt/idents.ts'
import { describeOnu, enableOnu, enablePon, enableUni, rebootOnu, resetOnu } from '../../../olt/operations.ts'
import { type OltRefusal, deleteOnu, onuAt, registerOnu } from '../../../olt/registrations.ts'
import { type ProfileKind, hasProfile, profileSections, setProfile } from '../profiles.ts'
import { vportPart } from './running.ts'
import { need, quiet, type ZteCommand } from './lines.ts'
import { managedLines } from './managed-lines.ts'
import { type ZteWriting, invalid, onuNamed, ponNamed, vportNamed } from './names.ts'
import { hasVport, onuLines, vportCommands } from './onu-lines.ts'

const successful = '[Successful]'
const refusals: Readonly<Record<OltRefusal, string>> = {
  'number taken': '%Code 62309-GPONSRV : The ONU ID has already existed.',
  'number out of range': "%Error 20202: Invalid input detected at '^' marker. Invalid parameter",
  'already registered': '%Code 62317-GPONSRV : SN already exists.',
  'port full': '%Code 62316-GPONSRV : The number of ONU reaches the maximum.',
  refused: '%Code 62340-GPONSRV : SN is in the blacklist.',
}
/** A command that changes the ONU of the mode. */
const onuCommand = (
  syntax: string,
  act: (session: OltSession, args: Readonly<Record<string, string>>) => string | undefined | void,
): ZteCommand => ({ syntax, run: (session, args) => act(session, args) ?? undefined })

/** Ways into the modes of ports and ONUs, from every configuration mode. */
const enterCommands = (writing: ZteWriting): readonly ZteCommand[] => [
  {
    syntax: 'interface <name>',
    run(session, { name }) {
      if (writing.vports && name!.startsWith('vport-')) {
        const [onu, vport] = vportNamed(session, writing, name!)
        session.onu = onu
        need(hasVport(session, vport), 'noVport')
        session.notes['part'] = vportPart(vport)
        session.mode = 'vport'
      } else if (name!.includes(':')) {
        delete session.notes['part']
        session.onu = onuNamed(session, writing, name!)
        session.mode = 'onu'
      } else {
        session.pon = ponNamed(session, writing, name!)
        session.mode = 'pon'
      }
      return undefined
    },
  },
  {
    syntax: 'pon-onu-mng <name>',
    run(session, { name }) {
      session.onu = onuNamed(session, writing, name!)
      session.mode = 'manage'
      return undefined
    },
  },
]
/** Ways out of a mode. */
const leaveCommands: readonly ZteCommand[] = [modeCommand('exit', 'config'), modeCommand('end', 'enable')]

const ponCommands: readonly ZteCommand[] = [
  {
    syntax: 'onu <id> type <type> sn <serial>',
    run({ olt, pon }, { id, type, serial }) {
      const ident = identOf(serial!)
      if (!/^\d{1,3}$/.test(id!) || ident?.length !== 8) return invalid()
      if (!olt.types.some(({ name }) => name === type))
        throw new Refused('%Code 63904-GPONRM : Not support this ONU.')
      const profiles = { line: 'N/A', service: 'N/A' }
      const wish = { port: pon!, id: Number(id), type: type!, serial: ident, profiles }
      const done = registerOnu(olt, wish, olt.now())
      if (typeof done === 'string') throw new Refused(refusals[done])
      return successful
    },
  },
  {
    syntax: 'no onu <id>',
    run({ olt, pon }, { id }) {
      const onu = onuAt(pon!, Number(id))
      if (!onu) throw new Refused('%Code 62310-GPONSRV : The ONU does not exist.')
      deleteOnu(olt, onu, olt.now())
      return successful
    },
  },
  {
    syntax: 'onu <id> profile line <line> remote <remote>',
    run({ olt, pon }, { id, line, remote }) {
      const onu = onuAt(pon!, Number(id))
      if (!onu) return invalid()
      need(hasProfile(olt, 'line', line!) && hasProfile(olt, 'remote', remote!), 'noProfile')
      onu.profiles = { line: line!, service: remote! }
      return successful
    },
  },
  onuCommand('shutdown', ({ olt, pon }) => enablePon(pon!, false, olt.now())),
  onuCommand('no shutdown', ({ olt, pon }) => enablePon(pon!, true, olt.now())),
]

const interfaceCommands: readonly ZteCommand[] = [
  onuCommand('name <text...>', ({ onu }, { text }) => describeOnu(onu!, { name: unquoted(text!) })),
  onuCommand('no name', ({ onu }) => describeOnu(onu!, { name: '' })),
  onuCommand('description <text...>', ({ onu }, { text }) =>
    describeOnu(onu!, { description: unquoted(text!) }),
  ),
  onuCommand('no description', ({ onu }) => describeOnu(onu!, { description: '' })),
  onuCommand('shutdown', ({ olt, onu }) => enableOnu(onu!, false, olt.now())),
  onuCommand('no shutdown', ({ olt, onu }) => enableOnu(onu!, true, olt.now())),
]

const notOnline = '%Code 63990-GPONRM : ONU is not online.'
const confirmed = async (session: OltSession, question: string): Promise<boolean> =>
  /^y(?:es)?$/i.test(await session.ask(question))

const managementCommands: readonly ZteCommand[] = [
  {
    syntax: 'reboot',
    async run(session) {
      if (!(await confirmed(session, 'Confirm to reboot? [yes/no]:'))) return undefined
      if (!rebootOnu(session.onu!, session.olt.now())) throw new Refused(notOnline)
      return undefined
    },
  },
  {
    syntax: 'restore factory',
    async run(session) {
      if (!(await confirmed(session, 'Confirm to restore factory? [yes/no]:'))) return undefined
      if (!resetOnu(session.onu!, session.olt.now())) throw new Refused(notOnline)
      return undefined
    },
  },
  onuCommand('interface eth <uni> state {state:lock|unlock}', ({ onu }, { uni, state }) => {
    const [, number] = /^eth_0\/(\d{1,2})$/.exec(uni!) ?? []
    if (number === undefined || !enableUni(onu!, Number(number), state === 'unlock')) invalid()
  }),
]

/** The mode of profiles. */
const gponCommands: readonly ZteCommand[] = (Object.entries(profileSections) as [ProfileKind, string][])
  .filter(([kind]) => kind === 'tcont' || kind === 'traffic' || kind === 'vlan')
  .flatMap(([kind, section]) => [
    quiet(`${section} <name> <settings...>`, ({ olt }, { name, settings }) =>
      setProfile(olt, kind, `${name} ${settings}`),
    ),
    quiet(`no ${section} <name>`, ({ olt }, { name }) =>
      need(olt.configuration.remove(section, name!), 'noProfile'),
    ),
  ])

/** The configuration modes, without the commands that show something. */
export const configurationModes = (writing: ZteWriting): Readonly<Record<string, readonly ZteCommand[]>> => ({
  config: [
    ...enterCommands(writing),
    {
      syntax: 'hostname <name>',
      run({ olt }, { name }) {
        olt.facts.sysName = name!
        return undefined
      },
    },
    modeCommand('gpon', 'gpon'),
    modeCommand('exit', 'enable'),
    modeCommand('end', 'enable'),
  ],
  gpon: [...gponCommands, ...leaveCommands],
  pon: [...ponCommands, ...leaveCommands, ...enterCommands(writing)],
  onu: [...interfaceCommands, ...onuLines(writing), ...leaveCommands, ...enterCommands(writing)],
  vport: [...vportCommands, ...leaveCommands, ...enterCommands(writing)],
  manage: [...managementCommands, ...managedLines(writing), ...leaveCommands, ...enterCommands(writing)],
})
