import { changingLines, commonSecrets, runningConfig, type CliProfile } from '@linecard/driver-kit/cli'

/**
 * The prompt ends with `#` for a login of level 15, and with `>` for others. The default name in the prompt
 * is `Vty-0` or `Console`.
 */
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
      enter: { from: 'privileged', command: 'configure' },
      leave: 'end',
    },
  },
  main: 'privileged',
  pager: [{ prompt: /^\s*---? ?More ?---?\s*$/, answer: ' ' }],
  // Older firmware does not have this command. The session then answers the pager.
  afterLogin: ['terminal length 0'],
  errors: [/^\s*% ?(?:Invalid|Incomplete|Ambiguous|Unrecognized|Wrong)/i, /^\s*Error[:.]/, /^\s*Failed to /i],
  secrets: commonSecrets,
  backup: runningConfig,
  ignore: [...changingLines, /^\s*System Up Time/i, /^\s*(?:!\s*)?(?:current )?time\b/i],
  logout: 'exit',
}
