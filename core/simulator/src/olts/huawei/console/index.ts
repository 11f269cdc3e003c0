import type { Command, Dialect, Mode } from '../../../console/dialect.ts'
import { modeCommand } from '../../../console/dialects/commands.ts'
import { caret } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { boardCommands, configCommands } from './configure.ts'
import { macCommands } from './macs.ts'
import { registrationCommands } from './registration.ts'
import { serviceShowCommands } from './services.ts'
import { showCommands } from './show.ts'
import { isSure, smart } from './texts.ts'

const name = ({ olt }: OltSession) => olt.facts.sysName
const note = (syntax: string, key: string, value: boolean): Command<OltSession> => ({
  syntax,
  run(session) {
    session.notes[key] = value
    return undefined
  },
})

/** Settings of the session, which every mode takes. */
const settings: readonly Command<OltSession>[] = [
  note('undo smart', 'smart', false),
  note('smart', 'smart', true),
  note('undo interactive', 'interactive', false),
  note('interactive', 'interactive', true),
  note('undo alarm output all', 'alarms', false),
  note('infoswitch cli OFF', 'alarms', false),
  {
    syntax: 'scroll [<lines>]',
    async run(session, { lines }) {
      if (lines === undefined) await smart(session, '<cr>|number<U><10,512>')
      session.paging = false
      return undefined
    },
  },
  {
    syntax: 'undo scroll',
    run(session) {
      session.paging = true
      return undefined
    },
  },
]

const quit: Command<OltSession> = {
  syntax: 'quit',
  async run(session) {
    if (await isSure(session, 'Please save data before logout.\n  Are you sure to log out?'))
      session.signOut()
    return undefined
  },
}

const privileged: readonly Command<OltSession>[] = [
  modeCommand('config', 'config'),
  modeCommand('disable', 'user'),
  {
    syntax: 'save',
    async run(session) {
      await smart(session, '<cr>|configuration<K>|data<K>')
      session.olt.control.save()
      return [
        '  It will take several minutes to save configuration file, please wait...',
        '  Configuration file had been saved successfully',
        '  Note: The configuration file will take effect after being activated',
      ].join('\n')
    },
  },
  {
    syntax: 'reboot system',
    async run(session) {
      const sure = await isSure(
        session,
        'Please check whether data has saved, are you sure to reboot system?',
      )
      if (!sure) return undefined
      session.olt.control.reboot()
      session.signOut()
      return undefined
    },
  },
  quit,
]

const enterPrivileged = (asks: boolean): Command<OltSession> => ({
  syntax: 'enable',
  async run(session) {
    if (asks && !session.isEnablePassword(await session.ask('Password:', { echo: false })))
      return '  Failure: The password is invalid'
    session.mode = 'privileged'
    return undefined
  },
})
const common = [...settings, ...showCommands, ...serviceShowCommands, ...macCommands]

const boardMode = (kind: 'gpon' | 'epon'): Record<string, Mode<OltSession>> => ({
  [kind]: {
    prompt: session => `\n${name(session)}(config-if-${kind}-0/${session.card})#`,
    commands: [...registrationCommands[kind], ...boardCommands, ...common],
  },
})

/** SmartAX: the user mode, the privileged mode, the configuration, and the view of a board. */
export const smartAxConsole: Dialect<OltSession> = {
  login: {
    banner: () => '\n\n',
    user: '>>User name:',
    password: '>>User password:',
    failed: '  Username or password invalid.\n',
    tries: 3,
    busy: '  Reenter times have reached the upper limit.\n',
    mustChange: {
      notice: '  The password has expired.\n',
      prompt: '  New password:',
      confirm: '  Confirm password:',
    },
    welcome: () =>
      '\n  Huawei Integrated Access Software (MA5800).\n' +
      '  Copyright(C) Huawei Technologies Co., Ltd. 2002-2019. All rights reserved.\n\n',
  },
  start: { full: 'user', plain: 'locked' },
  modes: {
    user: { prompt: session => `\n${name(session)}>`, commands: [enterPrivileged(false), ...settings, quit] },
    locked: {
      prompt: session => `\n${name(session)}>`,
      commands: [enterPrivileged(true), ...settings, quit],
    },
    privileged: { prompt: session => `\n${name(session)}#`, commands: [...privileged, ...common] },
    config: {
      prompt: session => `\n${name(session)}(config)#`,
      commands: [...configCommands, ...privileged.filter(({ syntax }) => syntax === 'save'), ...common],
    },
    ...boardMode('gpon'),
    ...boardMode('epon'),
  },
  pager: {
    text: "---- More ( Press 'Q' to break ) ----",
    rows: 24,
    quit: 'qQ\u0003',
    erase: `\u001b[37D${' '.repeat(37)}\u001b[37D`,
  },
  twoEnters: true,
  wrong(parsed, column) {
    const words =
      parsed.kind === 'incomplete' ? 'Incomplete' : parsed.kind === 'ambiguous' ? 'Ambiguous' : 'Unknown'
    return `${caret(column)}  % ${words} command, the error locates at '^'\n`
  },
  help: next => next.map(word => `  ${word}\n`).join(''),
}
