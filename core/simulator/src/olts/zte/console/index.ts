import type { Command, Dialect } from '../../../console/dialect.ts'
import { signOutCommand } from '../../../console/dialects/commands.ts'
import { caret } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { configurationModes } from './configure.ts'
import { type ZteWriting, writingC300, writingC600, writingFw12 } from './names.ts'
import { macCommands } from './show-macs.ts'
import { lightCommands } from './show-light.ts'
import { onuShowCommands } from './show-onus.ts'
import { showThis, systemCommands } from './show-system.ts'

const name = ({ olt }: OltSession) => olt.facts.sysName

/** Commands that all modes know. */
const everywhere = (writing: ZteWriting): readonly Command<OltSession>[] => [
  ...onuShowCommands(writing),
  ...lightCommands(writing),
  ...macCommands(writing),
  ...systemCommands(writing),
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

const enable: readonly Command<OltSession>[] = [
  {
    syntax: 'configure terminal',
    run(session) {
      session.mode = 'config'
      return '%Info 20272: Enter configuration commands, one per line. End with CTRL/Z.'
    },
  },
  {
    syntax: 'reboot',
    async run(session) {
      if (!/^y/i.test(await session.ask('Confirm to reboot system? [yes/no]:'))) return undefined
      session.olt.control.reboot()
      session.signOut()
      return undefined
    },
  },
  signOutCommand('exit'),
  signOutCommand('quit'),
]

const user: readonly Command<OltSession>[] = [
  {
    syntax: 'enable',
    async run(session) {
      const password = await session.ask('Password:', { echo: false })
      if (!session.isEnablePassword(password)) return '%Error 20210: Bad password'
      session.mode = 'enable'
      return undefined
    },
  },
  signOutCommand('exit'),
]

function dialect(writing: ZteWriting): Dialect<OltSession> {
  const common = everywhere(writing)
  const here = showThis(writing)
  const { config, gpon, pon, onu, vport, manage } = configurationModes(writing)
  return {
    login: {
      banner: ({ modelName }) => {
        const line = '*'.repeat(57)
        return `\n${line}\nWelcome to ZXAN product ${modelName} of ZTE Corporation\n${line}\n\n`
      },
      user: 'Username:',
      password: 'Password:',
      failed: '%Error 20209: No username or bad password\n',
      tries: 3,
      busy: '%Error 20211: Too many users\n',
      mustChange: {
        notice: '%Info 20212: The password has expired.\n',
        prompt: 'New password:',
        confirm: 'Confirm password:',
      },
    },
    start: { full: 'enable', plain: 'user' },
    modes: {
      user: { prompt: session => `${name(session)}>`, commands: user },
      enable: { prompt: session => `${name(session)}#`, commands: [...common, ...enable] },
      config: { prompt: session => `${name(session)}(config)#`, commands: [...config!, ...common] },
      gpon: { prompt: session => `${name(session)}(config-gpon)#`, commands: [...gpon!, ...common] },
      vport: {
        prompt: session => `${name(session)}(config-if)#`,
        commands: [...vport!, here.vport, ...common],
      },
      pon: { prompt: session => `${name(session)}(config-if)#`, commands: [...pon!, here.pon, ...common] },
      onu: { prompt: session => `${name(session)}(config-if)#`, commands: [...onu!, here.onu, ...common] },
      manage: {
        prompt: session => `${name(session)}(gpon-onu-mng)#`,
        commands: [...manage!, here.manage, ...common],
      },
    },
    pager: {
      text: ' --More--',
      rows: 24,
      quit: 'q\u0003',
      erase: '\b'.repeat(9) + ' '.repeat(9) + '\b'.repeat(9),
    },
    wrong(parsed, column) {
      if (parsed.kind === 'incomplete') return '%Error 20203: Incomplete command\n'
      if (parsed.kind === 'ambiguous') return '%Error 20201: Ambiguous command\n'
      return `${caret(column)}%Error 20200: Invalid input detected at '^' marker. Invalid command\n`
    },
    help: next => next.map(word => `  ${word}\n`).join(''),
    onControlZ(session) {
      session.mode = 'enable'
    },
  }
}

/** C320 and C300 with firmware 2.1. */
export const consoleC300 = dialect(writingC300)
/** C320 and C300 with firmware 1.2. */
export const consoleFw12 = dialect(writingFw12)
/** C600. */
export const consoleC600 = dialect(writingC600)
