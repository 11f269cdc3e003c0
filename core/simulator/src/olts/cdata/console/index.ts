import type { Dialect } from '../../../console/dialect.ts'
import { modeCommand, signOutCommand } from '../../../console/dialects/commands.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { ponCommands } from './configure.ts'
import { type CdataCommand, refuse } from './names.ts'
import { addCommands } from './register.ts'
import { eponWanCommands, gponWanCommands, portCommands, servicePortCommands } from './services.ts'
import { configurationShows, eponAutofind, eponShows, gponShows, uniShows } from './show.ts'

const name = ({ olt }: OltSession) => olt.facts.sysName

const user: readonly CdataCommand[] = [
  {
    syntax: 'enable',
    async run(session) {
      const password = await session.ask('Password:', { echo: false })
      if (!session.isEnablePassword(password)) return refuse('Bad password.')
      session.mode = 'enable'
      return undefined
    },
  },
  signOutCommand('exit'),
]
const enable: readonly CdataCommand[] = [
  modeCommand('config', 'config'),
  modeCommand('disable', 'user'),
  signOutCommand('exit'),
]
const save: CdataCommand = {
  syntax: 'save',
  run({ olt }) {
    olt.control.save()
    return 'Save configuration successfully.'
  },
}
/** Enters the mode of the PON ports of a slot. */
const enter = (technology: 'gpon' | 'epon'): CdataCommand => ({
  syntax: `interface ${technology} <place>`,
  run(session, { place }) {
    const slot = session.olt.cards.find(card => place === `0/${card.slot}`)?.slot
    session.card = slot ?? refuse('Incorrect F/S parameters.')
    session.mode = 'pon'
    return undefined
  },
})
/** The command that switches the pager off. */
const paging = (syntax: string): CdataCommand => ({
  syntax,
  run(session) {
    session.paging = false
    return undefined
  },
})

const dialect = (
  technology: 'gpon' | 'epon',
  config: readonly CdataCommand[],
  pon: readonly CdataCommand[],
): Dialect<OltSession> => ({
  login: {
    banner: () => '\n',
    user: '>>User name:',
    password: '>>User password:',
    failed: '  Username or password invalid.\n',
    tries: 3,
    busy: '  Too many users.\n',
    mustChange: { notice: '', prompt: 'New password:', confirm: 'Confirm password:' },
  },
  start: { full: 'enable', plain: 'user' },
  modes: {
    user: { prompt: session => `${name(session)}>`, commands: user },
    enable: { prompt: session => `${name(session)}# `, commands: enable },
    config: {
      prompt: session => `${name(session)}(config)# `,
      commands: [...config, enter(technology), save, modeCommand('exit', 'enable')],
    },
    pon: {
      prompt: session => `${name(session)}(config-interface-${technology}-0/${session.card})# `,
      commands: [...pon, modeCommand('exit', 'config')],
    },
  },
  pager: {
    text: "  --More ( Press 'Q' to quit )--",
    rows: 24,
    quit: 'qQ',
    erase: '\b'.repeat(32) + ' '.repeat(32) + '\b'.repeat(32),
  },
  wrong(parsed, _column, line) {
    return parsed.kind === 'incomplete' ? '  Command incomplete.\n' : `  Unknown command: (${line.trim()}\n`
  },
  help: next => next.map(word => `  ${word}\n`).join(''),
})

/** Firmware 3 of FD16xx. */
export const consoleV3 = dialect(
  'gpon',
  [paging('terminal length 0'), ...gponShows, ...servicePortCommands, ...configurationShows],
  [
    ...ponCommands,
    ...uniShows,
    ...addCommands('gpon'),
    ...portCommands,
    ...gponWanCommands,
    ...configurationShows,
  ],
)
/** FD12xx. */
export const consoleEpon = dialect(
  'epon',
  [paging('vty output show-all'), ...eponShows, ...configurationShows],
  [
    ...ponCommands,
    ...uniShows,
    ...addCommands('epon'),
    ...portCommands,
    ...eponWanCommands,
    ...eponAutofind,
    ...configurationShows,
  ],
)
