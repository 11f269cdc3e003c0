import { changingLines, commonSecrets, runningConfig, type CliProfile } from '@linecard/driver-kit/cli'

const prompt = (end: string) => new RegExp(`[\\w.:/@-]{1,64}${end} ?`)

export const profile: CliProfile = {
  modes: {
    user: { prompt: prompt('>'), enter: null },
    privileged: {
      prompt: prompt('#'),
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
    config: {
      prompt: prompt('\\(config[^()]*\\)#'),
      enter: { from: 'privileged', command: 'config terminal' },
      leave: 'end',
    },
  },
  main: 'privileged',
  pager: [{ prompt: /^\s*--More--/, answer: ' ' }],
  afterLogin: ['terminal page-break disable'],
  errors: [
    /^\s*% ?"?\s*(?:Unknown|Incomplete|Ambiguous|Invalid|Error)/i,
    /Error input in the position mark/i,
    /^\s*Set (?:failed|unsuccessfully)/i,
  ],
  secrets: commonSecrets,
  ignore: [...changingLines, /^\s*(?:!\s*)?System uptime is/i],
  backup: runningConfig,
  logout: 'exit',
}
